"""numba where it is installed, plain Python where not; and the few machine instructions that the kernels want."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

U = np.uint64
STEP = U(0x9E3779B97F4A7C15)
_A, _B = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_30, _27, _31 = U(30), U(27), U(31)
ONE, ZERO = U(1), U(0)

try:
    import numba
    from llvmlite import ir
    from llvmlite.binding import get_host_cpu_features
    from numba import types
    from numba.core import event
    from numba.extending import intrinsic

    COMPILED = True
    DEPOSITS = bool(get_host_cpu_features().get("bmi2"))
except ImportError:
    COMPILED = DEPOSITS = False


def njit(**options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function, keep the machine code on disk and let other threads run; without numba leave it as it is."""
    if not COMPILED:
        return lambda function: function
    compiles = numba.njit(cache=True, nogil=True, error_model="numpy", **options)

    def made(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled: Any = compiles(function)
        # numba itself asks only whether the function's own file has changed.
        compiled._cache._cache_file._source_stamp = tuple(
            (os.stat(path).st_mtime, os.stat(path).st_size) for path in sorted(_sources(function))
        )
        return compiled  # type: ignore[no-any-return]

    return made


_taken_from: dict[str, set[str]] = {}


def _sources(function: Callable[..., Any]) -> set[str]:
    """The files that a function is compiled from: its own, and those of the compiled functions it may call."""
    own = function.__code__.co_filename
    found = _taken_from.setdefault(own, {own})
    for value in function.__globals__.values():
        if hasattr(value, "py_func"):
            found |= _taken_from.get(value.py_func.__code__.co_filename, set())
    return found


PATIENCE = 2.0
"""Seconds of silence before somebody who waits for the compiler is told so."""


@contextmanager
def patience() -> Iterator[None]:
    """Tell who waits long that the compiler is at work: what it makes is kept on disk."""
    said = "Compiling the game for this machine: up to a minute or two the first time, later runs start at once.\n"
    timer = threading.Timer(PATIENCE, lambda: sys.stderr.write(said))
    timer.daemon = True
    if COMPILED:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


if COMPILED:

    class _Compiler(event.Listener):  # type: ignore[misc]
        """Notes for which threads the compiler is at work, and when it was last done."""

        def __init__(self) -> None:
            self.going: dict[int, int] = {}
            self.done: dict[int, float] = {}

        def on_start(self, event: Any) -> None:
            """The compiler begins, perhaps inside itself."""
            own = threading.get_ident()
            self.going[own] = self.going.get(own, 0) + 1

        def on_end(self, event: Any) -> None:
            """It is done."""
            own = threading.get_ident()
            self.going[own] -= 1
            self.done[own] = time.monotonic()

    _compiler = _Compiler()
    event.register("numba:compiler_lock", _compiler)


def compiled_at(thread: threading.Thread) -> float:
    """When a thread last had to wait for the compiler: now, if it does; never is 0."""
    own = thread.ident or 0
    if not COMPILED:
        return 0.0
    return time.monotonic() if _compiler.going.get(own) else _compiler.done.get(own, 0.0)


def quiet() -> Any:
    """Words wrap round; without numba, numpy would warn of it."""
    return np.errstate(over="ignore")


if COMPILED:

    @intrinsic
    def popcount(context: Any, x: Any) -> Any:
        """How many bits are set."""
        return types.uint64(types.uint64), lambda c, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def lowest(context: Any, x: Any) -> Any:
        """The place of the lowest set bit."""

        def made(c: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), made

    @intrinsic
    def scaled(context: Any, x: Any, n: Any) -> Any:
        """The upper half of the product of two 64-bit words: a number below n from a random word."""

        def made(c: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), made

else:

    def popcount(x: Any) -> Any:
        """How many bits are set."""
        return U(int(x).bit_count())

    def lowest(x: Any) -> Any:
        """The place of the lowest set bit."""
        return U((int(x) & -int(x)).bit_length() - 1)

    def scaled(x: Any, n: Any) -> Any:
        """The upper half of the product of two 64-bit words: a number below n from a random word."""
        return U(int(x) * int(n) >> 64)


@njit(inline="always")
def mix(x: Any) -> Any:
    """SplitMix64's output function, as in `designkit.cards`."""
    x = (x ^ (x >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)


if DEPOSITS:

    @intrinsic
    def _deposited(context: Any, x: Any, mask: Any) -> Any:
        """The low bits of x laid on the set bits of the mask, one after the other."""

        def made(c: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), arguments)

        return types.uint64(types.uint64, types.uint64), made

    @njit(inline="always")
    def nth(mask: Any, n: Any) -> Any:
        """The place of the n-th set bit, from 0."""
        return lowest(_deposited(ONE << n, mask))

else:

    @njit(inline="always")
    def nth(mask: Any, n: Any) -> Any:
        """The place of the n-th set bit, from 0."""
        while n > ZERO:
            mask &= mask - ONE
            n -= ONE
        return lowest(mask)


@njit(inline="always")
def fold(word: Any, number: Any) -> Any:
    """One more number of a shuffle's key folded into its word."""
    return mix(word + STEP + number)


@njit()
def shuffle(order: Any, word: Any) -> None:
    """`designkit.cards.shuffled`, in place."""
    for i in range(len(order) - 1, 0, -1):
        word += STEP
        j = scaled(mix(word), U(i + 1))
        order[i], order[j] = order[j], order[i]
