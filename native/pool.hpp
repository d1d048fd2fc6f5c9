// A few waiting threads that share out numbered jobs. Which thread takes which job never affects results. In a
// process forked from the one that made the pool the threads do not exist; jobs then run one after the other.
//
// Who waits looks out for a moment before it sleeps: a step of 64 lanes is over in a fifth of a millisecond, and waking
// a thread can take a good part of that. A thread that comes too late for a job is not waited for. Each thread begins with
// its own share of the jobs, the same one every time: what they work on is still in the cache of its core.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gradus {

class Pool {
 public:
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Calls job(0) ... job(count - 1), each once, and returns when all are done. The first exception is rethrown.
  void run(int count, const std::function<void(int)>& job);

 private:
  // Jobs that one thread begins with; others take them when they have done their own.
  struct alignas(64) Share {
    std::atomic<int> untaken{0};  // set last: who takes one sees first and the job
    int first = 0;
  };

  void wait_for_work(std::size_t self);
  void take_jobs(std::size_t self);
  void take_from(Share& share);
  bool any_untaken() const;
  bool forked() const;

  long home_;  // the process the threads live in

  std::chrono::microseconds patience_;  // how long a thread looks out before it sleeps
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* job_ = nullptr;
  std::vector<Share> shares_;  // one per thread, the caller's first
  std::atomic<int> unfinished_{0};
  std::atomic<bool> closing_{false};
  std::exception_ptr trouble_;
};

}  // namespace gradus
