"""LLVM IR of the function that runs a list of oneDNN's primitives for a part of a launch's tasks.

The table says which memories there are (in a buffer of the launch, or in scratch memory that a call
allocates) and which primitives read and write them: some once a call, the others for each task.
"""
from __future__ import annotations

# Words of the table; records of memories and steps follow them.
WORDS = "engine scratch memories once steps memories.at steps.at".split()
MEMORY_WORDS = "descriptor slot offset step".split()    # slot -1: scratch; step: bytes a task
MOST_MEMORIES = 12
MOST_ARGUMENTS = 4
STEP_WORDS = 2 + 2 * MOST_ARGUMENTS             # primitive, count, pairs of argument and memory
FUNCTIONS = ("dnnl_stream_create", "dnnl_stream_destroy", "dnnl_memory_create",
             "dnnl_memory_destroy", "dnnl_memory_set_data_handle", "dnnl_primitive_execute",
             "omp_get_max_threads", "omp_set_num_threads")
C_FUNCTIONS = ("aligned_alloc", "free", "abort")


def steps_text() -> str:
    """A module that defines `steps`, a function with the uniform ABI."""
    text = TEXT
    for mark, names, source in (("TABLE_LOADS", WORDS, "table"),
                                ("MEMORY_LOADS", MEMORY_WORDS, "record")):
        text = text.replace(mark, "\n".join(
            f"  %{name}.p = getelementptr i64, ptr %{source}, i64 {k}\n"
            f"  %{name} = load i64, ptr %{name}.p, align 8" for k, name in enumerate(names)))
    parts = {"MOST_MEMORIES": MOST_MEMORIES, "MEMORY_WORDS": len(MEMORY_WORDS),
             "MOST_ARGUMENTS": MOST_ARGUMENTS, "STEP_WORDS": STEP_WORDS}
    for mark, value in parts.items():
        text = text.replace(mark, str(value))
    return text


