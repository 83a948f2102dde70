target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 7
  %v5 = load i64, ptr %v4, align 8
  %v6 = getelementptr i64, ptr %table, i64 6
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i64, ptr %table, i64 3
  %v9 = load i64, ptr %v8, align 8
  %v11 = getelementptr i64, ptr %table, i64 4
  %v12 = load i64, ptr %v11, align 8
  %v35 = getelementptr ptr, ptr %buffers, i64 0
  %v36 = load ptr, ptr %v35, align 8
  %v37 = getelementptr i64, ptr %table, i64 2
  %v38 = load i64, ptr %v37, align 8
  %v50 = alloca i64, align 8
  store i64 0, ptr %v50, align 8
  %v51 = alloca i64, align 8
  %v79 = getelementptr i64, ptr %table, i64 5
  %v80 = load float, ptr %v79, align 8
  %v84 = getelementptr ptr, ptr %buffers, i64 1
  %v85 = load ptr, ptr %v84, align 8
  %v86 = getelementptr i64, ptr %table, i64 0
  %v87 = load i64, ptr %v86, align 8
  %v90 = getelementptr i64, ptr %table, i64 1
  %v91 = load i64, ptr %v90, align 8
  %v10 = call i64 @llvm.abs.i64(i64 %v9, i1 false)
  %v13 = call i64 @llvm.abs.i64(i64 %v12, i1 false)
  %v46 = insertelement <8 x i64> poison, i64 %v12, i64 0
  %v47 = shufflevector <8 x i64> %v46, <8 x i64> poison, <8 x i32> zeroinitializer
  %v52 = insertelement <8 x ptr> poison, ptr %v50, i64 0
  %v53 = shufflevector <8 x ptr> %v52, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v81 = insertelement <8 x float> poison, float %v80, i64 0
  %v82 = shufflevector <8 x float> %v81, <8 x float> poison, <8 x i32> zeroinitializer
  %v106 = icmp slt i64 %lo, %hi
  br i1 %v106, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v104, %end19 ]
  %v14 = icmp slt i64 %v10, %v13
  %v15 = or i1 false, %v14
  %v16 = call i64 @llvm.smax.i64(i64 %v7, i64 1)
  %v17 = select i1 %v15, i64 8, i64 %v16
  %v39 = mul i64 %i3, %v38
  %v40 = getelementptr inbounds float, ptr %v36, i64 %v39
  %v88 = mul i64 %i3, %v87
  %v89 = getelementptr inbounds float, ptr %v85, i64 %v88
  %v103 = icmp slt i64 0, %v7
  br i1 %v103, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ 0, %loop1 ], [ %v101, %end24 ]
  %v21 = add nsw i64 %i20, %v17
  %v22 = call i64 @llvm.smin.i64(i64 %v21, i64 %v7)
  %v100 = icmp slt i64 0, %v5
  br i1 %v100, label %loop23, label %end24
loop23:
  %i25 = phi i64 [ 0, %loop18 ], [ %v98, %end27 ]
  %v41 = mul i64 %i25, %v9
  %v42 = getelementptr inbounds float, ptr %v40, i64 %v41
  %v92 = mul i64 %i25, %v91
  %v93 = getelementptr inbounds float, ptr %v89, i64 %v92
  %v97 = icmp slt i64 %i20, %v22
  br i1 %v97, label %loop26, label %end27
loop26:
  %i28 = phi i64 [ %i20, %loop23 ], [ %v95, %loop26 ]
  %v29 = sub nsw i64 %v22, %i28
  %v30 = call i64 @llvm.umin.i64(i64 %v29, i64 8)
  %v31 = trunc i64 %v30 to i32
  %v32 = insertelement <8 x i32> poison, i32 %v31, i64 0
  %v33 = shufflevector <8 x i32> %v32, <8 x i32> poison, <8 x i32> zeroinitializer
  %v34 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v33
  %v43 = insertelement <8 x i64> poison, i64 %i28, i64 0
  %v44 = shufflevector <8 x i64> %v43, <8 x i64> poison, <8 x i32> zeroinitializer
  %v45 = add <8 x i64> %v44, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v48 = mul <8 x i64> %v45, %v47
  %v49 = getelementptr float, ptr %v42, <8 x i64> %v48
  %v54 = select <8 x i1> %v34, <8 x ptr> %v49, <8 x ptr> %v53
  %v55 = extractelement <8 x ptr> %v54, i64 0
  %v56 = extractelement <8 x ptr> %v54, i64 1
  %v57 = extractelement <8 x ptr> %v54, i64 2
  %v58 = extractelement <8 x ptr> %v54, i64 3
  %v59 = extractelement <8 x ptr> %v54, i64 4
  %v60 = extractelement <8 x ptr> %v54, i64 5
  %v61 = extractelement <8 x ptr> %v54, i64 6
  %v62 = extractelement <8 x ptr> %v54, i64 7
  %v63 = load float, ptr %v55, align 4
  %v64 = insertelement <8 x float> poison, float %v63, i64 0
  %v65 = load float, ptr %v56, align 4
  %v66 = insertelement <8 x float> %v64, float %v65, i64 1
  %v67 = load float, ptr %v57, align 4
  %v68 = insertelement <8 x float> %v66, float %v67, i64 2
  %v69 = load float, ptr %v58, align 4
  %v70 = insertelement <8 x float> %v68, float %v69, i64 3
  %v71 = load float, ptr %v59, align 4
  %v72 = insertelement <8 x float> %v70, float %v71, i64 4
  %v73 = load float, ptr %v60, align 4
  %v74 = insertelement <8 x float> %v72, float %v73, i64 5
  %v75 = load float, ptr %v61, align 4
  %v76 = insertelement <8 x float> %v74, float %v75, i64 6
  %v77 = load float, ptr %v62, align 4
  %v78 = insertelement <8 x float> %v76, float %v77, i64 7
  %v83 = fmul <8 x float> %v78, %v82
  %v94 = getelementptr inbounds float, ptr %v93, i64 %i28
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v83, ptr align 4 %v94, <8 x i1> %v34)
  %v95 = add nsw i64 %i28, 8
  %v96 = icmp slt i64 %v95, %v22
  br i1 %v96, label %loop26, label %end27
end27:
  %v98 = add nsw i64 %i25, 1
  %v99 = icmp slt i64 %v98, %v5
  br i1 %v99, label %loop23, label %end24
end24:
  %v101 = add nsw i64 %i20, %v17
  %v102 = icmp slt i64 %v101, %v7
  br i1 %v102, label %loop18, label %end19
end19:
  %v104 = add nsw i64 %i3, 1
  %v105 = icmp slt i64 %v104, %hi
  br i1 %v105, label %loop1, label %end2
end2:
  ret void
}
