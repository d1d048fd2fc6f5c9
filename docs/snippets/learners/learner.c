/* A stream learner in C over ZeroMQ.  cc learner.c -lzmq -o learner  &&  ./learner 5556
 *
 * It says the same character until that costs it something, then tries the next one. */
#include <stdio.h>
#include <string.h>
#include <zmq.h>

/* One message as a code from 0 to 255 (UTF-8: codes from 128 on take two bytes). */
static int read_character(void *world) {
    unsigned char text[4];
    if (zmq_recv(world, text, sizeof text, 0) < 1) return -1;
    return text[0] < 128 ? text[0] : (text[0] & 31) << 6 | (text[1] & 63);
}

static void say(void *world, int code) {
    unsigned char text[2] = {(unsigned char)code, 0};
    if (code >= 128) {
        text[0] = (unsigned char)(0xC0 | code >> 6);
        text[1] = (unsigned char)(0x80 | (code & 63));
    }
    zmq_send(world, text, code < 128 ? 1 : 2, 0);
}

/* The reward: -1, 0 or 1; worlds of 2017 also sent True and False. */
static int read_reward(void *world) {
    char text[8] = {0};
    if (zmq_recv(world, text, sizeof text - 1, 0) < 1) return 0;
    return strcmp(text, "-1") == 0 ? -1 : strcmp(text, "1") == 0 || strcmp(text, "True") == 0;
}

int main(int argc, char **argv) {
    static const char tries[] = " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;!?";
    int attempt = 0;
    char address[64];
    snprintf(address, sizeof address, "tcp://127.0.0.1:%s", argc > 1 ? argv[argc - 1] : "5556");
    void *context = zmq_ctx_new(), *world = zmq_socket(context, ZMQ_PAIR);
    if (zmq_connect(world, address) != 0) {
        fprintf(stderr, "cannot connect to %s\n", address);
        return 1;
    }
    zmq_send(world, "hello", 5, 0);
    for (;;) {
        if (read_reward(world) < 0) attempt = (attempt + 1) % (int)(sizeof tries - 1);
        if (read_character(world) < 0) return 0;
        say(world, tries[attempt]);
    }
}
