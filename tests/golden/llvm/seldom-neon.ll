target triple = "aarch64-linux"
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v14 = getelementptr ptr, ptr %buffers, i64 2
  %v15 = load ptr, ptr %v14, align 8
  %v34 = getelementptr ptr, ptr %buffers, i64 1
  %v35 = load ptr, ptr %v34, align 8
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
  %v56 = icmp slt i64 %v3, %hi
  br i1 %v56, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v3, %end5 ], [ %v54, %join51 ]
  %v43 = getelementptr inbounds double, ptr %v8, i64 %i42
  %v44 = load double, ptr %v43, align 8
  %v45 = fcmp olt double %v44, 0x0000000000000000
  br i1 %v45, label %cold46, label %join51, !prof !{!"branch_weights", i32 1, i32 2000}
cold46:
  %v47 = getelementptr inbounds i64, ptr %v15, i64 %i42
  %v48 = load i64, ptr %v47, align 8
  %v49 = getelementptr inbounds double, ptr %v8, i64 %v48
  %v50 = load double, ptr %v49, align 8
  br label %join51
join51:
  %v52 = phi double [ %v44, %loop40 ], [ %v50, %cold46 ]
  %v53 = getelementptr inbounds double, ptr %v35, i64 %i42
  store double %v52, ptr %v53, align 8
  %v54 = add nsw i64 %i42, 1
  %v55 = icmp slt i64 %v54, %hi
  br i1 %v55, label %loop40, label %end41
end41:
  ret void
}
