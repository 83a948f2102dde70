target triple = "aarch64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr ptr, ptr %buffers, i64 0
  %v2 = load ptr, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 1
  %v7 = load ptr, ptr %v6, align 8
  %v3 = mul i64 0, 2
  %v4 = getelementptr inbounds float, ptr %v2, i64 %v3
  %v5 = load float, ptr %v4, align 4
  %v8 = getelementptr inbounds float, ptr %v7, i64 0
  store float %v5, ptr %v8, align 4
  %v9 = mul i64 1, 2
  %v10 = getelementptr inbounds float, ptr %v2, i64 %v9
  %v11 = load float, ptr %v10, align 4
  %v12 = getelementptr inbounds float, ptr %v7, i64 1
  store float %v11, ptr %v12, align 4
  %v13 = mul i64 2, 2
  %v14 = getelementptr inbounds float, ptr %v2, i64 %v13
  %v15 = load float, ptr %v14, align 4
  %v16 = getelementptr inbounds float, ptr %v7, i64 2
  store float %v15, ptr %v16, align 4
  ret void
}
