// What only the wasm boundary needs. Every other function that JavaScript calls is marked EXPORT
// where it is defined. The memory belongs to JavaScript: from __heap_base up it is its own.
#include "export.h"

// Which of the two builds this is.
EXPORT(has_simd) int has_simd(void) {
#ifdef __wasm_simd128__
  return 1;
#else
  return 0;
#endif
}
