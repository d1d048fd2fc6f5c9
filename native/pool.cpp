#include "pool.hpp"

#ifndef _WIN32
#include <unistd.h>
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

}  // namespace

bool Pool::forked() const { return this_process() != home_; }

Pool::Pool(int threads) : home_(this_process()) {
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
    count_ = count;
    next_ = 0;
    busy_ = static_cast<int>(threads_.size());
    trouble_ = nullptr;
    ++round_;
  }
  wake_.notify_all();
  take_jobs();
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  job_ = nullptr;
  if (trouble_) std::rethrow_exception(trouble_);
}

void Pool::take_jobs() {
  for (int i = next_++; i < count_; i = next_++) {
    try {
      (*job_)(i);
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
    }
  }
}

void Pool::wait_for_work() {
  unsigned long seen = 0;
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    take_jobs();
    std::lock_guard<std::mutex> lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace gradus
