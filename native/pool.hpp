// A few waiting threads that share out numbered jobs. Which thread takes which job never affects results. In a
// process forked from the one that made the pool the threads do not exist; jobs then run one after the other.
#pragma once

#include <atomic>
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
  void wait_for_work();
  void take_jobs();
  bool forked() const;

  long home_;  // the process the threads live in

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* job_ = nullptr;
  std::atomic<int> next_{0};
  int count_ = 0, busy_ = 0;
  unsigned long round_ = 0;
  bool closing_ = false;
  std::exception_ptr trouble_;
};

}  // namespace gradus
