"""LLVM IR of the function that runs a list of oneDNN's primitives for a part of a launch's tasks.

The table says which memories there are (in a buffer of the launch, or in scratch memory that a call
allocates) and which primitives read and write them: some once a call, the others for each task.
"""

from __future__ import annotations

from fjax.lowering.cpu.library import onednn_plain

# Words of the table; records of memories and steps follow them.
WORDS = "engine scratch memories once steps memories.at steps.at plain.at".split()
MEMORY_WORDS = "descriptor slot offset step".split()  # slot -1: scratch; step: bytes a task
MOST_MEMORIES = 12
MOST_ARGUMENTS = 4
STEP_WORDS = 2 + 2 * MOST_ARGUMENTS  # primitive, count, pairs of argument and memory
FUNCTIONS = (
    "dnnl_stream_create",
    "dnnl_stream_destroy",
    "dnnl_memory_create",
    "dnnl_memory_destroy",
    "dnnl_memory_set_data_handle",
    "dnnl_primitive_execute",
    "omp_get_max_threads",
    "omp_set_num_threads",
)
C_FUNCTIONS = ("aligned_alloc", "free")


def steps_text() -> str:
    """A module that defines `steps`, a function with the uniform ABI."""
    text = TEXT + onednn_plain.plain_text()
    for mark, names, source in (
        ("TABLE_LOADS", WORDS, "table"),
        ("MEMORY_LOADS", MEMORY_WORDS, "record"),
    ):
        text = text.replace(
            mark,
            "\n".join(
                f"  %{name}.p = getelementptr i64, ptr %{source}, i64 {k}\n"
                f"  %{name} = load i64, ptr %{name}.p, align 8"
                for k, name in enumerate(names)
            ),
        )
    parts = {
        "MOST_MEMORIES": MOST_MEMORIES,
        "MEMORY_WORDS": len(MEMORY_WORDS),
        "MOST_ARGUMENTS": MOST_ARGUMENTS,
        "STEP_WORDS": STEP_WORDS,
        "PLAIN_WORD": WORDS.index("plain.at"),
    }
    for mark, value in parts.items():
        text = text.replace(mark, str(value))
    return text


# Where oneDNN reports an error, or there is no scratch memory, plain loops compute the tasks.
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

define internal i32 @execute(ptr %step, ptr %made, ptr %stream) nounwind {
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
  ret i32 %status
}

; The steps [first, last), up to one that fails; its status.
define internal i32 @run(ptr %list, i64 %first, i64 %last, ptr %made, ptr %stream) nounwind {
entry:
  %some = icmp slt i64 %first, %last
  br i1 %some, label %each, label %done
each:
  %k = phi i64 [ %first, %entry ], [ %k1, %each ]
  %at = mul i64 %k, STEP_WORDS
  %step = getelementptr i64, ptr %list, i64 %at
  %status = call i32 @execute(ptr %step, ptr %made, ptr %stream)
  %fine = icmp eq i32 %status, 0
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %last
  %again = and i1 %fine, %more
  br i1 %again, label %each, label %done
done:
  %result = phi i32 [ 0, %entry ], [ %status, %each ]
  ret i32 %result
}

