target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 4
  %v2 = load i64, ptr %v1, align 8
  %v3 = getelementptr i64, ptr %table, i64 1
  %v4 = load i64, ptr %v3, align 8
  %v6 = getelementptr i64, ptr %table, i64 2
  %v7 = load i64, ptr %v6, align 8
  %v30 = getelementptr ptr, ptr %buffers, i64 0
  %v31 = load ptr, ptr %v30, align 8
  %v41 = alloca i64, align 8
  store i64 0, ptr %v41, align 8
  %v42 = alloca i64, align 8
  %v58 = getelementptr i64, ptr %table, i64 3
  %v59 = load double, ptr %v58, align 8
  %v63 = getelementptr ptr, ptr %buffers, i64 1
  %v64 = load ptr, ptr %v63, align 8
  %v65 = getelementptr i64, ptr %table, i64 0
  %v66 = load i64, ptr %v65, align 8
  %v5 = call i64 @llvm.abs.i64(i64 %v4, i1 false)
  %v8 = call i64 @llvm.abs.i64(i64 %v7, i1 false)
  %v9 = icmp slt i64 %v5, %v8
  %v10 = or i1 false, %v9
  %v11 = call i64 @llvm.smax.i64(i64 %v2, i64 1)
  %v12 = select i1 %v10, i64 4, i64 %v11
  %v37 = insertelement <4 x i64> poison, i64 %v7, i64 0
  %v38 = shufflevector <4 x i64> %v37, <4 x i64> poison, <4 x i32> zeroinitializer
  %v43 = insertelement <4 x ptr> poison, ptr %v41, i64 0
  %v44 = shufflevector <4 x ptr> %v43, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v60 = insertelement <4 x double> poison, double %v59, i64 0
  %v61 = shufflevector <4 x double> %v60, <4 x double> poison, <4 x i32> zeroinitializer
  %v78 = icmp slt i64 0, %v2
  br i1 %v78, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %entry ], [ %v76, %end19 ]
  %v16 = add nsw i64 %i15, %v12
  %v17 = call i64 @llvm.smin.i64(i64 %v16, i64 %v2)
  %v75 = icmp slt i64 %lo, %hi
  br i1 %v75, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ %lo, %loop13 ], [ %v73, %end22 ]
  %v32 = mul i64 %i20, %v4
  %v33 = getelementptr inbounds double, ptr %v31, i64 %v32
  %v67 = mul i64 %i20, %v66
  %v68 = getelementptr inbounds double, ptr %v64, i64 %v67
  %v72 = icmp slt i64 %i15, %v17
  br i1 %v72, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ %i15, %loop18 ], [ %v70, %loop21 ]
  %v24 = sub nsw i64 %v17, %i23
  %v25 = call i64 @llvm.umin.i64(i64 %v24, i64 4)
  %v26 = trunc i64 %v25 to i32
  %v27 = insertelement <4 x i32> poison, i32 %v26, i64 0
  %v28 = shufflevector <4 x i32> %v27, <4 x i32> poison, <4 x i32> zeroinitializer
  %v29 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v28
  %v34 = insertelement <4 x i64> poison, i64 %i23, i64 0
  %v35 = shufflevector <4 x i64> %v34, <4 x i64> poison, <4 x i32> zeroinitializer
  %v36 = add <4 x i64> %v35, <i64 0, i64 1, i64 2, i64 3>
  %v39 = mul <4 x i64> %v36, %v38
  %v40 = getelementptr double, ptr %v33, <4 x i64> %v39
  %v45 = select <4 x i1> %v29, <4 x ptr> %v40, <4 x ptr> %v44
  %v46 = extractelement <4 x ptr> %v45, i64 0
  %v47 = extractelement <4 x ptr> %v45, i64 1
  %v48 = extractelement <4 x ptr> %v45, i64 2
  %v49 = extractelement <4 x ptr> %v45, i64 3
  %v50 = load double, ptr %v46, align 8
  %v51 = insertelement <4 x double> poison, double %v50, i64 0
  %v52 = load double, ptr %v47, align 8
  %v53 = insertelement <4 x double> %v51, double %v52, i64 1
  %v54 = load double, ptr %v48, align 8
  %v55 = insertelement <4 x double> %v53, double %v54, i64 2
  %v56 = load double, ptr %v49, align 8
  %v57 = insertelement <4 x double> %v55, double %v56, i64 3
  %v62 = fadd <4 x double> %v57, %v61
  %v69 = getelementptr inbounds double, ptr %v68, i64 %i23
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v62, ptr align 8 %v69, <4 x i1> %v29)
  %v70 = add nsw i64 %i23, 4
  %v71 = icmp slt i64 %v70, %v17
  br i1 %v71, label %loop21, label %end22
end22:
  %v73 = add nsw i64 %i20, 1
  %v74 = icmp slt i64 %v73, %hi
  br i1 %v74, label %loop18, label %end19
end19:
  %v76 = add nsw i64 %i15, %v12
  %v77 = icmp slt i64 %v76, %v2
  br i1 %v77, label %loop13, label %end14
end14:
  ret void
}
