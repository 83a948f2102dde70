target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = load ptr, ptr %buffers, align 8
  %v5 = getelementptr ptr, ptr %buffers, i64 1
  %v6 = load ptr, ptr %v5, align 8
  %v2 = mul i64 0, 2
  %v3 = getelementptr inbounds float, ptr %v1, i64 %v2
  %v4 = load float, ptr %v3, align 4
  %v7 = getelementptr inbounds float, ptr %v6, i64 0
  store float %v4, ptr %v7, align 4
  %v8 = mul i64 1, 2
  %v9 = getelementptr inbounds float, ptr %v1, i64 %v8
  %v10 = load float, ptr %v9, align 4
  %v11 = getelementptr inbounds float, ptr %v6, i64 1
  store float %v10, ptr %v11, align 4
  %v12 = mul i64 2, 2
  %v13 = getelementptr inbounds float, ptr %v1, i64 %v12
  %v14 = load float, ptr %v13, align 4
  %v15 = getelementptr inbounds float, ptr %v6, i64 2
  store float %v14, ptr %v15, align 4
  ret void
}
