target triple = "x86_64-linux"
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 2
  %v14 = load ptr, ptr %v13, align 8
  %v33 = getelementptr ptr, ptr %buffers, i64 1
  %v34 = load ptr, ptr %v33, align 8
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
  %v55 = icmp slt i64 %v3, %hi
  br i1 %v55, label %loop39, label %end40
loop39:
  %i41 = phi i64 [ %v3, %end5 ], [ %v53, %join50 ]
  %v42 = getelementptr inbounds double, ptr %v7, i64 %i41
  %v43 = load double, ptr %v42, align 8
  %v44 = fcmp olt double %v43, 0x0000000000000000
  br i1 %v44, label %cold45, label %join50, !prof !{!"branch_weights", i32 1, i32 2000}
cold45:
  %v46 = getelementptr inbounds i64, ptr %v14, i64 %i41
  %v47 = load i64, ptr %v46, align 8
  %v48 = getelementptr inbounds double, ptr %v7, i64 %v47
  %v49 = load double, ptr %v48, align 8
  br label %join50
join50:
  %v51 = phi double [ %v43, %loop39 ], [ %v49, %cold45 ]
  %v52 = getelementptr inbounds double, ptr %v34, i64 %i41
  store double %v51, ptr %v52, align 8
  %v53 = add nsw i64 %i41, 1
  %v54 = icmp slt i64 %v53, %hi
  br i1 %v54, label %loop39, label %end40
end40:
  ret void
}
