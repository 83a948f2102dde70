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
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v50 = getelementptr i64, ptr %table, i64 3
  %v51 = load double, ptr %v50, align 8
  %v55 = getelementptr ptr, ptr %buffers, i64 1
  %v56 = load ptr, ptr %v55, align 8
  %v57 = getelementptr i64, ptr %table, i64 0
  %v58 = load i64, ptr %v57, align 8
  %v79 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v79, align 64
  %v80 = alloca <16 x i64>, align 64
  %v5 = call i64 @llvm.abs.i64(i64 %v4, i1 false)
  %v8 = call i64 @llvm.abs.i64(i64 %v7, i1 false)
  %v9 = icmp slt i64 %v5, %v8
  %v10 = or i1 false, %v9
  %v11 = call i64 @llvm.smax.i64(i64 %v2, i64 1)
  %v12 = select i1 %v10, i64 4, i64 %v11
  %v34 = insertelement <4 x i64> poison, i64 %v7, i64 0
  %v35 = shufflevector <4 x i64> %v34, <4 x i64> poison, <4 x i32> zeroinitializer
  %v52 = insertelement <4 x double> poison, double %v51, i64 0
  %v53 = shufflevector <4 x double> %v52, <4 x double> poison, <4 x i32> zeroinitializer
  %v81 = insertelement <4 x ptr> poison, ptr %v79, i64 0
  %v82 = shufflevector <4 x ptr> %v81, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v106 = icmp slt i64 0, %v2
  br i1 %v106, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %entry ], [ %v104, %end19 ]
  %v16 = add nsw i64 %i15, %v12
  %v17 = call i64 @llvm.smin.i64(i64 %v16, i64 %v2)
  %v103 = icmp slt i64 %lo, %hi
  br i1 %v103, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ %lo, %loop13 ], [ %v101, %end66 ]
  %v21 = sub nsw i64 %v17, %i15
  %v22 = and i64 %v21, -4
  %v23 = add nsw i64 %i15, %v22
  %v29 = mul i64 %i20, %v4
  %v30 = getelementptr inbounds double, ptr %v28, i64 %v29
  %v59 = mul i64 %i20, %v58
  %v60 = getelementptr inbounds double, ptr %v56, i64 %v59
  %v64 = icmp slt i64 %i15, %v23
  br i1 %v64, label %loop24, label %end25
loop24:
  %i26 = phi i64 [ %i15, %loop18 ], [ %v62, %loop24 ]
  %v31 = insertelement <4 x i64> poison, i64 %i26, i64 0
  %v32 = shufflevector <4 x i64> %v31, <4 x i64> poison, <4 x i32> zeroinitializer
  %v33 = add <4 x i64> %v32, <i64 0, i64 1, i64 2, i64 3>
  %v36 = mul <4 x i64> %v33, %v35
  %v37 = getelementptr double, ptr %v30, <4 x i64> %v36
  %v38 = extractelement <4 x ptr> %v37, i64 0
  %v39 = extractelement <4 x ptr> %v37, i64 1
  %v40 = extractelement <4 x ptr> %v37, i64 2
  %v41 = extractelement <4 x ptr> %v37, i64 3
  %v42 = load double, ptr %v38, align 8
  %v43 = insertelement <4 x double> poison, double %v42, i64 0
  %v44 = load double, ptr %v39, align 8
  %v45 = insertelement <4 x double> %v43, double %v44, i64 1
  %v46 = load double, ptr %v40, align 8
  %v47 = insertelement <4 x double> %v45, double %v46, i64 2
  %v48 = load double, ptr %v41, align 8
  %v49 = insertelement <4 x double> %v47, double %v48, i64 3
  %v54 = fadd <4 x double> %v49, %v53
  %v61 = getelementptr inbounds double, ptr %v60, i64 %i26
  store <4 x double> %v54, ptr %v61, align 8
  %v62 = add nsw i64 %i26, 4
  %v63 = icmp slt i64 %v62, %v23
  br i1 %v63, label %loop24, label %end25
end25:
  %v100 = icmp slt i64 %v23, %v17
  br i1 %v100, label %loop65, label %end66
loop65:
  %i67 = phi i64 [ %v23, %end25 ], [ %v98, %loop65 ]
  %v68 = sub nsw i64 %v17, %i67
  %v69 = call i64 @llvm.umin.i64(i64 %v68, i64 4)
  %v70 = trunc i64 %v69 to i32
  %v71 = insertelement <4 x i32> poison, i32 %v70, i64 0
  %v72 = shufflevector <4 x i32> %v71, <4 x i32> poison, <4 x i32> zeroinitializer
  %v73 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v72
  %v74 = insertelement <4 x i64> poison, i64 %i67, i64 0
  %v75 = shufflevector <4 x i64> %v74, <4 x i64> poison, <4 x i32> zeroinitializer
  %v76 = add <4 x i64> %v75, <i64 0, i64 1, i64 2, i64 3>
  %v77 = mul <4 x i64> %v76, %v35
  %v78 = getelementptr double, ptr %v30, <4 x i64> %v77
  %v83 = select <4 x i1> %v73, <4 x ptr> %v78, <4 x ptr> %v82
  %v84 = extractelement <4 x ptr> %v83, i64 0
  %v85 = extractelement <4 x ptr> %v83, i64 1
  %v86 = extractelement <4 x ptr> %v83, i64 2
  %v87 = extractelement <4 x ptr> %v83, i64 3
  %v88 = load double, ptr %v84, align 8
  %v89 = insertelement <4 x double> poison, double %v88, i64 0
  %v90 = load double, ptr %v85, align 8
  %v91 = insertelement <4 x double> %v89, double %v90, i64 1
  %v92 = load double, ptr %v86, align 8
  %v93 = insertelement <4 x double> %v91, double %v92, i64 2
  %v94 = load double, ptr %v87, align 8
  %v95 = insertelement <4 x double> %v93, double %v94, i64 3
  %v96 = fadd <4 x double> %v95, %v53
  %v97 = getelementptr inbounds double, ptr %v60, i64 %i67
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v96, ptr align 8 %v97, <4 x i1> %v73)
  %v98 = add nsw i64 %i67, 4
  %v99 = icmp slt i64 %v98, %v17
  br i1 %v99, label %loop65, label %end66
end66:
  %v101 = add nsw i64 %i20, 1
  %v102 = icmp slt i64 %v101, %hi
  br i1 %v102, label %loop18, label %end19
end19:
  %v104 = add nsw i64 %i15, %v12
  %v105 = icmp slt i64 %v104, %v2
  br i1 %v105, label %loop13, label %end14
end14:
  ret void
}
