target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v14 = getelementptr ptr, ptr %buffers, i64 2
  %v15 = load ptr, ptr %v14, align 8
  %v34 = getelementptr ptr, ptr %buffers, i64 1
  %v35 = load ptr, ptr %v34, align 8
  %v58 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v58, align 64
  %v59 = alloca <16 x i64>, align 64
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v39 = icmp slt i64 %lo, %v3
  br i1 %v39, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v37, %join32 ]
  %v9 = getelementptr inbounds double, ptr %v8, i64 %i6
  %v10 = load <4 x double>, ptr %v9, align 8
  %v11 = fcmp olt <4 x double> %v10, splat (double 0x0000000000000000)
  %v12 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v11)
  br i1 %v12, label %cold13, label %join32, !prof !{!"branch_weights", i32 1, i32 2000}
cold13:
  %v16 = getelementptr inbounds i64, ptr %v15, i64 %i6
  %v17 = load <4 x i64>, ptr %v16, align 8
  %v18 = getelementptr double, ptr %v8, <4 x i64> %v17
  %v19 = extractelement <4 x ptr> %v18, i64 0
  %v20 = extractelement <4 x ptr> %v18, i64 1
  %v21 = extractelement <4 x ptr> %v18, i64 2
  %v22 = extractelement <4 x ptr> %v18, i64 3
  %v23 = load double, ptr %v19, align 8
  %v24 = insertelement <4 x double> poison, double %v23, i64 0
  %v25 = load double, ptr %v20, align 8
  %v26 = insertelement <4 x double> %v24, double %v25, i64 1
  %v27 = load double, ptr %v21, align 8
  %v28 = insertelement <4 x double> %v26, double %v27, i64 2
  %v29 = load double, ptr %v22, align 8
  %v30 = insertelement <4 x double> %v28, double %v29, i64 3
  %v31 = select <4 x i1> %v11, <4 x double> %v30, <4 x double> %v10
  br label %join32
join32:
  %v33 = phi <4 x double> [ %v10, %loop4 ], [ %v31, %cold13 ]
  %v36 = getelementptr inbounds double, ptr %v35, i64 %i6
  store <4 x double> %v33, ptr %v36, align 8
  %v37 = add nsw i64 %i6, 4
  %v38 = icmp slt i64 %v37, %v3
  br i1 %v38, label %loop4, label %end5
end5:
  %v60 = insertelement <4 x ptr> poison, ptr %v58, i64 0
  %v61 = shufflevector <4 x ptr> %v60, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v81 = icmp slt i64 %v3, %hi
  br i1 %v81, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v3, %end5 ], [ %v79, %join76 ]
  %v43 = sub nsw i64 %hi, %i42
  %v44 = call i64 @llvm.umin.i64(i64 %v43, i64 4)
  %v45 = trunc i64 %v44 to i32
  %v46 = insertelement <4 x i32> poison, i32 %v45, i64 0
  %v47 = shufflevector <4 x i32> %v46, <4 x i32> poison, <4 x i32> zeroinitializer
  %v48 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v47
  %v49 = getelementptr inbounds double, ptr %v8, i64 %i42
  %v50 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v49, <4 x i1> %v48, <4 x double> zeroinitializer)
  %v51 = fcmp olt <4 x double> %v50, splat (double 0x0000000000000000)
  %v52 = and <4 x i1> %v51, %v48
  %v53 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v52)
  br i1 %v53, label %cold54, label %join76, !prof !{!"branch_weights", i32 1, i32 2000}
cold54:
  %v55 = getelementptr inbounds i64, ptr %v15, i64 %i42
  %v56 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v55, <4 x i1> %v48, <4 x i64> zeroinitializer)
  %v57 = getelementptr double, ptr %v8, <4 x i64> %v56
  %v62 = select <4 x i1> %v48, <4 x ptr> %v57, <4 x ptr> %v61
  %v63 = extractelement <4 x ptr> %v62, i64 0
  %v64 = extractelement <4 x ptr> %v62, i64 1
  %v65 = extractelement <4 x ptr> %v62, i64 2
  %v66 = extractelement <4 x ptr> %v62, i64 3
  %v67 = load double, ptr %v63, align 8
  %v68 = insertelement <4 x double> poison, double %v67, i64 0
  %v69 = load double, ptr %v64, align 8
  %v70 = insertelement <4 x double> %v68, double %v69, i64 1
  %v71 = load double, ptr %v65, align 8
  %v72 = insertelement <4 x double> %v70, double %v71, i64 2
  %v73 = load double, ptr %v66, align 8
  %v74 = insertelement <4 x double> %v72, double %v73, i64 3
  %v75 = select <4 x i1> %v51, <4 x double> %v74, <4 x double> %v50
  br label %join76
join76:
  %v77 = phi <4 x double> [ %v50, %loop40 ], [ %v75, %cold54 ]
  %v78 = getelementptr inbounds double, ptr %v35, i64 %i42
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v77, ptr align 8 %v78, <4 x i1> %v48)
  %v79 = add nsw i64 %i42, 4
  %v80 = icmp slt i64 %v79, %hi
  br i1 %v80, label %loop40, label %end41
end41:
  ret void
}
