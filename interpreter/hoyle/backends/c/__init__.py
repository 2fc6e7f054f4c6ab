"""A plan comes in, a C text goes out; compiled, it plays whole games without Python.

What the parts of this folder agree on (the ABI, version 4):

- A printed game is **one C text**, complete with its runtime: GNU C11 (statement expressions, 128-bit
  numbers), no other headers than libc's, no other libraries. It holds numbers and names of our own, nothing
  that a ruleset says. `module.to_c(plan)` makes it; equal plans give equal texts.
- `toolchain.compile_shared(text, level=…)` makes a shared object of it, or says why not.
- The object exports **one symbol**, `hoyle_game`: a constant `Game` of `runtime/game.h`, which has the
  version, sizes and the functions. It knows nothing of Python, and needs nothing but libc.
- A state is a block of memory that begins with the `Head` of `runtime/game.h` and has everything that decides
  how it goes on. Functions take the state and an `Exec`, which holds what one thread needs while it runs
  (lists in the making, fuel); a state may be run by any thread, by one at a time.
- Functions that play return 0, or 1 for **trouble**: a fault of the ruleset, or something that has no room
  in C; random play returns how far it came, below 0 for trouble. The state is spoilt then. Whoever called
  plays the same decisions in Python, which either finds the fault and its words, or goes on.
- States leave and enter C as words of 32 bits (`save` and `load`); `words.py` reads and writes them.
- A search is a text of its own (`search/`), the same for all games and compiled once: it plays by the
  functions of a `Game`, and `searching.py` calls it by `ctypes`, with either binding.
- The extension (`hoyle._native`, abi3, source in `extension/native.c`) and `ctypes` bind that one struct.
- A guided plan is printed with `runtime/story.h` to `minds.h` besides, and its object exports `hoyle_minds`,
  too: minds are opened with a story as words (`stories.py`) and asked for worlds; `minds.py` binds that.
"""

ABI = 4
