target triple = "aarch64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = load i64, ptr %table, align 8
  %v10 = getelementptr i64, ptr %table, i64 1
  %v11 = load float, ptr %v10, align 8
  %v14 = load ptr, ptr %buffers, align 8
  %v16 = alloca <8 x i64>, align 64
  store <8 x i64> zeroinitializer, ptr %v16, align 64
  %v17 = alloca <8 x i64>, align 64
  %v21 = getelementptr ptr, ptr %buffers, i64 1
  %v22 = load ptr, ptr %v21, align 8
  %v27 = getelementptr ptr, ptr %buffers, i64 2
  %v28 = load ptr, ptr %v27, align 8
  %v38 = icmp slt i64 0, %v1
  br i1 %v38, label %loop2, label %end3
loop2:
  %i4 = phi i64 [ 0, %entry ], [ %v36, %join35 ]
  br label %while5
while5:
  %p8 = phi i64 [ 0, %loop2 ], [ %v13, %do6 ]
  %p9 = phi float [ 0x3FF0000000000000, %loop2 ], [ %v20, %do6 ]
  %v12 = fcmp olt float %p9, %v11
  br i1 %v12, label %do6, label %end7
do6:
  %v13 = add i64 %p8, 1
  %v15 = getelementptr inbounds float, ptr %v14, i64 %p8
  %v18 = select i1 %v12, ptr %v15, ptr %v16
  %v19 = load float, ptr %v18, align 4
  %v20 = fmul float %p9, %v19
  br label %while5
end7:
  %v23 = getelementptr inbounds i64, ptr %v22, i64 %i4
  %v24 = load i64, ptr %v23, align 8
  %v25 = icmp sge i64 %p8, %v24
  %v29 = getelementptr inbounds i64, ptr %v28, i64 %i4
  br i1 %v25, label %then26, label %join32
then26:
  br i1 %v25, label %stores30, label %join31
stores30:
  store i64 %p8, ptr %v29, align 8
  br label %join31
join31:
  br label %join32
join32:
  %v33 = xor i1 %v25, true
  br i1 %v33, label %then34, label %join35
then34:
  store i64 %v24, ptr %v29, align 8
  br label %join35
join35:
  %v36 = add nsw i64 %i4, 1
  %v37 = icmp slt i64 %v36, %v1
  br i1 %v37, label %loop2, label %end3
end3:
  ret void
}
