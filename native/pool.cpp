#include "pool.hpp"

#include <algorithm>
#include <cstdint>

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

Pool::Pool(int threads) : home_(this_process()), patience_(patience(threads)), shares_(static_cast<std::size_t>(threads)) {
  for (std::size_t i = 1; i < shares_.size(); ++i) threads_.emplace_back([this, i] { wait_for_work(i); });
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
    const auto parts = static_cast<std::int64_t>(shares_.size());
    for (std::int64_t i = 0; i < parts; ++i) {
      Share& share = shares_[static_cast<std::size_t>(i)];
      share.first = static_cast<int>(i * count / parts);
      share.untaken = static_cast<int>((i + 1) * count / parts) - share.first;  // from here on others begin
    }
  }
  wake_.notify_all();
  take_jobs(0);
  const auto done = [this] { return unfinished_ == 0; };
  if (!seen_within(patience_, done)) {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, done);
  }
  job_ = nullptr;
  if (trouble_) std::rethrow_exception(trouble_);
}

void Pool::take_jobs(std::size_t self) {
  for (std::size_t k = 0; k < shares_.size(); ++k) take_from(shares_[(self + k) % shares_.size()]);
}

void Pool::take_from(Share& share) {
  for (int left = share.untaken; left > 0;) {
    if (!share.untaken.compare_exchange_weak(left, left - 1)) continue;
    try {
      (*job_)(share.first + left - 1);
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
    }
    if (--unfinished_ == 0) {
      // The lock, so that this does not fall between the caller's last look and its sleep.
      std::lock_guard<std::mutex> lock(mutex_);
      done_.notify_one();
    }
    left = share.untaken;
  }
}

bool Pool::any_untaken() const {
  return std::any_of(shares_.begin(), shares_.end(), [](const Share& share) { return share.untaken > 0; });
}

void Pool::wait_for_work(std::size_t self) {
  const auto called = [this] { return closing_ || any_untaken(); };
  while (!closing_) {
    if (!seen_within(patience_, called)) {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, called);
    }
    take_jobs(self);
  }
}

}  // namespace gradus
