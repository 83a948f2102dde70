"""The one thread pool of fjax: parked workers that claim fixed chunks of a launch.

The pool is LLVM IR over POSIX threads, so that a launch costs about a microsecond and needs
neither the GIL nor a runtime library. A launch publishes one atomic word, `generation | limit |
end | begin` of the chunks left; whoever moves an end by one owns that chunk. The launching thread
takes part, so a worker that wakes late, or never, costs nothing but its help. A second thread that
launches meanwhile runs its work alone. Which thread computes a chunk has no influence on the chunk,
so results do not depend on the number of threads.

Python's main thread asks between chunks whether a signal has come (`poll`, program_text.py); if its
handler raises, the chunks that nobody has begun are cancelled.

Workers with odd numbers take chunks from the beginning, the others and the launching thread from
the end: in a loop that launches again and again a thread meets the rows that its cache holds.
"""

from __future__ import annotations

# Words of the state, each group on cache lines of its own.
POOL_TEXT = """
@state = internal global [96 x i64] zeroinitializer, align 64
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(ptr)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)
declare i32 @sched_yield()
declare i32 @sigfillset(ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i64 @llvm.smin.i64(i64, i64)

define internal void @relax() alwaysinline nounwind {
  RELAX
  ret void
}

; Run one chunk of the current launch: -1 if there was one for worker %id, else the generation.
define internal i64 @claim(i64 %id) nounwind {
entry:
  br label %look
look:
  %word = load atomic i64, ptr @state acquire, align 8
  %generation = lshr i64 %word, 40
  %e0 = lshr i64 %word, 16
  %end = and i64 %e0, 65535
  %begin = and i64 %word, 65535
  %l0 = lshr i64 %word, 32
  %limit = and i64 %l0, 255
  %some = icmp ult i64 %begin, %end
  %mine = icmp ult i64 %id, %limit
  %may = and i1 %some, %mine
  br i1 %may, label %take, label %none
none:
  ret i64 %generation
take:
  %side = and i64 %id, 1
  %low = icmp ne i64 %side, 0
  %change = select i1 %low, i64 1, i64 -65536
  %less = add i64 %word, %change
  %last = sub i64 %end, 1
  %k = select i1 %low, i64 %begin, i64 %last
  %swap = cmpxchg ptr @state, i64 %word, i64 %less acq_rel acquire
  %won = extractvalue { i64, i1 } %swap, 1
  br i1 %won, label %work, label %look
work:
  %fn = load ptr, ptr getelementptr (i64, ptr @state, i64 16), align 8
  %buffers = load ptr, ptr getelementptr (i64, ptr @state, i64 17), align 8
  %table = load ptr, ptr getelementptr (i64, ptr @state, i64 18), align 8
  %n = load i64, ptr getelementptr (i64, ptr @state, i64 19), align 8
  %chunk = load i64, ptr getelementptr (i64, ptr @state, i64 20), align 8
  %lo = mul i64 %k, %chunk
  %h0 = add i64 %lo, %chunk
  %hi = call i64 @llvm.smin.i64(i64 %h0, i64 %n)
  call void %fn(ptr %buffers, ptr %table, i64 %lo, i64 %hi)
  %d = atomicrmw add ptr getelementptr (i64, ptr @state, i64 8), i64 1 acq_rel
  ret i64 -1
}

define internal ptr @worker(ptr %argument) nounwind {
entry:
  %id = ptrtoint ptr %argument to i64
  br label %next
next:
  %seen = phi i64 [ -2, %entry ], [ %seen, %worked ], [ %g, %idle ], [ %g, %woken ]
  %spins = phi i64 [ 0, %entry ], [ 0, %worked ], [ %s2, %idle ], [ 0, %woken ]
  %g = call i64 @claim(i64 %id)
  %did = icmp eq i64 %g, -1
  br i1 %did, label %worked, label %idle0
worked:
  br label %next
idle0:
  %same = icmp eq i64 %g, %seen
  %s1 = add i64 %spins, 1
  %s2 = select i1 %same, i64 %s1, i64 0
  call void @relax()
  %tired = icmp ugt i64 %s2, SPINS
  br i1 %tired, label %park, label %idle
idle:
  br label %next
park:
  %m = call i32 @pthread_mutex_lock(ptr getelementptr (i64, ptr @state, i64 40))
  %a = atomicrmw add ptr getelementptr (i64, ptr @state, i64 24), i64 1 seq_cst
  br label %check
check:
  %w = load atomic i64, ptr @state seq_cst, align 8
  %wg = lshr i64 %w, 40
  %still = icmp eq i64 %wg, %g
  br i1 %still, label %sleep, label %woken
sleep:
  %c = call i32 @pthread_cond_wait(ptr getelementptr (i64, ptr @state, i64 56),
                                   ptr getelementptr (i64, ptr @state, i64 40))
  br label %check
woken:
  %b = atomicrmw sub ptr getelementptr (i64, ptr @state, i64 24), i64 1 seq_cst
  %u = call i32 @pthread_mutex_unlock(ptr getelementptr (i64, ptr @state, i64 40))
  br label %next
}

; Have at least %wanted workers. They block all signals, which are for Python's main thread.
define internal void @hire(i64 %wanted) nounwind {
entry:
  %handle = alloca i64, align 8
  %all = alloca [16 x i64], align 8
  %before = alloca [16 x i64], align 8
  %now = load i64, ptr getelementptr (i64, ptr @state, i64 33), align 8
  %complete = icmp sge i64 %now, %wanted
  br i1 %complete, label %return, label %block
block:
  %f = call i32 @sigfillset(ptr %all)
  %k = call i32 @pthread_sigmask(i32 SET_MASK, ptr %all, ptr %before)
  br label %look
look:
  %have = load i64, ptr getelementptr (i64, ptr @state, i64 33), align 8
  %enough = icmp sge i64 %have, %wanted
  br i1 %enough, label %done, label %start
start:
  %id = add i64 %have, 1
  %argument = inttoptr i64 %id to ptr
  %r = call i32 @pthread_create(ptr %handle, ptr null, ptr @worker, ptr %argument)
  %failed = icmp ne i32 %r, 0
  br i1 %failed, label %done, label %started
started:
  %h = load ptr, ptr %handle, align 8
  %x = call i32 @pthread_detach(ptr %h)
  store i64 %id, ptr getelementptr (i64, ptr @state, i64 33), align 8
  br label %look
done:
  %q = call i32 @pthread_sigmask(i32 SET_MASK, ptr %before, ptr null)
  br label %return
return:
  ret void
}

; Let nobody claim what is left of the current launch: it counts as done.
define internal void @cancel() nounwind {
entry:
  br label %look
look:
  %word = load atomic i64, ptr @state acquire, align 8
  %e0 = lshr i64 %word, 16
  %end = and i64 %e0, 65535
  %begin = and i64 %word, 65535
  %rest = sub i64 %end, %begin
  %some = icmp ult i64 %begin, %end
  br i1 %some, label %take, label %done
take:
  %none = add i64 %word, %rest
  %swap = cmpxchg ptr @state, i64 %word, i64 %none acq_rel acquire
  %won = extractvalue { i64, i1 } %swap, 1
  br i1 %won, label %count, label %look
count:
  %d = atomicrmw add ptr getelementptr (i64, ptr @state, i64 8), i64 %rest acq_rel
  br label %done
done:
  ret void
}

; The same function on one thread, in %pieces parts that are multiples of %grain.
define internal i64 @alone(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain,
                           i64 %pieces) nounwind {
entry:
  %unit = mul i64 %grain, %pieces
  %u1 = sub i64 %unit, 1
  %n1 = add i64 %n, %u1
  %per = sdiv i64 %n1, %unit
  %step = mul i64 %per, %grain
  br label %each
each:
  %lo = phi i64 [ 0, %entry ], [ %hi, %ask ]
  %h0 = add i64 %lo, %step
  %hi = call i64 @llvm.smin.i64(i64 %h0, i64 %n)
  call void %fn(ptr %buffers, ptr %table, i64 %lo, i64 %hi)
  %more = icmp slt i64 %hi, %n
  br i1 %more, label %ask, label %done
ask:
  %stop = call i64 @poll()
  %on = icmp eq i64 %stop, 0
  br i1 %on, label %each, label %done
done:
  %status = phi i64 [ 0, %each ], [ %stop, %ask ]
  ret i64 %status
}

; fn(buffers, table, lo, hi) over [0, n) in %parts chunks a thread, multiples of %grain. Not 0 if a
; signal's handler has raised: then some chunks were left out.
define internal i64 @share(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain, i64 %threads,
                           i64 %parts) nounwind {
entry:
  %g1 = sub i64 %grain, 1
  %b0 = add i64 %n, %g1
  %blocks = sdiv i64 %b0, %grain
  %many0 = mul i64 %threads, %parts
  %many = call i64 @llvm.smin.i64(i64 %many0, i64 65535)
  %chunks0 = call i64 @llvm.smin.i64(i64 %blocks, i64 %many)
  %alone0 = icmp sle i64 %threads, 1
  %alone1 = icmp sle i64 %chunks0, 1
  %alone = or i1 %alone0, %alone1
  br i1 %alone, label %serial, label %enter
serial:
  %lasting = icmp sgt i64 %parts, BALANCED
  %fitting = icmp sgt i64 %chunks0, 1
  %cut = and i1 %lasting, %fitting
  br i1 %cut, label %cuts, label %whole
whole:
  call void %fn(ptr %buffers, ptr %table, i64 0, i64 %n)
  ret i64 0
cuts:
  %stopped = call i64 @alone(ptr %fn, ptr %buffers, ptr %table, i64 %n, i64 %grain, i64 %chunks0)
  ret i64 %stopped
enter:
  %swap = cmpxchg ptr getelementptr (i64, ptr @state, i64 32), i64 0, i64 1 acquire monotonic
  %free = extractvalue { i64, i1 } %swap, 1
  br i1 %free, label %publish, label %serial
publish:
  %helpers = sub i64 %threads, 1
  call void @hire(i64 %helpers)
  %c1 = sub i64 %chunks0, 1
  %p0 = add i64 %blocks, %c1
  %per = sdiv i64 %p0, %chunks0
  %chunk = mul i64 %per, %grain
  %k1 = sub i64 %chunk, 1
  %n1 = add i64 %n, %k1
  %chunks = sdiv i64 %n1, %chunk
  store ptr %fn, ptr getelementptr (i64, ptr @state, i64 16), align 8
  store ptr %buffers, ptr getelementptr (i64, ptr @state, i64 17), align 8
  store ptr %table, ptr getelementptr (i64, ptr @state, i64 18), align 8
  store i64 %n, ptr getelementptr (i64, ptr @state, i64 19), align 8
  store i64 %chunk, ptr getelementptr (i64, ptr @state, i64 20), align 8
  store atomic i64 0, ptr getelementptr (i64, ptr @state, i64 8) release, align 8
  %old = load atomic i64, ptr @state monotonic, align 8
  %og = lshr i64 %old, 40
  %ng = add i64 %og, 1
  %w0 = shl i64 %ng, 40
  %w1 = shl i64 %threads, 32
  %w2 = or i64 %w0, %w1
  %w3 = shl i64 %chunks, 16
  %word = or i64 %w2, %w3
  store atomic i64 %word, ptr @state seq_cst, align 8
  %sleepers = load atomic i64, ptr getelementptr (i64, ptr @state, i64 24) seq_cst, align 8
  %any = icmp ne i64 %sleepers, 0
  br i1 %any, label %wake, label %work
wake:
  %m = call i32 @pthread_mutex_lock(ptr getelementptr (i64, ptr @state, i64 40))
  %s = call i32 @pthread_cond_broadcast(ptr getelementptr (i64, ptr @state, i64 56))
  %u = call i32 @pthread_mutex_unlock(ptr getelementptr (i64, ptr @state, i64 40))
  br label %work
work:
  %r = call i64 @claim(i64 0)
  %more = icmp eq i64 %r, -1
  br i1 %more, label %ask, label %wait
ask:
  %stop = call i64 @poll()
  %on = icmp eq i64 %stop, 0
  br i1 %on, label %work, label %give_up
give_up:
  call void @cancel()
  br label %wait
wait:
  %status = phi i64 [ 0, %work ], [ 1, %give_up ], [ %status, %wait2 ]
  %spins = phi i64 [ 0, %work ], [ 0, %give_up ], [ %spins1, %wait2 ]
  %done = load atomic i64, ptr getelementptr (i64, ptr @state, i64 8) acquire, align 8
  %all = icmp eq i64 %done, %chunks
  br i1 %all, label %leave, label %wait1
wait1:
  %spins1 = add i64 %spins, 1
  %long = icmp ugt i64 %spins1, 10000
  br i1 %long, label %yield, label %relax
yield:
  %y = call i32 @sched_yield()
  br label %wait2
relax:
  call void @relax()
  br label %wait2
wait2:
  br label %wait
leave:
  store atomic i64 0, ptr getelementptr (i64, ptr @state, i64 32) release, align 8
  ret i64 %status
}

; Start anew: at the process's start, and in a child after fork, where the workers are gone.
define void @reset() nounwind {
  store atomic i64 0, ptr @state seq_cst, align 8
  store i64 0, ptr getelementptr (i64, ptr @state, i64 8), align 8
  store i64 0, ptr getelementptr (i64, ptr @state, i64 24), align 8
  store i64 0, ptr getelementptr (i64, ptr @state, i64 32), align 8
  store i64 0, ptr getelementptr (i64, ptr @state, i64 33), align 8
  %m = call i32 @pthread_mutex_init(ptr getelementptr (i64, ptr @state, i64 40), ptr null)
  %c = call i32 @pthread_cond_init(ptr getelementptr (i64, ptr @state, i64 56), ptr null)
  ret void
}
"""
# More chunks a thread than for balance alone: a launch is long, and cut so that it can be stopped.
BALANCED = 4
# How often an idle worker looks for work before it sleeps: about 20 microseconds.
SPINS = 400
SYMBOLS = (
    "pthread_create",
    "pthread_detach",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_cond_init",
    "pthread_cond_wait",
    "pthread_cond_broadcast",
    "sched_yield",
    "sigfillset",
    "pthread_sigmask",
)


def pool_text(triple: str) -> str:
    """The pool's LLVM IR for a processor."""
    relax = declaration = ""
    if triple.startswith(("x86_64", "i386", "i686")):
        relax = "call void @llvm.x86.sse2.pause()"
        declaration = "declare void @llvm.x86.sse2.pause()"
    elif triple.startswith(("aarch64", "arm64")):
        relax = "call void @llvm.aarch64.hint(i32 1)"
        declaration = "declare void @llvm.aarch64.hint(i32)"
    set_mask = "3" if "apple" in triple or "darwin" in triple else "2"  # SIG_SETMASK
    text = POOL_TEXT.replace("RELAX", relax).replace("SPINS", str(SPINS))
    text = text.replace("SET_MASK", set_mask).replace("BALANCED", str(BALANCED))
    return f"{declaration}\n{text}"
