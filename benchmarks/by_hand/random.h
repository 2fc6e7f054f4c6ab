/* SplitMix64, as docs/random.md specifies it; put before each of the games. */
#include <stdint.h>
#include <string.h>

#define GAMMA 0x9E3779B97F4A7C15u
#define FIRST_SEAT (1ull << 32)
#define SHOWN __attribute__((visibility("default")))

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static inline uint64_t derive(uint64_t seed, uint64_t index) { return mix(mix(seed) + GAMMA * (index + 1)); }

static inline uint32_t below(uint64_t *state, uint32_t n) {
  *state += GAMMA;
  return (uint32_t)(((unsigned __int128)mix(*state) * n) >> 64);
}
