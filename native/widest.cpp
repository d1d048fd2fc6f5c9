#include "spec.hpp"

namespace gradus {

Wide widest() {
#if defined(GRADUS_SIXTEEN)
  if (__builtin_cpu_supports("avx512f")) return Wide::Sixteen;
#endif
#if defined(GRADUS_EIGHT)
  if (__builtin_cpu_supports("avx2")) return Wide::Eight;
#endif
#if defined(GRADUS_FOUR)
  return Wide::Four;
#else
  return Wide::Scalar;
#endif
}

}  // namespace gradus