# What can fail here is an allocation of a few MB, and a launch has no way to report it: the process
# ends, as it would where oneDNN itself finds no memory.
TEXT = """
declare i32 @fjax_dnnl_stream_create(ptr, ptr, i32)
declare i32 @fjax_dnnl_stream_destroy(ptr)
declare i32 @fjax_dnnl_memory_create(ptr, ptr, ptr, ptr)
declare i32 @fjax_dnnl_memory_destroy(ptr)
declare i32 @fjax_dnnl_memory_set_data_handle(ptr, ptr)
declare i32 @fjax_dnnl_primitive_execute(ptr, ptr, i32, ptr)
declare i32 @fjax_omp_get_max_threads()
declare void @fjax_omp_set_num_threads(i32)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @abort() noreturn

define internal void @check(i32 %status) nounwind {
  %bad = icmp ne i32 %status, 0
  br i1 %bad, label %failed, label %fine
failed:
  call void @abort()
  unreachable
fine:
  ret void
}

; Where the memory of a record is, for one task.
define internal ptr @address(ptr %record, ptr %buffers, ptr %scratch, i64 %task) nounwind {
entry:
MEMORY_LOADS
  %own = icmp slt i64 %slot, 0
  br i1 %own, label %found, label %given
given:
  %buffer.p = getelementptr ptr, ptr %buffers, i64 %slot
  %buffer = load ptr, ptr %buffer.p, align 8
  br label %found
found:
  %base = phi ptr [ %scratch, %entry ], [ %buffer, %given ]
  %moved = mul i64 %step, %task
  %at = add i64 %moved, %offset
  %address = getelementptr i8, ptr %base, i64 %at
  ret ptr %address
}

define internal void @execute(ptr %step, ptr %made, ptr %stream) nounwind {
entry:
  %arguments = alloca [MOST_ARGUMENTS x {i32, ptr}], align 8
  %primitive = load ptr, ptr %step, align 8
  %count.p = getelementptr i64, ptr %step, i64 1
  %count = load i64, ptr %count.p, align 8
  %pairs = getelementptr i64, ptr %step, i64 2
  br label %each
each:
  %k = phi i64 [ 0, %entry ], [ %k1, %each ]
  %pair = getelementptr {i64, i64}, ptr %pairs, i64 %k
  %name = load i64, ptr %pair, align 8
  %index.p = getelementptr i64, ptr %pair, i64 1
  %index = load i64, ptr %index.p, align 8
  %memory.p = getelementptr ptr, ptr %made, i64 %index
  %memory = load ptr, ptr %memory.p, align 8
  %name.32 = trunc i64 %name to i32
  %argument = getelementptr {i32, ptr}, ptr %arguments, i64 %k
  store i32 %name.32, ptr %argument, align 8
  %argument.m = getelementptr {i32, ptr}, ptr %argument, i64 0, i32 1
  store ptr %memory, ptr %argument.m, align 8
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %count
  br i1 %more, label %each, label %go
go:
  %count.32 = trunc i64 %count to i32
  %status = call i32 @fjax_dnnl_primitive_execute(ptr %primitive, ptr %stream, i32 %count.32,
                                                  ptr %arguments)
  call void @check(i32 %status)
  ret void
}

; The steps [first, last).
define internal void @run(ptr %list, i64 %first, i64 %last, ptr %made, ptr %stream) nounwind {
entry:
  %some = icmp slt i64 %first, %last
  br i1 %some, label %each, label %done
each:
  %k = phi i64 [ %first, %entry ], [ %k1, %each ]
  %at = mul i64 %k, STEP_WORDS
  %step = getelementptr i64, ptr %list, i64 %at
  call void @execute(ptr %step, ptr %made, ptr %stream)
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %last
  br i1 %more, label %each, label %done
done:
  ret void
}

define internal void @alone(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %made = alloca [MOST_MEMORIES x ptr], align 8
  %stream.p = alloca ptr, align 8
TABLE_LOADS
  %records = getelementptr i64, ptr %table, i64 %memories.at
  %list = getelementptr i64, ptr %table, i64 %steps.at
  %engine.ptr = inttoptr i64 %engine to ptr
  %s1 = call i32 @fjax_dnnl_stream_create(ptr %stream.p, ptr %engine.ptr, i32 1)
  call void @check(i32 %s1)
  %stream = load ptr, ptr %stream.p, align 8
  %own = call ptr @aligned_alloc(i64 64, i64 %scratch)
  %absent = icmp eq ptr %own, null
  %s2 = zext i1 %absent to i32
  call void @check(i32 %s2)
  br label %create
create:
  %m = phi i64 [ 0, %entry ], [ %m1, %create ]
  %at = mul i64 %m, MEMORY_WORDS
  %record = getelementptr i64, ptr %records, i64 %at
  %descriptor = load ptr, ptr %record, align 8
  %place = call ptr @address(ptr %record, ptr %buffers, ptr %own, i64 %lo)
  %made.p = getelementptr ptr, ptr %made, i64 %m
  %s3 = call i32 @fjax_dnnl_memory_create(ptr %made.p, ptr %descriptor, ptr %engine.ptr,
                                          ptr %place)
  call void @check(i32 %s3)
  %m1 = add i64 %m, 1
  %more.memories = icmp slt i64 %m1, %memories
  br i1 %more.memories, label %create, label %first
first:
  call void @run(ptr %list, i64 0, i64 %once, ptr %made, ptr %stream)
  br label %task
task:
  %t = phi i64 [ %lo, %first ], [ %t1, %compute ]
  br label %move
move:
  %n = phi i64 [ 0, %task ], [ %n1, %move ]
  %from = mul i64 %n, MEMORY_WORDS
  %other = getelementptr i64, ptr %records, i64 %from
  %now = call ptr @address(ptr %other, ptr %buffers, ptr %own, i64 %t)
  %memory.p = getelementptr ptr, ptr %made, i64 %n
  %memory = load ptr, ptr %memory.p, align 8
  %s4 = call i32 @fjax_dnnl_memory_set_data_handle(ptr %memory, ptr %now)
  call void @check(i32 %s4)
  %n1 = add i64 %n, 1
  %more.moves = icmp slt i64 %n1, %memories
  br i1 %more.moves, label %move, label %compute
compute:
  call void @run(ptr %list, i64 %once, i64 %steps, ptr %made, ptr %stream)
  %t1 = add i64 %t, 1
  %more.tasks = icmp slt i64 %t1, %hi
  br i1 %more.tasks, label %task, label %clear
clear:
  %d = phi i64 [ 0, %compute ], [ %d1, %clear ]
  %dead.p = getelementptr ptr, ptr %made, i64 %d
  %dead = load ptr, ptr %dead.p, align 8
  %s5 = call i32 @fjax_dnnl_memory_destroy(ptr %dead)
  %d1 = add i64 %d, 1
  %more.dead = icmp slt i64 %d1, %memories
  br i1 %more.dead, label %clear, label %done
done:
  call void @free(ptr %own)
  %s6 = call i32 @fjax_dnnl_stream_destroy(ptr %stream)
  ret void
}

define void @steps(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %go, label %done
go:
  %threads = call i32 @fjax_omp_get_max_threads()
  call void @fjax_omp_set_num_threads(i32 1)
  call void @alone(ptr %buffers, ptr %table, i64 %lo, i64 %hi)
  call void @fjax_omp_set_num_threads(i32 %threads)
  br label %done
done:
  ret void
}
"""
