target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 1
  %v8 = load ptr, ptr %v7, align 8
  %v14 = getelementptr ptr, ptr %buffers, i64 0
  %v15 = load ptr, ptr %v14, align 8
  %v29 = getelementptr ptr, ptr %buffers, i64 2
  %v30 = load ptr, ptr %v29, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v34 = icmp slt i64 %lo, %v3
  br i1 %v34, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v32, %loop4 ]
  %v9 = getelementptr inbounds i16, ptr %v8, i64 %i6
  %v10 = load <16 x i16>, ptr %v9, align 2
  %v11 = bitcast <16 x i16> %v10 to <16 x half>
  %v12 = fpext <16 x half> %v11 to <16 x float>
  %v13 = fpext <16 x float> %v12 to <16 x double>
  %v16 = getelementptr inbounds i8, ptr %v15, i64 %i6
  %v17 = load <16 x i8>, ptr %v16, align 1
  %v18 = sitofp <16 x i8> %v17 to <16 x double>
  %v19 = fmul <16 x double> %v13, %v18
  %v20 = fcmp ole <16 x double> %v19, splat (double 0xC1E0000000000000)
  %v21 = fcmp oge <16 x double> %v19, splat (double 0x41E0000000000000)
  %v22 = fcmp ogt <16 x double> %v19, splat (double 0xC1E0000000200000)
  %v23 = fcmp olt <16 x double> %v19, splat (double 0x41E0000000000000)
  %v24 = and <16 x i1> %v22, %v23
  %v25 = select <16 x i1> %v24, <16 x double> %v19, <16 x double> splat (double 0x0000000000000000)
  %v26 = fptosi <16 x double> %v25 to <16 x i32>
  %v27 = select <16 x i1> %v21, <16 x i32> splat (i32 2147483647), <16 x i32> %v26
  %v28 = select <16 x i1> %v20, <16 x i32> splat (i32 -2147483648), <16 x i32> %v27
  %v31 = getelementptr inbounds i32, ptr %v30, i64 %i6
  store <16 x i32> %v28, ptr %v31, align 4
  %v32 = add nsw i64 %i6, 16
  %v33 = icmp slt i64 %v32, %v3
  br i1 %v33, label %loop4, label %end5
end5:
  %v59 = icmp slt i64 %v3, %hi
  br i1 %v59, label %loop35, label %end36
loop35:
  %i37 = phi i64 [ %v3, %end5 ], [ %v57, %loop35 ]
  %v38 = getelementptr inbounds i16, ptr %v8, i64 %i37
  %v39 = load i16, ptr %v38, align 2
  %v40 = bitcast i16 %v39 to half
  %v41 = fpext half %v40 to float
  %v42 = fpext float %v41 to double
  %v43 = getelementptr inbounds i8, ptr %v15, i64 %i37
  %v44 = load i8, ptr %v43, align 1
  %v45 = sitofp i8 %v44 to double
  %v46 = fmul double %v42, %v45
  %v47 = fcmp ole double %v46, 0xC1E0000000000000
  %v48 = fcmp oge double %v46, 0x41E0000000000000
  %v49 = fcmp ogt double %v46, 0xC1E0000000200000
  %v50 = fcmp olt double %v46, 0x41E0000000000000
  %v51 = and i1 %v49, %v50
  %v52 = select i1 %v51, double %v46, double 0x0000000000000000
  %v53 = fptosi double %v52 to i32
  %v54 = select i1 %v48, i32 2147483647, i32 %v53
  %v55 = select i1 %v47, i32 -2147483648, i32 %v54
  %v56 = getelementptr inbounds i32, ptr %v30, i64 %i37
  store i32 %v55, ptr %v56, align 4
  %v57 = add nsw i64 %i37, 1
  %v58 = icmp slt i64 %v57, %hi
  br i1 %v58, label %loop35, label %end36
end36:
  ret void
}
