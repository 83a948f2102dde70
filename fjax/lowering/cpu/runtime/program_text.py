"""The CPython function, in LLVM IR, that runs a whole launch table in one call.

Its `self` is an int64 array, the plan (`program.py` lays it out). DATA and TYPE are where an array
object keeps its data pointer and its type; they are measured when fjax starts. `%x = word %p, k`
reads the k-th word after %p.
"""

from __future__ import annotations

import re
import sys

# Words of a plan's head.
(
    N_ARGUMENTS,
    N_SLOTS,
    N_LAUNCHES,
    FLAGS,
    ARRAY_TYPE,
    NONE,
    SCRATCH_BYTES,
    SCRATCH_BLOCK,
    FIXED_SLOTS,
    LAUNCHES,
    MOST_BUFFERS,
    TYPE_ERROR,
    COUNT_MESSAGE,
    TYPE_MESSAGE,
    HEAD_WORDS,
) = range(15)

RELEASE_GIL, USES_BLAS, SCRATCH_ARGUMENT = 1, 2, 4

# Words of a launch record.
(FUNCTION, PARALLEL, EXTENT, GRAIN, TABLE, BUFFER_COUNT, BUFFERS, RECORD_WORDS) = range(8)

RUN_TEXT = """
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare void @PyErr_SetString(ptr, ptr)
declare ptr @PyErr_NoMemory()
declare void @Py_IncRef(ptr)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @usleep(i32)
declare ptr @pthread_getspecific(PTHREAD_KEY)
declare i64 @pthread_self()
declare i32 @clock_gettime(i32, ptr)
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare i32 @PyErr_CheckSignals()

; How many threads a launch of this thread may use.
define internal i64 @threads_now() nounwind {
  %key0 = load i64, ptr getelementptr (i64, ptr @state, i64 35), align 8
  KEY_CONVERSION
  %own = call ptr @pthread_getspecific(PTHREAD_KEY %key)
  %mine = ptrtoint ptr %own to i64
  %all = load i64, ptr getelementptr (i64, ptr @state, i64 34), align 8
  %none = icmp eq i64 %mine, 0
  %n = select i1 %none, i64 %all, i64 %mine
  ret i64 %n
}

; In Python's main thread, every tenth of a second: run the handlers of signals that have come, with
; or without the GIL. Not 0 if one has raised.
define internal i64 @poll() nounwind {
entry:
  %time = alloca [2 x i64], align 8
  %self = call i64 @pthread_self()
  %main = load i64, ptr getelementptr (i64, ptr @state, i64 36), align 8
  %asks = icmp eq i64 %self, %main
  br i1 %asks, label %look, label %no
look:
  %c = call i32 @clock_gettime(i32 MONOTONIC, ptr %time)
  %seconds = load i64, ptr %time, align 8
  %fraction = getelementptr i64, ptr %time, i64 1
  %rest = load i64, ptr %fraction, align 8
  %s = mul i64 %seconds, 1000000000
  %now = add i64 %s, %rest
  %before = load i64, ptr getelementptr (i64, ptr @state, i64 37), align 8
  %passed = sub i64 %now, %before
  %due = icmp ugt i64 %passed, 100000000
  br i1 %due, label %ask, label %no
ask:
  store i64 %now, ptr getelementptr (i64, ptr @state, i64 37), align 8
  %gil = call i32 @PyGILState_Ensure()
  %raised = call i32 @PyErr_CheckSignals()
  call void @PyGILState_Release(i32 %gil)
  %status = sext i32 %raised to i64
  ret i64 %status
no:
  ret i64 0
}

; One launch, for Python, whose GIL is free meanwhile.
define i64 @launch(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain, i64 %threads,
                   i64 %parts, i64 %blas) nounwind {
entry:
  %thread = call ptr @PyEval_SaveThread()
  %isblas = icmp ne i64 %blas, 0
  br i1 %isblas, label %guarded, label %plain
guarded:
  call void @enter_blas()
  %status0 = call i64 @share(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain, i64 %threads,
                             i64 %parts)
  call void @leave_blas()
  br label %done
plain:
  %status1 = call i64 @share(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain, i64 %threads,
                             i64 %parts)
  br label %done
done:
  %status = phi i64 [ %status0, %guarded ], [ %status1, %plain ]
  call void @PyEval_RestoreThread(ptr %thread)
  ret i64 %status
}

define void @configure(i64 %threads, i64 %key, i64 %main) nounwind {
  store i64 %main, ptr getelementptr (i64, ptr @state, i64 36), align 8
  store i64 %threads, ptr getelementptr (i64, ptr @state, i64 34), align 8
  store i64 %key, ptr getelementptr (i64, ptr @state, i64 35), align 8
  ret void
}

define void @configure_blas(i64 %get, i64 %set) nounwind {
  store i64 %get, ptr getelementptr (i64, ptr @state, i64 75), align 8
  store i64 %set, ptr getelementptr (i64, ptr @state, i64 76), align 8
  ret void
}

define internal void @lock_blas() nounwind {
entry:
  br label %try
try:
  %swap = cmpxchg ptr getelementptr (i64, ptr @state, i64 72), i64 0, i64 1 acquire monotonic
  %won = extractvalue { i64, i1 } %swap, 1
  br i1 %won, label %done, label %again
again:
  call void @relax()
  br label %try
done:
  ret void
}

; While programs that call BLAS run, the library itself uses one thread: two pools would fight.
define void @enter_blas() nounwind {
  call void @lock_blas()
  %depth = load i64, ptr getelementptr (i64, ptr @state, i64 73), align 8
  %deeper = add i64 %depth, 1
  store i64 %deeper, ptr getelementptr (i64, ptr @state, i64 73), align 8
  %get = load ptr, ptr getelementptr (i64, ptr @state, i64 75), align 8
  %known = icmp ne ptr %get, null
  %first = icmp eq i64 %depth, 0
  %change = and i1 %known, %first
  br i1 %change, label %set, label %done
set:
  %now = call i32 %get()
  %wide = sext i32 %now to i64
  store i64 %wide, ptr getelementptr (i64, ptr @state, i64 74), align 8
  %setter = load ptr, ptr getelementptr (i64, ptr @state, i64 76), align 8
  call void %setter(i32 1)
  br label %done
done:
  store atomic i64 0, ptr getelementptr (i64, ptr @state, i64 72) release, align 8
  ret void
}

define void @leave_blas() nounwind {
  call void @lock_blas()
  %depth = load i64, ptr getelementptr (i64, ptr @state, i64 73), align 8
  %less = sub i64 %depth, 1
  store i64 %less, ptr getelementptr (i64, ptr @state, i64 73), align 8
  %setter = load ptr, ptr getelementptr (i64, ptr @state, i64 76), align 8
  %known = icmp ne ptr %setter, null
  %last = icmp eq i64 %less, 0
  %change = and i1 %known, %last
  br i1 %change, label %set, label %done
set:
  %before = load i64, ptr getelementptr (i64, ptr @state, i64 74), align 8
  %narrow = trunc i64 %before to i32
  call void %setter(i32 %narrow)
  br label %done
done:
  store atomic i64 0, ptr getelementptr (i64, ptr @state, i64 72) release, align 8
  ret void
}

; Before a fork: wait until no thread is inside BLAS, whose own locks a child could never take, and
; let none enter. Threads that will not leave are waited for about a second.
define void @close_blas() nounwind {
entry:
  br label %try
try:
  %k = phi i64 [ 0, %entry ], [ %k1, %busy ]
  call void @lock_blas()
  %depth = load i64, ptr getelementptr (i64, ptr @state, i64 73), align 8
  %idle = icmp eq i64 %depth, 0
  %tired = icmp ugt i64 %k, 20000
  %end = or i1 %idle, %tired
  br i1 %end, label %done, label %busy
busy:
  %k1 = add i64 %k, 1
  call void @open_blas()
  %s = call i32 @usleep(i32 50)
  br label %try
done:
  ret void
}

define void @open_blas() nounwind {
  store atomic i64 0, ptr getelementptr (i64, ptr @state, i64 72) release, align 8
  ret void
}

; In a child: no worker and no program of another thread is there any more.
define void @start_child() nounwind {
  call void @reset()
  %main = call i64 @pthread_self()
  store i64 %main, ptr getelementptr (i64, ptr @state, i64 36), align 8
  store i64 0, ptr getelementptr (i64, ptr @state, i64 73), align 8
  call void @open_blas()
  ret void
}

; All launches of a plan, in order; not 0 if a signal's handler has raised, which ends them.
define internal i64 @launches(ptr %plan, ptr %slots, ptr %buffers) nounwind {
entry:
  %count = word %plan, 2
  %flags = word %plan, 3
  %long0 = and i64 %flags, 1
  %long = icmp ne i64 %long0, 0
  %first0 = word %plan, 9
  %first = inttoptr i64 %first0 to ptr
  %threads = call i64 @threads_now()
  %empty = icmp eq i64 %count, 0
  br i1 %empty, label %done, label %each
each:
  %i = phi i64 [ 0, %entry ], [ %i1, %ask ], [ %i1, %asked ]
  %offset = mul i64 %i, 7
  %record = getelementptr i64, ptr %first, i64 %offset
  %fn0 = word %record, 0
  %fn = inttoptr i64 %fn0 to ptr
  %parallel = word %record, 1
  %extent = word %record, 2
  %grain = word %record, 3
  %table0 = word %record, 4
  %table = inttoptr i64 %table0 to ptr
  %n = word %record, 5
  %which0 = word %record, 6
  %which = inttoptr i64 %which0 to ptr
  %some = icmp ne i64 %n, 0
  br i1 %some, label %fill, label %go
fill:
  %k = phi i64 [ 0, %each ], [ %k1, %fill ]
  %slot = word %which, %k
  %from = getelementptr ptr, ptr %slots, i64 %slot
  %pointer = load ptr, ptr %from, align 8
  %to = getelementptr ptr, ptr %buffers, i64 %k
  store ptr %pointer, ptr %to, align 8
  %k1 = add i64 %k, 1
  %kmore = icmp slt i64 %k1, %n
  br i1 %kmore, label %fill, label %go
go:
  %serial = icmp eq i64 %parallel, 0
  br i1 %serial, label %alone, label %shared
alone:
  call void %fn(ptr %buffers, ptr %table, i64 0, i64 %extent)
  br label %next
shared:
  %stopped = call i64 @share(ptr %fn, ptr %buffers, ptr %table, i64 %extent, i64 %grain,
                             i64 %threads, i64 %parallel)
  %on = icmp eq i64 %stopped, 0
  br i1 %on, label %next, label %end
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %count
  br i1 %more, label %ask, label %done
ask:
  br i1 %long, label %asked, label %each
asked:
  %stop = call i64 @poll()
  %fine = icmp eq i64 %stop, 0
  br i1 %fine, label %each, label %end
end:
  ret i64 1
done:
  ret i64 0
}

define internal void @fail(ptr %plan, i64 %message) nounwind {
  %type0 = word %plan, 11
  %text0 = word %plan, %message
  %type = inttoptr i64 %type0 to ptr
  %text = inttoptr i64 %text0 to ptr
  call void @PyErr_SetString(ptr %type, ptr %text)
  ret void
}

; Pointers of constants and of intermediates within the scratch block.
define internal void @fixed(ptr %plan, ptr %slots, ptr %scratch) nounwind {
entry:
  %given = word %plan, 0
  %count = word %plan, 1
  %table0 = word %plan, 8
  %table = inttoptr i64 %table0 to ptr
  %base = ptrtoint ptr %scratch to i64
  %some = icmp slt i64 %given, %count
  br i1 %some, label %each, label %done
each:
  %i = phi i64 [ %given, %entry ], [ %i1, %each ]
  %k = phi i64 [ 0, %entry ], [ %k2, %each ]
  %relative = word %table, %k
  %k1 = add i64 %k, 1
  %value = word %table, %k1
  %shifted = add i64 %value, %base
  %absolute = icmp eq i64 %relative, 0
  %address = select i1 %absolute, i64 %value, i64 %shifted
  %pointer = inttoptr i64 %address to ptr
  %to = getelementptr ptr, ptr %slots, i64 %i
  store ptr %pointer, ptr %to, align 8
  %i1 = add i64 %i, 1
  %k2 = add i64 %k, 2
  %more = icmp slt i64 %i1, %count
  br i1 %more, label %each, label %done
done:
  ret void
}

define ptr @run(ptr %self, ptr %args, i64 %nargs) nounwind {
entry:
  %planp = getelementptr i8, ptr %self, i64 DATA
  %plan = load ptr, ptr %planp, align 8
  %given = word %plan, 0
  %flags = word %plan, 3
  %extra0 = and i64 %flags, 4
  %extra = lshr i64 %extra0, 2
  %expected = add i64 %given, %extra
  %fits = icmp eq i64 %nargs, %expected
  br i1 %fits, label %room, label %miscounted
miscounted:
  call void @fail(ptr %plan, i64 12)
  ret ptr null
mistyped:
  call void @fail(ptr %plan, i64 13)
  ret ptr null
room:
  %slotcount = word %plan, 1
  %room0 = add i64 %slotcount, 1
  %slots = alloca ptr, i64 %room0, align 16
  %most = word %plan, 10
  %room1 = add i64 %most, 1
  %buffers = alloca ptr, i64 %room1, align 16
  %type = word %plan, 4
  %none = icmp eq i64 %nargs, 0
  br i1 %none, label %scratch, label %each
each:
  %i = phi i64 [ 0, %room ], [ %i1, %good ]
  %objectp = getelementptr ptr, ptr %args, i64 %i
  %object = load ptr, ptr %objectp, align 8
  %typep = getelementptr i8, ptr %object, i64 TYPE
  %its = load i64, ptr %typep, align 8
  %right = icmp eq i64 %its, %type
  br i1 %right, label %good, label %mistyped
good:
  %datap = getelementptr i8, ptr %object, i64 DATA
  %data = load ptr, ptr %datap, align 8
  %last = icmp slt i64 %i, %given
  %s0 = select i1 %last, i64 %i, i64 %slotcount
  %to = getelementptr ptr, ptr %slots, i64 %s0
  store ptr %data, ptr %to, align 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %nargs
  br i1 %more, label %each, label %scratch
scratch:
  %bytes = word %plan, 6
  %blockp = getelementptr i64, ptr %plan, i64 7
  %needs = icmp ne i64 %bytes, 0
  br i1 %needs, label %find, label %ready
find:
  %byarg = icmp ne i64 %extra, 0
  br i1 %byarg, label %passed, label %kept
passed:
  %lastp = getelementptr ptr, ptr %slots, i64 %slotcount
  %block0 = load ptr, ptr %lastp, align 8
  br label %ready
kept:
  %block1 = atomicrmw xchg ptr %blockp, ptr null acq_rel
  %missing = icmp eq ptr %block1, null
  br i1 %missing, label %make, label %ready
make:
  %block2 = call ptr @aligned_alloc(i64 64, i64 %bytes)
  %failed = icmp eq ptr %block2, null
  br i1 %failed, label %nomemory, label %ready
nomemory:
  %e = call ptr @PyErr_NoMemory()
  ret ptr null
ready:
  %block = phi ptr [ null, %scratch ], [ %block0, %passed ], [ %block1, %kept ], [ %block2, %make ]
  call void @fixed(ptr %plan, ptr %slots, ptr %block)
  %long = and i64 %flags, 1
  %islong = icmp ne i64 %long, 0
  br i1 %islong, label %release, label %blas
release:
  %thread = call ptr @PyEval_SaveThread()
  br label %blas
blas:
  %saved = phi ptr [ null, %ready ], [ %thread, %release ]
  %blas0 = and i64 %flags, 2
  %isblas = icmp ne i64 %blas0, 0
  br i1 %isblas, label %guarded, label %plain
guarded:
  call void @enter_blas()
  %status0 = call i64 @launches(ptr %plan, ptr %slots, ptr %buffers)
  call void @leave_blas()
  br label %after
plain:
  %status1 = call i64 @launches(ptr %plan, ptr %slots, ptr %buffers)
  br label %after
after:
  %status = phi i64 [ %status0, %guarded ], [ %status1, %plain ]
  br i1 %islong, label %restore, label %keep
restore:
  call void @PyEval_RestoreThread(ptr %saved)
  br label %keep
keep:
  %own0 = icmp eq i64 %extra, 0
  %own = and i1 %own0, %needs
  br i1 %own, label %giveback, label %end
giveback:
  %other = atomicrmw xchg ptr %blockp, ptr %block acq_rel
  %two = icmp ne ptr %other, null
  br i1 %two, label %drop, label %end
drop:
  call void @free(ptr %other)
  br label %end
end:
  %stopped = icmp ne i64 %status, 0
  br i1 %stopped, label %raise, label %finish
raise:
  ret ptr null
finish:
  %n0 = word %plan, 5
  %n = inttoptr i64 %n0 to ptr
  call void @Py_IncRef(ptr %n)
  ret ptr %n
}

define void @release_block(ptr %block) nounwind {
  call void @free(ptr %block)
  ret void
}
"""
PYTHON_SYMBOLS = (
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyErr_SetString",
    "PyErr_NoMemory",
    "Py_IncRef",
    "PyGILState_Ensure",
    "PyGILState_Release",
    "PyErr_CheckSignals",
)
C_SYMBOLS = (
    "aligned_alloc",
    "free",
    "pthread_getspecific",
    "pthread_self",
    "clock_gettime",
    "usleep",
)
EXPORTS = (
    "run",
    "launch",
    "reset",
    "configure",
    "configure_blas",
    "enter_blas",
    "leave_blas",
    "close_blas",
    "open_blas",
    "start_child",
    "release_block",
)


def run_text(data_offset: int, type_offset: int, key_bits: int) -> str:
    """The runner's LLVM IR; it needs the pool's text beside it."""
    conversion = "%key = add i64 %key0, 0" if key_bits == 64 else "%key = trunc i64 %key0 to i32"
    clock = "6" if sys.platform == "darwin" else "1"  # CLOCK_MONOTONIC
    text = with_words(RUN_TEXT).replace("KEY_CONVERSION", conversion).replace("MONOTONIC", clock)
    return (
        text.replace("PTHREAD_KEY", f"i{key_bits}")
        .replace("DATA", str(data_offset))
        .replace("TYPE", str(type_offset))
    )


def with_words(text: str) -> str:
    """The text with `%x = word %p, k` written out."""
    return re.sub(
        r"(%[\w.]+) = word (%[\w.]+), ([%\w.]+)",
        r"\1.at = getelementptr i64, ptr \2, i64 \3\n  \1 = load i64, ptr \1.at, align 8",
        text,
    )
