#include "pool.hpp"

#ifndef _WIN32
#include <unistd.h>
#endif
#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace gradus {

namespace {

long this_process() {
#ifdef _WIN32
  return 0;  // there is no fork
#else
  return static_cast<long>(getpid());
#endif
}

// About as long as a student takes to choose its next actions.
constexpr std::chrono::microseconds kPatience(200);

// Looking out helps only where every thread has a core of its own.
std::chrono::microseconds patience(int threads) {
  const unsigned cores = std::thread::hardware_concurrency();
  return static_cast<unsigned>(threads) <= cores ? kPatience : std::chrono::microseconds(0);
}

void rest() {
#if defined(__x86_64__) || defined(_M_X64)
  _mm_pause();
#elif defined(__aarch64__) && !defined(_MSC_VER)
  asm volatile("yield");
#endif
}

// Whether something came true while we looked out for it.
template <typename Condition>
bool seen_within(std::chrono::microseconds patience, const Condition& holds) {
  if (holds()) return true;
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    if (holds()) return true;
    rest();
  }
  return false;
}

}  // namespace

bool Pool::forked() const { return this_process() != home_; }

Pool::Pool(int threads) : home_(this_process()), patience_(patience(threads)) {
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { wait_for_work(); });
}

Pool::~Pool() {
  if (forked()) {
    for (std::thread& thread : threads_) thread.detach();
    return;
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::run(int count, const std::function<void(int)>& job) {
  if (threads_.empty() || count < 2 || forked()) {
    for (int i = 0; i < count; ++i) job(i);
    return;
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    job_ = &job;
    trouble_ = nullptr;
    unfinished_ = count;
    untaken_ = count;  // last: from here on others begin
  }
  wake_.notify_all();
  take_jobs();
  const auto done = [this] { return unfinished_ == 0; };
  if (!seen_within(patience_, done)) {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, done);
  }
  job_ = nullptr;
  if (trouble_) std::rethrow_exception(trouble_);
}

void Pool::take_jobs() {
  for (int left = untaken_; left > 0;) {
    if (!untaken_.compare_exchange_weak(left, left - 1)) continue;
    try {
      (*job_)(left - 1);
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
    }
    if (--unfinished_ == 0) {
      // The lock, so that this does not fall between the caller's last look and its sleep.
      std::lock_guard<std::mutex> lock(mutex_);
      done_.notify_one();
    }
    left = untaken_;
  }
}

void Pool::wait_for_work() {
  const auto called = [this] { return closing_ || untaken_ > 0; };
  while (!closing_) {
    if (!seen_within(patience_, called)) {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, called);
    }
    take_jobs();
  }
}

}  // namespace gradus
