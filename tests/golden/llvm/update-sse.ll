target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = load i64, ptr %table, align 8
  %v5 = getelementptr ptr, ptr %buffers, i64 1
  %v6 = load ptr, ptr %v5, align 8
  %v10 = getelementptr ptr, ptr %buffers, i64 2
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr i64, ptr %table, i64 1
  %v13 = load i64, ptr %v12, align 8
  %v17 = getelementptr i64, ptr %table, i64 2
  %v18 = load float, ptr %v17, align 8
  %v19 = load ptr, ptr %buffers, align 8
  %v21 = alloca <8 x i64>, align 64
  store <8 x i64> zeroinitializer, ptr %v21, align 64
  %v22 = alloca <8 x i64>, align 64
  %v31 = icmp slt i64 0, %v1
  br i1 %v31, label %loop2, label %end3
loop2:
  %i4 = phi i64 [ 0, %entry ], [ %v29, %join28 ]
  %v7 = getelementptr inbounds i64, ptr %v6, i64 %i4
  %v8 = load i64, ptr %v7, align 8
  %v9 = icmp sge i64 %v8, 0
  %v14 = mul i64 %i4, %v13
  %v15 = getelementptr inbounds float, ptr %v11, i64 %v14
  %v16 = load float, ptr %v15, align 4
  %v20 = getelementptr inbounds float, ptr %v19, i64 %v8
  %v23 = select i1 %v9, ptr %v20, ptr %v21
  %v24 = load float, ptr %v23, align 4
  %v25 = fmul float %v16, %v18
  %v26 = fadd float %v25, %v24
  br i1 %v9, label %stores27, label %join28
stores27:
  store float %v26, ptr %v20, align 4
  br label %join28
join28:
  %v29 = add nsw i64 %i4, 1
  %v30 = icmp slt i64 %v29, %v1
  br i1 %v30, label %loop2, label %end3
end3:
  ret void
}
