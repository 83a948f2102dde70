target triple = "x86_64-linux"
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v9 = getelementptr ptr, ptr %buffers, i64 1
  %v10 = load ptr, ptr %v9, align 8
  %v13 = getelementptr i64, ptr %table, i64 0
  %v14 = load i64, ptr %v13, align 8
  %v18 = getelementptr i64, ptr %table, i64 1
  %v19 = load i64, ptr %v18, align 8
  %v24 = getelementptr i64, ptr %table, i64 2
  %v25 = load i64, ptr %v24, align 8
  %v29 = getelementptr i64, ptr %table, i64 3
  %v30 = load i64, ptr %v29, align 8
  %v47 = getelementptr i64, ptr %table, i64 4
  %v48 = load double, ptr %v47, align 8
  %v52 = getelementptr ptr, ptr %buffers, i64 2
  %v53 = load ptr, ptr %v52, align 8
  %v75 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v75, align 64
  %v76 = alloca <16 x i64>, align 64
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v15 = insertelement <4 x i64> poison, i64 %v14, i64 0
  %v16 = shufflevector <4 x i64> %v15, <4 x i64> poison, <4 x i32> zeroinitializer
  %v20 = insertelement <4 x i64> poison, i64 %v19, i64 0
  %v21 = shufflevector <4 x i64> %v20, <4 x i64> poison, <4 x i32> zeroinitializer
  %v26 = insertelement <4 x i64> poison, i64 %v25, i64 0
  %v27 = shufflevector <4 x i64> %v26, <4 x i64> poison, <4 x i32> zeroinitializer
  %v31 = insertelement <4 x i64> poison, i64 %v30, i64 0
  %v32 = shufflevector <4 x i64> %v31, <4 x i64> poison, <4 x i32> zeroinitializer
  %v49 = insertelement <4 x double> poison, double %v48, i64 0
  %v50 = shufflevector <4 x double> %v49, <4 x double> poison, <4 x i32> zeroinitializer
  %v57 = icmp slt i64 %lo, %v3
  br i1 %v57, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v55, %loop4 ]
  %v11 = getelementptr inbounds i64, ptr %v10, i64 %i6
  %v12 = load <4 x i64>, ptr %v11, align 8
  %v17 = icmp slt <4 x i64> %v12, %v16
  %v22 = add <4 x i64> %v12, %v21
  %v23 = select <4 x i1> %v17, <4 x i64> %v22, <4 x i64> %v12
  %v28 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v23, <4 x i64> %v27)
  %v33 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v28, <4 x i64> %v32)
  %v34 = getelementptr double, ptr %v8, <4 x i64> %v33
  %v35 = extractelement <4 x ptr> %v34, i64 0
  %v36 = extractelement <4 x ptr> %v34, i64 1
  %v37 = extractelement <4 x ptr> %v34, i64 2
  %v38 = extractelement <4 x ptr> %v34, i64 3
  %v39 = load double, ptr %v35, align 8
  %v40 = insertelement <4 x double> poison, double %v39, i64 0
  %v41 = load double, ptr %v36, align 8
  %v42 = insertelement <4 x double> %v40, double %v41, i64 1
  %v43 = load double, ptr %v37, align 8
  %v44 = insertelement <4 x double> %v42, double %v43, i64 2
  %v45 = load double, ptr %v38, align 8
  %v46 = insertelement <4 x double> %v44, double %v45, i64 3
  %v51 = fmul <4 x double> %v46, %v50
  %v54 = getelementptr inbounds double, ptr %v53, i64 %i6
  store <4 x double> %v51, ptr %v54, align 8
  %v55 = add nsw i64 %i6, 4
  %v56 = icmp slt i64 %v55, %v3
  br i1 %v56, label %loop4, label %end5
end5:
  %v77 = insertelement <4 x ptr> poison, ptr %v75, i64 0
  %v78 = shufflevector <4 x ptr> %v77, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v96 = icmp slt i64 %v3, %hi
  br i1 %v96, label %loop58, label %end59
loop58:
  %i60 = phi i64 [ %v3, %end5 ], [ %v94, %loop58 ]
  %v61 = sub nsw i64 %hi, %i60
  %v62 = call i64 @llvm.umin.i64(i64 %v61, i64 4)
  %v63 = trunc i64 %v62 to i32
  %v64 = insertelement <4 x i32> poison, i32 %v63, i64 0
  %v65 = shufflevector <4 x i32> %v64, <4 x i32> poison, <4 x i32> zeroinitializer
  %v66 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v65
  %v67 = getelementptr inbounds i64, ptr %v10, i64 %i60
  %v68 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v67, <4 x i1> %v66, <4 x i64> zeroinitializer)
  %v69 = icmp slt <4 x i64> %v68, %v16
  %v70 = add <4 x i64> %v68, %v21
  %v71 = select <4 x i1> %v69, <4 x i64> %v70, <4 x i64> %v68
  %v72 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v71, <4 x i64> %v27)
  %v73 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v72, <4 x i64> %v32)
  %v74 = getelementptr double, ptr %v8, <4 x i64> %v73
  %v79 = select <4 x i1> %v66, <4 x ptr> %v74, <4 x ptr> %v78
  %v80 = extractelement <4 x ptr> %v79, i64 0
  %v81 = extractelement <4 x ptr> %v79, i64 1
  %v82 = extractelement <4 x ptr> %v79, i64 2
  %v83 = extractelement <4 x ptr> %v79, i64 3
  %v84 = load double, ptr %v80, align 8
  %v85 = insertelement <4 x double> poison, double %v84, i64 0
  %v86 = load double, ptr %v81, align 8
  %v87 = insertelement <4 x double> %v85, double %v86, i64 1
  %v88 = load double, ptr %v82, align 8
  %v89 = insertelement <4 x double> %v87, double %v88, i64 2
  %v90 = load double, ptr %v83, align 8
  %v91 = insertelement <4 x double> %v89, double %v90, i64 3
  %v92 = fmul <4 x double> %v91, %v50
  %v93 = getelementptr inbounds double, ptr %v53, i64 %i60
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v92, ptr align 8 %v93, <4 x i1> %v66)
  %v94 = add nsw i64 %i60, 4
  %v95 = icmp slt i64 %v94, %hi
  br i1 %v95, label %loop58, label %end59
end59:
  ret void
}
