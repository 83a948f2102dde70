"""LLVM IR that runs a launch table step after step: the native loop around kernels and BLAS."""

from __future__ import annotations

MOVE_WORDS = 3  # a move: slot written, slot read, bytes added

REPEAT_TEXT = """
; Run %body %count times, or until %condition, asked before each step, stores 0 where slot %flag
; points; the number of steps run, or -1 if a signal's handler has raised. Between steps slots
; change: all at once, by %n moves. The GIL is free meanwhile.
define i64 @repeat(ptr %body, ptr %condition, ptr %slots, i64 %second, i64 %flag, ptr %moves,
                   i64 %n, i64 %count) nounwind {
entry:
  %thread = call ptr @PyEval_SaveThread()
  %asks = icmp ne ptr %condition, null
  %other = select i1 %asks, ptr %condition, ptr %body
  %most.body = word %body, 10
  %most.other = word %other, 10
  %most = call i64 @llvm.smax.i64(i64 %most.body, i64 %most.other)
  %room = add i64 %most, 1
  %buffers = alloca ptr, i64 %room, align 16
  %places = add i64 %n, 1
  %saved = alloca i64, i64 %places, align 16
  %asked = getelementptr ptr, ptr %slots, i64 %second
  %flags.body = word %body, 3
  %flags.other = word %other, 3
  %flags = or i64 %flags.body, %flags.other
  %blas = and i64 %flags, 2
  %isblas = icmp ne i64 %blas, 0
  br i1 %isblas, label %guard, label %first
guard:
  call void @enter_blas()
  br label %first
first:
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %each, label %done
each:
  %i = phi i64 [ 0, %first ], [ %i1, %next ]
  br i1 %asks, label %ask, label %step
ask:
  %stopped0 = call i64 @launches(ptr %condition, ptr %asked, ptr %buffers)
  %on0 = icmp eq i64 %stopped0, 0
  br i1 %on0, label %told, label %done
told:
  %answer.at = getelementptr ptr, ptr %slots, i64 %flag
  %answer.p = load ptr, ptr %answer.at, align 8
  %answer = load i8, ptr %answer.p, align 1
  %stops = icmp eq i8 %answer, 0
  br i1 %stops, label %done, label %step
step:
  %stopped1 = call i64 @launches(ptr %body, ptr %slots, ptr %buffers)
  %on1 = icmp eq i64 %stopped1, 0
  br i1 %on1, label %ran, label %done
ran:
  %moving = icmp sgt i64 %n, 0
  br i1 %moving, label %read, label %next
read:
  %j = phi i64 [ 0, %ran ], [ %j1, %read ]
  %j3 = mul i64 %j, 3
  %j.from = add i64 %j3, 1
  %j.by = add i64 %j3, 2
  %from = word %moves, %j.from
  %by = word %moves, %j.by
  %value = word %slots, %from
  %moved = add i64 %value, %by
  %saved.at = getelementptr i64, ptr %saved, i64 %j
  store i64 %moved, ptr %saved.at, align 8
  %j1 = add i64 %j, 1
  %jmore = icmp slt i64 %j1, %n
  br i1 %jmore, label %read, label %write
write:
  %k = phi i64 [ 0, %read ], [ %k1, %write ]
  %k3 = mul i64 %k, 3
  %to = word %moves, %k3
  %new = word %saved, %k
  %to.p = getelementptr i64, ptr %slots, i64 %to
  store i64 %new, ptr %to.p, align 8
  %k1 = add i64 %k, 1
  %kmore = icmp slt i64 %k1, %n
  br i1 %kmore, label %write, label %next
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %count
  br i1 %more, label %each, label %done
done:
  %steps = phi i64 [ 0, %first ], [ %i, %told ], [ %i1, %next ], [ -1, %ask ], [ -1, %step ]
  br i1 %isblas, label %leave, label %end
leave:
  call void @leave_blas()
  br label %end
end:
  call void @PyEval_RestoreThread(ptr %thread)
  ret i64 %steps
}
declare i64 @llvm.smax.i64(i64, i64)
"""
EXPORTS = ("repeat",)
