target triple = "x86_64-linux"
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v10 = getelementptr ptr, ptr %buffers, i64 1
  %v11 = load ptr, ptr %v10, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v15 = icmp slt i64 %lo, %v3
  br i1 %v15, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v13, %loop4 ]
  %v8 = getelementptr inbounds float, ptr %v7, i64 %i6
  %v9 = load <8 x float>, ptr %v8, align 4
  %v12 = getelementptr inbounds float, ptr %v11, i64 %i6
  store <8 x float> %v9, ptr %v12, align 4
  %v13 = add nsw i64 %i6, 8
  %v14 = icmp slt i64 %v13, %v3
  br i1 %v14, label %loop4, label %end5
end5:
  %v30 = icmp slt i64 %v3, %hi
  br i1 %v30, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v3, %end5 ], [ %v28, %loop16 ]
  %v19 = sub nsw i64 %hi, %i18
  %v20 = call i64 @llvm.umin.i64(i64 %v19, i64 8)
  %v21 = trunc i64 %v20 to i32
  %v22 = insertelement <8 x i32> poison, i32 %v21, i64 0
  %v23 = shufflevector <8 x i32> %v22, <8 x i32> poison, <8 x i32> zeroinitializer
  %v24 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v23
  %v25 = getelementptr inbounds float, ptr %v7, i64 %i18
  %v26 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v25, <8 x i1> %v24, <8 x float> zeroinitializer)
  %v27 = getelementptr inbounds float, ptr %v11, i64 %i18
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v26, ptr align 4 %v27, <8 x i1> %v24)
  %v28 = add nsw i64 %i18, 8
  %v29 = icmp slt i64 %v28, %hi
  br i1 %v29, label %loop16, label %end17
end17:
  ret void
}

target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 6
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v10 = load i64, ptr %table, align 8
  %v12 = getelementptr i64, ptr %table, i64 1
  %v13 = load i64, ptr %v12, align 8
  %v16 = getelementptr i64, ptr %table, i64 5
  %v17 = load i64, ptr %v16, align 8
  %v20 = getelementptr i64, ptr %table, i64 4
  %v21 = load i64, ptr %v20, align 8
  %v24 = getelementptr i64, ptr %table, i64 2
  %v25 = load i64, ptr %v24, align 8
  %v27 = getelementptr ptr, ptr %buffers, i64 1
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 3
  %v30 = load i64, ptr %v29, align 8
  %v35 = load ptr, ptr %buffers, align 8
  %v56 = icmp slt i64 0, %v2
  br i1 %v56, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v54, %join53 ]
  %v8 = getelementptr inbounds i64, ptr %v7, i64 %i5
  %v9 = load i64, ptr %v8, align 8
  %v11 = icmp slt i64 %v9, %v10
  %v14 = add i64 %v9, %v13
  %v15 = select i1 %v11, i64 %v14, i64 %v9
  %v18 = icmp sge i64 %v15, %v17
  %v31 = mul i64 %i5, %v30
  %v32 = getelementptr inbounds float, ptr %v28, i64 %v31
  br i1 %v18, label %then19, label %join53, !prof !{!"branch_weights", i32 2000, i32 1}
then19:
  %v22 = icmp sle i64 %v15, %v21
  br i1 %v22, label %then23, label %join52, !prof !{!"branch_weights", i32 2000, i32 1}
then23:
  %v26 = mul i64 %v15, %v25
  %v33 = getelementptr inbounds float, ptr %v32, i64 0
  %v34 = load <8 x float>, ptr %v33, align 4
  %v36 = getelementptr inbounds float, ptr %v35, i64 %v26
  %v37 = getelementptr inbounds float, ptr %v36, i64 0
  %v38 = load <8 x float>, ptr %v37, align 4
  %v39 = fadd <8 x float> %v38, %v34
  %v40 = getelementptr inbounds float, ptr %v36, i64 0
  store <8 x float> %v39, ptr %v40, align 4
  %v41 = getelementptr inbounds float, ptr %v32, i64 8
  %v42 = load <2 x float>, ptr %v41, align 4
  %v43 = getelementptr inbounds float, ptr %v36, i64 8
  %v44 = load <2 x float>, ptr %v43, align 4
  %v45 = fadd <2 x float> %v44, %v42
  %v46 = getelementptr inbounds float, ptr %v36, i64 8
  store <2 x float> %v45, ptr %v46, align 4
  %v47 = getelementptr inbounds float, ptr %v32, i64 10
  %v48 = load float, ptr %v47, align 4
  %v49 = getelementptr inbounds float, ptr %v36, i64 10
  %v50 = load float, ptr %v49, align 4
  %v51 = fadd float %v50, %v48
  store float %v51, ptr %v49, align 4
  br label %join52
join52:
  br label %join53
join53:
  %v54 = add nsw i64 %i5, 1
  %v55 = icmp slt i64 %v54, %v2
  br i1 %v55, label %loop3, label %end4
end4:
  ret void
}
