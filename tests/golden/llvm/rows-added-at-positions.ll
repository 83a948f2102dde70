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
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
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
  %v23 = getelementptr i64, ptr %table, i64 6
  %v24 = load i64, ptr %v23, align 8
  %v26 = getelementptr i64, ptr %table, i64 7
  %v27 = load i64, ptr %v26, align 8
  %v29 = getelementptr i64, ptr %table, i64 3
  %v30 = load i64, ptr %v29, align 8
  %v32 = getelementptr i64, ptr %table, i64 4
  %v33 = load i64, ptr %v32, align 8
  %v36 = getelementptr ptr, ptr %buffers, i64 1
  %v37 = load ptr, ptr %v36, align 8
  %v38 = getelementptr i64, ptr %table, i64 8
  %v39 = load i64, ptr %v38, align 8
  %v44 = getelementptr ptr, ptr %buffers, i64 0
  %v45 = load ptr, ptr %v44, align 8
  %v51 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v51, align 64
  %v52 = alloca <16 x i64>, align 64
  %v69 = icmp slt i64 0, %v2
  br i1 %v69, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v67, %loop3 ]
  %v10 = mul i64 %i5, %v9
  %v11 = getelementptr inbounds i64, ptr %v7, i64 %v10
  %v12 = load i64, ptr %v11, align 8
  %v15 = icmp slt i64 %v12, %v14
  %v18 = add i64 %v12, %v17
  %v19 = select i1 %v15, i64 %v18, i64 %v12
  %v22 = call i64 @llvm.smax.i64(i64 %v19, i64 %v21)
  %v25 = call i64 @llvm.smin.i64(i64 %v22, i64 %v24)
  %v28 = mul i64 %v25, %v27
  %v31 = icmp sge i64 %v19, %v30
  %v34 = icmp sle i64 %v19, %v33
  %v35 = and i1 %v31, %v34
  %v40 = mul i64 %i5, %v39
  %v41 = getelementptr inbounds float, ptr %v37, i64 %v40
  %v42 = getelementptr inbounds float, ptr %v41, i64 0
  %v43 = load <8 x float>, ptr %v42, align 4
  %v46 = getelementptr inbounds float, ptr %v45, i64 %v28
  %v47 = getelementptr inbounds float, ptr %v46, i64 0
  %v48 = load <8 x float>, ptr %v47, align 4
  %v49 = fadd <8 x float> %v48, %v43
  %v50 = getelementptr inbounds float, ptr %v46, i64 0
  %v53 = select i1 %v35, ptr %v50, ptr %v52
  store <8 x float> %v49, ptr %v53, align 4
  %v54 = getelementptr inbounds float, ptr %v41, i64 8
  %v55 = load <2 x float>, ptr %v54, align 4
  %v56 = getelementptr inbounds float, ptr %v46, i64 8
  %v57 = load <2 x float>, ptr %v56, align 4
  %v58 = fadd <2 x float> %v57, %v55
  %v59 = getelementptr inbounds float, ptr %v46, i64 8
  %v60 = select i1 %v35, ptr %v59, ptr %v52
  store <2 x float> %v58, ptr %v60, align 4
  %v61 = getelementptr inbounds float, ptr %v41, i64 10
  %v62 = load float, ptr %v61, align 4
  %v63 = getelementptr inbounds float, ptr %v46, i64 10
  %v64 = load float, ptr %v63, align 4
  %v65 = fadd float %v64, %v62
  %v66 = select i1 %v35, ptr %v63, ptr %v52
  store float %v65, ptr %v66, align 4
  %v67 = add nsw i64 %i5, 1
  %v68 = icmp slt i64 %v67, %v2
  br i1 %v68, label %loop3, label %end4
end4:
  ret void
}
