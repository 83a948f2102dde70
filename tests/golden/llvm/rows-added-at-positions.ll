target triple = "x86_64-linux"
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v11 = getelementptr ptr, ptr %buffers, i64 1
  %v12 = load ptr, ptr %v11, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v16 = icmp slt i64 %lo, %v3
  br i1 %v16, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v14, %loop4 ]
  %v9 = getelementptr inbounds float, ptr %v8, i64 %i6
  %v10 = load <8 x float>, ptr %v9, align 4
  %v13 = getelementptr inbounds float, ptr %v12, i64 %i6
  store <8 x float> %v10, ptr %v13, align 4
  %v14 = add nsw i64 %i6, 8
  %v15 = icmp slt i64 %v14, %v3
  br i1 %v15, label %loop4, label %end5
end5:
  %v31 = icmp slt i64 %v3, %hi
  br i1 %v31, label %loop17, label %end18
loop17:
  %i19 = phi i64 [ %v3, %end5 ], [ %v29, %loop17 ]
  %v20 = sub nsw i64 %hi, %i19
  %v21 = call i64 @llvm.umin.i64(i64 %v20, i64 8)
  %v22 = trunc i64 %v21 to i32
  %v23 = insertelement <8 x i32> poison, i32 %v22, i64 0
  %v24 = shufflevector <8 x i32> %v23, <8 x i32> poison, <8 x i32> zeroinitializer
  %v25 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v24
  %v26 = getelementptr inbounds float, ptr %v8, i64 %i19
  %v27 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v26, <8 x i1> %v25, <8 x float> zeroinitializer)
  %v28 = getelementptr inbounds float, ptr %v12, i64 %i19
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v27, ptr align 4 %v28, <8 x i1> %v25)
  %v29 = add nsw i64 %i19, 8
  %v30 = icmp slt i64 %v29, %hi
  br i1 %v30, label %loop17, label %end18
end18:
  ret void
}

target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 6
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v10 = getelementptr i64, ptr %table, i64 0
  %v11 = load i64, ptr %v10, align 8
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v17 = getelementptr i64, ptr %table, i64 5
  %v18 = load i64, ptr %v17, align 8
  %v21 = getelementptr i64, ptr %table, i64 4
  %v22 = load i64, ptr %v21, align 8
  %v25 = getelementptr i64, ptr %table, i64 2
  %v26 = load i64, ptr %v25, align 8
  %v28 = getelementptr ptr, ptr %buffers, i64 1
  %v29 = load ptr, ptr %v28, align 8
  %v30 = getelementptr i64, ptr %table, i64 3
  %v31 = load i64, ptr %v30, align 8
  %v36 = getelementptr ptr, ptr %buffers, i64 0
  %v37 = load ptr, ptr %v36, align 8
  %v58 = icmp slt i64 0, %v2
  br i1 %v58, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v56, %join55 ]
  %v8 = getelementptr inbounds i64, ptr %v7, i64 %i5
  %v9 = load i64, ptr %v8, align 8
  %v12 = icmp slt i64 %v9, %v11
  %v15 = add i64 %v9, %v14
  %v16 = select i1 %v12, i64 %v15, i64 %v9
  %v19 = icmp sge i64 %v16, %v18
  %v32 = mul i64 %i5, %v31
  %v33 = getelementptr inbounds float, ptr %v29, i64 %v32
  br i1 %v19, label %then20, label %join55, !prof !{!"branch_weights", i32 2000, i32 1}
then20:
  %v23 = icmp sle i64 %v16, %v22
  br i1 %v23, label %then24, label %join54, !prof !{!"branch_weights", i32 2000, i32 1}
then24:
  %v27 = mul i64 %v16, %v26
  %v34 = getelementptr inbounds float, ptr %v33, i64 0
  %v35 = load <8 x float>, ptr %v34, align 4
  %v38 = getelementptr inbounds float, ptr %v37, i64 %v27
  %v39 = getelementptr inbounds float, ptr %v38, i64 0
  %v40 = load <8 x float>, ptr %v39, align 4
  %v41 = fadd <8 x float> %v40, %v35
  %v42 = getelementptr inbounds float, ptr %v38, i64 0
  store <8 x float> %v41, ptr %v42, align 4
  %v43 = getelementptr inbounds float, ptr %v33, i64 8
  %v44 = load <2 x float>, ptr %v43, align 4
  %v45 = getelementptr inbounds float, ptr %v38, i64 8
  %v46 = load <2 x float>, ptr %v45, align 4
  %v47 = fadd <2 x float> %v46, %v44
  %v48 = getelementptr inbounds float, ptr %v38, i64 8
  store <2 x float> %v47, ptr %v48, align 4
  %v49 = getelementptr inbounds float, ptr %v33, i64 10
  %v50 = load float, ptr %v49, align 4
  %v51 = getelementptr inbounds float, ptr %v38, i64 10
  %v52 = load float, ptr %v51, align 4
  %v53 = fadd float %v52, %v50
  store float %v53, ptr %v51, align 4
  br label %join54
join54:
  br label %join55
join55:
  %v56 = add nsw i64 %i5, 1
  %v57 = icmp slt i64 %v56, %v2
  br i1 %v57, label %loop3, label %end4
end4:
  ret void
}
