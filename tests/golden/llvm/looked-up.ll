target triple = "x86_64-linux"
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v8 = getelementptr ptr, ptr %buffers, i64 1
  %v9 = load ptr, ptr %v8, align 8
  %v12 = load i64, ptr %table, align 8
  %v16 = getelementptr i64, ptr %table, i64 1
  %v17 = load i64, ptr %v16, align 8
  %v22 = getelementptr i64, ptr %table, i64 2
  %v23 = load i64, ptr %v22, align 8
  %v27 = getelementptr i64, ptr %table, i64 3
  %v28 = load i64, ptr %v27, align 8
  %v45 = getelementptr i64, ptr %table, i64 4
  %v46 = load double, ptr %v45, align 8
  %v50 = getelementptr ptr, ptr %buffers, i64 2
  %v51 = load ptr, ptr %v50, align 8
  %v73 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v73, align 64
  %v74 = alloca <16 x i64>, align 64
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v13 = insertelement <4 x i64> poison, i64 %v12, i64 0
  %v14 = shufflevector <4 x i64> %v13, <4 x i64> poison, <4 x i32> zeroinitializer
  %v18 = insertelement <4 x i64> poison, i64 %v17, i64 0
  %v19 = shufflevector <4 x i64> %v18, <4 x i64> poison, <4 x i32> zeroinitializer
  %v24 = insertelement <4 x i64> poison, i64 %v23, i64 0
  %v25 = shufflevector <4 x i64> %v24, <4 x i64> poison, <4 x i32> zeroinitializer
  %v29 = insertelement <4 x i64> poison, i64 %v28, i64 0
  %v30 = shufflevector <4 x i64> %v29, <4 x i64> poison, <4 x i32> zeroinitializer
  %v47 = insertelement <4 x double> poison, double %v46, i64 0
  %v48 = shufflevector <4 x double> %v47, <4 x double> poison, <4 x i32> zeroinitializer
  %v55 = icmp slt i64 %lo, %v3
  br i1 %v55, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v53, %loop4 ]
  %v10 = getelementptr inbounds i64, ptr %v9, i64 %i6
  %v11 = load <4 x i64>, ptr %v10, align 8
  %v15 = icmp slt <4 x i64> %v11, %v14
  %v20 = add <4 x i64> %v11, %v19
  %v21 = select <4 x i1> %v15, <4 x i64> %v20, <4 x i64> %v11
  %v26 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v21, <4 x i64> %v25)
  %v31 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v26, <4 x i64> %v30)
  %v32 = getelementptr double, ptr %v7, <4 x i64> %v31
  %v33 = extractelement <4 x ptr> %v32, i64 0
  %v34 = extractelement <4 x ptr> %v32, i64 1
  %v35 = extractelement <4 x ptr> %v32, i64 2
  %v36 = extractelement <4 x ptr> %v32, i64 3
  %v37 = load double, ptr %v33, align 8
  %v38 = insertelement <4 x double> poison, double %v37, i64 0
  %v39 = load double, ptr %v34, align 8
  %v40 = insertelement <4 x double> %v38, double %v39, i64 1
  %v41 = load double, ptr %v35, align 8
  %v42 = insertelement <4 x double> %v40, double %v41, i64 2
  %v43 = load double, ptr %v36, align 8
  %v44 = insertelement <4 x double> %v42, double %v43, i64 3
  %v49 = fmul <4 x double> %v44, %v48
  %v52 = getelementptr inbounds double, ptr %v51, i64 %i6
  store <4 x double> %v49, ptr %v52, align 8
  %v53 = add nsw i64 %i6, 4
  %v54 = icmp slt i64 %v53, %v3
  br i1 %v54, label %loop4, label %end5
end5:
  %v75 = insertelement <4 x ptr> poison, ptr %v73, i64 0
  %v76 = shufflevector <4 x ptr> %v75, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v94 = icmp slt i64 %v3, %hi
  br i1 %v94, label %loop56, label %end57
loop56:
  %i58 = phi i64 [ %v3, %end5 ], [ %v92, %loop56 ]
  %v59 = sub nsw i64 %hi, %i58
  %v60 = call i64 @llvm.umin.i64(i64 %v59, i64 4)
  %v61 = trunc i64 %v60 to i32
  %v62 = insertelement <4 x i32> poison, i32 %v61, i64 0
  %v63 = shufflevector <4 x i32> %v62, <4 x i32> poison, <4 x i32> zeroinitializer
  %v64 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v63
  %v65 = getelementptr inbounds i64, ptr %v9, i64 %i58
  %v66 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v65, <4 x i1> %v64, <4 x i64> zeroinitializer)
  %v67 = icmp slt <4 x i64> %v66, %v14
  %v68 = add <4 x i64> %v66, %v19
  %v69 = select <4 x i1> %v67, <4 x i64> %v68, <4 x i64> %v66
  %v70 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v69, <4 x i64> %v25)
  %v71 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v70, <4 x i64> %v30)
  %v72 = getelementptr double, ptr %v7, <4 x i64> %v71
  %v77 = select <4 x i1> %v64, <4 x ptr> %v72, <4 x ptr> %v76
  %v78 = extractelement <4 x ptr> %v77, i64 0
  %v79 = extractelement <4 x ptr> %v77, i64 1
  %v80 = extractelement <4 x ptr> %v77, i64 2
  %v81 = extractelement <4 x ptr> %v77, i64 3
  %v82 = load double, ptr %v78, align 8
  %v83 = insertelement <4 x double> poison, double %v82, i64 0
  %v84 = load double, ptr %v79, align 8
  %v85 = insertelement <4 x double> %v83, double %v84, i64 1
  %v86 = load double, ptr %v80, align 8
  %v87 = insertelement <4 x double> %v85, double %v86, i64 2
  %v88 = load double, ptr %v81, align 8
  %v89 = insertelement <4 x double> %v87, double %v88, i64 3
  %v90 = fmul <4 x double> %v89, %v48
  %v91 = getelementptr inbounds double, ptr %v51, i64 %i58
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v90, ptr align 8 %v91, <4 x i1> %v64)
  %v92 = add nsw i64 %i58, 4
  %v93 = icmp slt i64 %v92, %hi
  br i1 %v93, label %loop56, label %end57
end57:
  ret void
}
