"""The same protocol with nothing but pyzmq, as learners of 2017 were written: python plain_zmq_learner.py PORT"""

import sys

import zmq

world = zmq.Context().socket(zmq.PAIR)
world.connect(f"tcp://127.0.0.1:{sys.argv[1]}")
world.send_string("hello")
while True:
    reward = world.recv_string()  # "-1", "0" or "1"
    character = world.recv_string()  # one character
    world.send_string(character)  # one character back
