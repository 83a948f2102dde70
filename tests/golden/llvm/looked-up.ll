target triple = "x86_64-linux"
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v10 = getelementptr ptr, ptr %buffers, i64 0
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr ptr, ptr %buffers, i64 1
  %v13 = load ptr, ptr %v12, align 8
  %v16 = getelementptr i64, ptr %table, i64 0
  %v17 = load i64, ptr %v16, align 8
  %v21 = getelementptr i64, ptr %table, i64 1
  %v22 = load i64, ptr %v21, align 8
  %v27 = getelementptr i64, ptr %table, i64 2
  %v28 = load i64, ptr %v27, align 8
  %v32 = getelementptr i64, ptr %table, i64 3
  %v33 = load i64, ptr %v32, align 8
  %v38 = alloca i64, align 8
  store i64 0, ptr %v38, align 8
  %v39 = alloca i64, align 8
  %v55 = getelementptr i64, ptr %table, i64 4
  %v56 = load double, ptr %v55, align 8
  %v60 = getelementptr ptr, ptr %buffers, i64 2
  %v61 = load ptr, ptr %v60, align 8
  %v18 = insertelement <4 x i64> poison, i64 %v17, i64 0
  %v19 = shufflevector <4 x i64> %v18, <4 x i64> poison, <4 x i32> zeroinitializer
  %v23 = insertelement <4 x i64> poison, i64 %v22, i64 0
  %v24 = shufflevector <4 x i64> %v23, <4 x i64> poison, <4 x i32> zeroinitializer
  %v29 = insertelement <4 x i64> poison, i64 %v28, i64 0
  %v30 = shufflevector <4 x i64> %v29, <4 x i64> poison, <4 x i32> zeroinitializer
  %v34 = insertelement <4 x i64> poison, i64 %v33, i64 0
  %v35 = shufflevector <4 x i64> %v34, <4 x i64> poison, <4 x i32> zeroinitializer
  %v40 = insertelement <4 x ptr> poison, ptr %v38, i64 0
  %v41 = shufflevector <4 x ptr> %v40, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v57 = insertelement <4 x double> poison, double %v56, i64 0
  %v58 = shufflevector <4 x double> %v57, <4 x double> poison, <4 x i32> zeroinitializer
  %v65 = icmp slt i64 %lo, %hi
  br i1 %v65, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v63, %loop1 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 4)
  %v6 = trunc i64 %v5 to i32
  %v7 = insertelement <4 x i32> poison, i32 %v6, i64 0
  %v8 = shufflevector <4 x i32> %v7, <4 x i32> poison, <4 x i32> zeroinitializer
  %v9 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v8
  %v14 = getelementptr inbounds i64, ptr %v13, i64 %i3
  %v15 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v14, <4 x i1> %v9, <4 x i64> zeroinitializer)
  %v20 = icmp slt <4 x i64> %v15, %v19
  %v25 = add <4 x i64> %v15, %v24
  %v26 = select <4 x i1> %v20, <4 x i64> %v25, <4 x i64> %v15
  %v31 = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %v26, <4 x i64> %v30)
  %v36 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v31, <4 x i64> %v35)
  %v37 = getelementptr double, ptr %v11, <4 x i64> %v36
  %v42 = select <4 x i1> %v9, <4 x ptr> %v37, <4 x ptr> %v41
  %v43 = extractelement <4 x ptr> %v42, i64 0
  %v44 = extractelement <4 x ptr> %v42, i64 1
  %v45 = extractelement <4 x ptr> %v42, i64 2
  %v46 = extractelement <4 x ptr> %v42, i64 3
  %v47 = load double, ptr %v43, align 8
  %v48 = insertelement <4 x double> poison, double %v47, i64 0
  %v49 = load double, ptr %v44, align 8
  %v50 = insertelement <4 x double> %v48, double %v49, i64 1
  %v51 = load double, ptr %v45, align 8
  %v52 = insertelement <4 x double> %v50, double %v51, i64 2
  %v53 = load double, ptr %v46, align 8
  %v54 = insertelement <4 x double> %v52, double %v53, i64 3
  %v59 = fmul <4 x double> %v54, %v58
  %v62 = getelementptr inbounds double, ptr %v61, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v59, ptr align 8 %v62, <4 x i1> %v9)
  %v63 = add nsw i64 %i3, 4
  %v64 = icmp slt i64 %v63, %hi
  br i1 %v64, label %loop1, label %end2
end2:
  ret void
}