; Status 0, or that of what failed first.
define internal i32 @alone(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %made = alloca [MOST_MEMORIES x ptr], align 8
  %stream.p = alloca ptr, align 8
  %own.p = alloca ptr, align 8
  store [MOST_MEMORIES x ptr] zeroinitializer, ptr %made, align 8
  store ptr null, ptr %stream.p, align 8
  store ptr null, ptr %own.p, align 8
TABLE_LOADS
  %records = getelementptr i64, ptr %table, i64 %memories.at
  %list = getelementptr i64, ptr %table, i64 %steps.at
  %engine.ptr = inttoptr i64 %engine to ptr
  %s1 = call i32 @fjax_dnnl_stream_create(ptr %stream.p, ptr %engine.ptr, i32 1)
  %bad1 = icmp ne i32 %s1, 0
  br i1 %bad1, label %clear, label %allocate
allocate:
  %stream = load ptr, ptr %stream.p, align 8
  %own = call ptr @aligned_alloc(i64 64, i64 %scratch)
  store ptr %own, ptr %own.p, align 8
  %absent = icmp eq ptr %own, null
  br i1 %absent, label %clear, label %create
create:
  %m = phi i64 [ 0, %allocate ], [ %m1, %created ]
  %at = mul i64 %m, MEMORY_WORDS
  %record = getelementptr i64, ptr %records, i64 %at
  %descriptor = load ptr, ptr %record, align 8
  %place = call ptr @address(ptr %record, ptr %buffers, ptr %own, i64 %lo)
  %made.p = getelementptr ptr, ptr %made, i64 %m
  %s3 = call i32 @fjax_dnnl_memory_create(ptr %made.p, ptr %descriptor, ptr %engine.ptr,
                                          ptr %place)
  %bad3 = icmp ne i32 %s3, 0
  br i1 %bad3, label %clear, label %created
created:
  %m1 = add i64 %m, 1
  %more.memories = icmp slt i64 %m1, %memories
  br i1 %more.memories, label %create, label %first
first:
  %s4 = call i32 @run(ptr %list, i64 0, i64 %once, ptr %made, ptr %stream)
  %bad4 = icmp ne i32 %s4, 0
  br i1 %bad4, label %clear, label %task
task:
  %t = phi i64 [ %lo, %first ], [ %t1, %computed ]
  br label %move
move:
  %n = phi i64 [ 0, %task ], [ %n1, %moved ]
  %from = mul i64 %n, MEMORY_WORDS
  %other = getelementptr i64, ptr %records, i64 %from
  %now = call ptr @address(ptr %other, ptr %buffers, ptr %own, i64 %t)
  %memory.p = getelementptr ptr, ptr %made, i64 %n
  %memory = load ptr, ptr %memory.p, align 8
  %s5 = call i32 @fjax_dnnl_memory_set_data_handle(ptr %memory, ptr %now)
  %bad5 = icmp ne i32 %s5, 0
  br i1 %bad5, label %clear, label %moved
moved:
  %n1 = add i64 %n, 1
  %more.moves = icmp slt i64 %n1, %memories
  br i1 %more.moves, label %move, label %compute
compute:
  %s6 = call i32 @run(ptr %list, i64 %once, i64 %steps, ptr %made, ptr %stream)
  %bad6 = icmp ne i32 %s6, 0
  br i1 %bad6, label %clear, label %computed
computed:
  %t1 = add i64 %t, 1
  %more.tasks = icmp slt i64 %t1, %hi
  br i1 %more.tasks, label %task, label %clear
clear:
  %status = phi i32 [ %s1, %entry ], [ 1, %allocate ], [ %s3, %create ], [ %s4, %first ],
                    [ %s5, %move ], [ %s6, %compute ], [ 0, %computed ]
  br label %destroy
destroy:
  %d = phi i64 [ 0, %clear ], [ %d1, %destroy ]
  %dead.p = getelementptr ptr, ptr %made, i64 %d
  %dead = load ptr, ptr %dead.p, align 8
  %gone = call i32 @fjax_dnnl_memory_destroy(ptr %dead)
  %d1 = add i64 %d, 1
  %more.dead = icmp slt i64 %d1, %memories
  br i1 %more.dead, label %destroy, label %done
done:
  %mine = load ptr, ptr %own.p, align 8
  call void @free(ptr %mine)
  %old = load ptr, ptr %stream.p, align 8
  %ended = call i32 @fjax_dnnl_stream_destroy(ptr %old)
  ret i32 %status
}

define void @steps(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %go, label %done
go:
  %threads = call i32 @fjax_omp_get_max_threads()
  call void @fjax_omp_set_num_threads(i32 1)
  %status = call i32 @alone(ptr %buffers, ptr %table, i64 %lo, i64 %hi)
  call void @fjax_omp_set_num_threads(i32 %threads)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %instead, label %done
instead:
  %plain.p = getelementptr i64, ptr %table, i64 PLAIN_WORD
  %plain.at = load i64, ptr %plain.p, align 8
  %record = getelementptr i64, ptr %table, i64 %plain.at
  call void @plain(ptr %buffers, ptr %record, i64 %lo, i64 %hi)
  br label %done
done:
  ret void
}
"""
