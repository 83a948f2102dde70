target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 1
  %v8 = load ptr, ptr %v7, align 8
  %v14 = load ptr, ptr %buffers, align 8
  %v28 = getelementptr ptr, ptr %buffers, i64 2
  %v29 = load ptr, ptr %v28, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v33 = icmp slt i64 %lo, %v3
  br i1 %v33, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v31, %loop4 ]
  %v9 = getelementptr inbounds i16, ptr %v8, i64 %i6
  %v10 = load <16 x i16>, ptr %v9, align 2
  %v11 = bitcast <16 x i16> %v10 to <16 x half>
  %v12 = fpext <16 x half> %v11 to <16 x float>
  %v13 = fpext <16 x float> %v12 to <16 x double>
  %v15 = getelementptr inbounds i8, ptr %v14, i64 %i6
  %v16 = load <16 x i8>, ptr %v15, align 1
  %v17 = sitofp <16 x i8> %v16 to <16 x double>
  %v18 = fmul <16 x double> %v13, %v17
  %v19 = fcmp ole <16 x double> %v18, splat (double 0xC1E0000000000000)
  %v20 = fcmp oge <16 x double> %v18, splat (double 0x41E0000000000000)
  %v21 = fcmp ogt <16 x double> %v18, splat (double 0xC1E0000000200000)
  %v22 = fcmp olt <16 x double> %v18, splat (double 0x41E0000000000000)
  %v23 = and <16 x i1> %v21, %v22
  %v24 = select <16 x i1> %v23, <16 x double> %v18, <16 x double> splat (double 0x0000000000000000)
  %v25 = fptosi <16 x double> %v24 to <16 x i32>
  %v26 = select <16 x i1> %v20, <16 x i32> splat (i32 2147483647), <16 x i32> %v25
  %v27 = select <16 x i1> %v19, <16 x i32> splat (i32 -2147483648), <16 x i32> %v26
  %v30 = getelementptr inbounds i32, ptr %v29, i64 %i6
  store <16 x i32> %v27, ptr %v30, align 4
  %v31 = add nsw i64 %i6, 16
  %v32 = icmp slt i64 %v31, %v3
  br i1 %v32, label %loop4, label %end5
end5:
  %v58 = icmp slt i64 %v3, %hi
  br i1 %v58, label %loop34, label %end35
loop34:
  %i36 = phi i64 [ %v3, %end5 ], [ %v56, %loop34 ]
  %v37 = getelementptr inbounds i16, ptr %v8, i64 %i36
  %v38 = load i16, ptr %v37, align 2
  %v39 = bitcast i16 %v38 to half
  %v40 = fpext half %v39 to float
  %v41 = fpext float %v40 to double
  %v42 = getelementptr inbounds i8, ptr %v14, i64 %i36
  %v43 = load i8, ptr %v42, align 1
  %v44 = sitofp i8 %v43 to double
  %v45 = fmul double %v41, %v44
  %v46 = fcmp ole double %v45, 0xC1E0000000000000
  %v47 = fcmp oge double %v45, 0x41E0000000000000
  %v48 = fcmp ogt double %v45, 0xC1E0000000200000
  %v49 = fcmp olt double %v45, 0x41E0000000000000
  %v50 = and i1 %v48, %v49
  %v51 = select i1 %v50, double %v45, double 0x0000000000000000
  %v52 = fptosi double %v51 to i32
  %v53 = select i1 %v47, i32 2147483647, i32 %v52
  %v54 = select i1 %v46, i32 -2147483648, i32 %v53
  %v55 = getelementptr inbounds i32, ptr %v29, i64 %i36
  store i32 %v54, ptr %v55, align 4
  %v56 = add nsw i64 %i36, 1
  %v57 = icmp slt i64 %v56, %hi
  br i1 %v57, label %loop34, label %end35
end35:
  ret void
}
