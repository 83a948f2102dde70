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
  %v1 = getelementptr i64, ptr %table, i64 9
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v8 = getelementptr i64, ptr %table, i64 0
  %v9 = load i64, ptr %v8, align 8
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v16 = getelementptr i64, ptr %table, i64 2
  %v17 = load i64, ptr %v16, align 8
  %v20 = getelementptr i64, ptr %table, i64 5
  %v21 = load i64, ptr %v20, align 8
  %v24 = getelementptr i64, ptr %table, i64 6
  %v25 = load i64, ptr %v24, align 8
  %v28 = getelementptr i64, ptr %table, i64 7
  %v29 = load i64, ptr %v28, align 8
  %v31 = getelementptr i64, ptr %table, i64 3
  %v32 = load i64, ptr %v31, align 8
  %v34 = getelementptr i64, ptr %table, i64 4
  %v35 = load i64, ptr %v34, align 8
  %v38 = getelementptr ptr, ptr %buffers, i64 1
  %v39 = load ptr, ptr %v38, align 8
  %v40 = getelementptr i64, ptr %table, i64 8
  %v41 = load i64, ptr %v40, align 8
  %v46 = getelementptr ptr, ptr %buffers, i64 0
  %v47 = load ptr, ptr %v46, align 8
  %v53 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v53, align 64
  %v54 = alloca <16 x i64>, align 64
  %v72 = icmp slt i64 0, %v2
  br i1 %v72, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v70, %join69 ]
  %v10 = mul i64 %i5, %v9
  %v11 = getelementptr inbounds i64, ptr %v7, i64 %v10
  %v12 = load i64, ptr %v11, align 8
  %v15 = icmp slt i64 %v12, %v14
  %v18 = add i64 %v12, %v17
  %v19 = select i1 %v15, i64 %v18, i64 %v12
  %v22 = icmp sgt i64 %v19, %v21
  %v23 = select i1 %v22, i64 %v19, i64 %v21, !unpredictable !{}
  %v26 = icmp slt i64 %v23, %v25
  %v27 = select i1 %v26, i64 %v23, i64 %v25, !unpredictable !{}
  %v30 = mul i64 %v27, %v29
  %v33 = icmp sge i64 %v19, %v32
  %v36 = icmp sle i64 %v19, %v35
  %v37 = and i1 %v33, %v36
  %v42 = mul i64 %i5, %v41
  %v43 = getelementptr inbounds float, ptr %v39, i64 %v42
  %v44 = getelementptr inbounds float, ptr %v43, i64 0
  %v45 = load <8 x float>, ptr %v44, align 4
  %v48 = getelementptr inbounds float, ptr %v47, i64 %v30
  %v49 = getelementptr inbounds float, ptr %v48, i64 0
  %v50 = load <8 x float>, ptr %v49, align 4
  %v51 = fadd <8 x float> %v50, %v45
  %v52 = getelementptr inbounds float, ptr %v48, i64 0
  %v55 = select i1 %v37, ptr %v52, ptr %v54
  store <8 x float> %v51, ptr %v55, align 4
  %v56 = getelementptr inbounds float, ptr %v43, i64 8
  %v57 = load <2 x float>, ptr %v56, align 4
  %v58 = getelementptr inbounds float, ptr %v48, i64 8
  %v59 = load <2 x float>, ptr %v58, align 4
  %v60 = fadd <2 x float> %v59, %v57
  %v61 = getelementptr inbounds float, ptr %v48, i64 8
  %v62 = select i1 %v37, ptr %v61, ptr %v54
  store <2 x float> %v60, ptr %v62, align 4
  %v63 = getelementptr inbounds float, ptr %v43, i64 10
  %v64 = load float, ptr %v63, align 4
  %v65 = getelementptr inbounds float, ptr %v48, i64 10
  %v66 = load float, ptr %v65, align 4
  %v67 = fadd float %v66, %v64
  br i1 %v37, label %stores68, label %join69
stores68:
  store float %v67, ptr %v65, align 4
  br label %join69
join69:
  %v70 = add nsw i64 %i5, 1
  %v71 = icmp slt i64 %v70, %v2
  br i1 %v71, label %loop3, label %end4
end4:
  ret void
}
