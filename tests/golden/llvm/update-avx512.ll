target triple = "x86_64-linux"
declare float @llvm.fma.f32(float, float, float)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 0
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 1
  %v7 = load ptr, ptr %v6, align 8
  %v11 = getelementptr ptr, ptr %buffers, i64 2
  %v12 = load ptr, ptr %v11, align 8
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v18 = getelementptr i64, ptr %table, i64 2
  %v19 = load float, ptr %v18, align 8
  %v20 = getelementptr ptr, ptr %buffers, i64 0
  %v21 = load ptr, ptr %v20, align 8
  %v23 = alloca <32 x i64>, align 64
  store <32 x i64> zeroinitializer, ptr %v23, align 64
  %v24 = alloca <32 x i64>, align 64
  %v32 = icmp slt i64 0, %v2
  br i1 %v32, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v30, %join29 ]
  %v8 = getelementptr inbounds i64, ptr %v7, i64 %i5
  %v9 = load i64, ptr %v8, align 8
  %v10 = icmp sge i64 %v9, 0
  %v15 = mul i64 %i5, %v14
  %v16 = getelementptr inbounds float, ptr %v12, i64 %v15
  %v17 = load float, ptr %v16, align 4
  %v22 = getelementptr inbounds float, ptr %v21, i64 %v9
  %v25 = select i1 %v10, ptr %v22, ptr %v23
  %v26 = load float, ptr %v25, align 4
  %v27 = call float @llvm.fma.f32(float %v17, float %v19, float %v26)
  br i1 %v10, label %stores28, label %join29
stores28:
  store float %v27, ptr %v22, align 4
  br label %join29
join29:
  %v30 = add nsw i64 %i5, 1
  %v31 = icmp slt i64 %v30, %v2
  br i1 %v31, label %loop3, label %end4
end4:
  ret void
}
