target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 2
  %v14 = load ptr, ptr %v13, align 8
  %v33 = getelementptr ptr, ptr %buffers, i64 1
  %v34 = load ptr, ptr %v33, align 8
  %v57 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v57, align 64
  %v58 = alloca <16 x i64>, align 64
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v38 = icmp slt i64 %lo, %v3
  br i1 %v38, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v36, %join31 ]
  %v8 = getelementptr inbounds double, ptr %v7, i64 %i6
  %v9 = load <4 x double>, ptr %v8, align 8
  %v10 = fcmp olt <4 x double> %v9, splat (double 0x0000000000000000)
  %v11 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v10)
  br i1 %v11, label %cold12, label %join31, !prof !{!"branch_weights", i32 1, i32 2000}
cold12:
  %v15 = getelementptr inbounds i64, ptr %v14, i64 %i6
  %v16 = load <4 x i64>, ptr %v15, align 8
  %v17 = getelementptr double, ptr %v7, <4 x i64> %v16
  %v18 = extractelement <4 x ptr> %v17, i64 0
  %v19 = extractelement <4 x ptr> %v17, i64 1
  %v20 = extractelement <4 x ptr> %v17, i64 2
  %v21 = extractelement <4 x ptr> %v17, i64 3
  %v22 = load double, ptr %v18, align 8
  %v23 = insertelement <4 x double> poison, double %v22, i64 0
  %v24 = load double, ptr %v19, align 8
  %v25 = insertelement <4 x double> %v23, double %v24, i64 1
  %v26 = load double, ptr %v20, align 8
  %v27 = insertelement <4 x double> %v25, double %v26, i64 2
  %v28 = load double, ptr %v21, align 8
  %v29 = insertelement <4 x double> %v27, double %v28, i64 3
  %v30 = select <4 x i1> %v10, <4 x double> %v29, <4 x double> %v9
  br label %join31
join31:
  %v32 = phi <4 x double> [ %v9, %loop4 ], [ %v30, %cold12 ]
  %v35 = getelementptr inbounds double, ptr %v34, i64 %i6
  store <4 x double> %v32, ptr %v35, align 8
  %v36 = add nsw i64 %i6, 4
  %v37 = icmp slt i64 %v36, %v3
  br i1 %v37, label %loop4, label %end5
end5:
  %v59 = insertelement <4 x ptr> poison, ptr %v57, i64 0
  %v60 = shufflevector <4 x ptr> %v59, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v80 = icmp slt i64 %v3, %hi
  br i1 %v80, label %loop39, label %end40
loop39:
  %i41 = phi i64 [ %v3, %end5 ], [ %v78, %join75 ]
  %v42 = sub nsw i64 %hi, %i41
  %v43 = call i64 @llvm.umin.i64(i64 %v42, i64 4)
  %v44 = trunc i64 %v43 to i32
  %v45 = insertelement <4 x i32> poison, i32 %v44, i64 0
  %v46 = shufflevector <4 x i32> %v45, <4 x i32> poison, <4 x i32> zeroinitializer
  %v47 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v46
  %v48 = getelementptr inbounds double, ptr %v7, i64 %i41
  %v49 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v48, <4 x i1> %v47, <4 x double> zeroinitializer)
  %v50 = fcmp olt <4 x double> %v49, splat (double 0x0000000000000000)
  %v51 = and <4 x i1> %v50, %v47
  %v52 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v51)
  br i1 %v52, label %cold53, label %join75, !prof !{!"branch_weights", i32 1, i32 2000}
cold53:
  %v54 = getelementptr inbounds i64, ptr %v14, i64 %i41
  %v55 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v54, <4 x i1> %v47, <4 x i64> zeroinitializer)
  %v56 = getelementptr double, ptr %v7, <4 x i64> %v55
  %v61 = select <4 x i1> %v47, <4 x ptr> %v56, <4 x ptr> %v60
  %v62 = extractelement <4 x ptr> %v61, i64 0
  %v63 = extractelement <4 x ptr> %v61, i64 1
  %v64 = extractelement <4 x ptr> %v61, i64 2
  %v65 = extractelement <4 x ptr> %v61, i64 3
  %v66 = load double, ptr %v62, align 8
  %v67 = insertelement <4 x double> poison, double %v66, i64 0
  %v68 = load double, ptr %v63, align 8
  %v69 = insertelement <4 x double> %v67, double %v68, i64 1
  %v70 = load double, ptr %v64, align 8
  %v71 = insertelement <4 x double> %v69, double %v70, i64 2
  %v72 = load double, ptr %v65, align 8
  %v73 = insertelement <4 x double> %v71, double %v72, i64 3
  %v74 = select <4 x i1> %v50, <4 x double> %v73, <4 x double> %v49
  br label %join75
join75:
  %v76 = phi <4 x double> [ %v49, %loop39 ], [ %v74, %cold53 ]
  %v77 = getelementptr inbounds double, ptr %v34, i64 %i41
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v76, ptr align 8 %v77, <4 x i1> %v47)
  %v78 = add nsw i64 %i41, 4
  %v79 = icmp slt i64 %v78, %hi
  br i1 %v79, label %loop39, label %end40
end40:
  ret void
}
