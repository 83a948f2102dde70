target triple = "x86_64-linux"
declare double @llvm.fabs.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @sin(double)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 4
  %v2 = load i64, ptr %v1, align 8
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v9 = getelementptr i64, ptr %table, i64 0
  %v10 = load i64, ptr %v9, align 8
  %v53 = getelementptr i64, ptr %table, i64 1
  %v54 = load double, ptr %v53, align 8
  %v56 = getelementptr i64, ptr %table, i64 2
  %v57 = load double, ptr %v56, align 8
  %v60 = getelementptr ptr, ptr %buffers, i64 1
  %v61 = load ptr, ptr %v60, align 8
  %v62 = getelementptr i64, ptr %table, i64 3
  %v63 = load i64, ptr %v62, align 8
  %v68 = icmp slt i64 0, %v2
  br i1 %v68, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v66, %join50 ]
  %p6 = phi double [ 0x8000000000000000, %entry ], [ %v59, %join50 ]
  %v11 = mul i64 %i5, %v10
  %v12 = getelementptr inbounds double, ptr %v8, i64 %v11
  %v13 = load double, ptr %v12, align 8
  %v14 = fcmp oeq double %v13, 0x0000000000000000
  %v15 = call double @llvm.fma.f64(double %v13, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %v16 = bitcast double %v15 to i64
  %v17 = add i64 %v16, 0
  %v18 = and i64 %v17, 1
  %v19 = icmp eq i64 %v18, 0
  %v20 = fsub double %v15, 0x4338000000000000
  %v21 = call double @llvm.fma.f64(double %v20, double 0xBFF921FB54442D18, double %v13)
  %v22 = call double @llvm.fma.f64(double %v20, double 0xBC91A62633145C07, double %v21)
  %v23 = call double @llvm.fma.f64(double %v20, double 0x391F1976B7ED8FBC, double %v22)
  %v24 = fmul double %v23, %v23
  %v25 = call double @llvm.fma.f64(double 0x3DE5D80FAFD81C5B, double %v24, double 0xBE5AE5E29A18D081)
  %v26 = call double @llvm.fma.f64(double %v25, double %v24, double 0x3EC71DE352C95232)
  %v27 = call double @llvm.fma.f64(double %v26, double %v24, double 0xBF2A01A019BBDECE)
  %v28 = call double @llvm.fma.f64(double %v27, double %v24, double 0x3F8111111110F5F8)
  %v29 = call double @llvm.fma.f64(double %v28, double %v24, double 0xBFC5555555555547)
  %v30 = fmul double %v29, %v24
  %v31 = call double @llvm.fma.f64(double %v30, double %v23, double %v23)
  %v32 = call double @llvm.fma.f64(double 0xBDA8F9AD12CEC343, double %v24, double 0x3E21EE9C6AA508AA)
  %v33 = call double @llvm.fma.f64(double %v32, double %v24, double 0xBE927E4F7D4BD862)
  %v34 = call double @llvm.fma.f64(double %v33, double %v24, double 0x3EFA01A019C6A8C6)
  %v35 = call double @llvm.fma.f64(double %v34, double %v24, double 0xBF56C16C16C14EC0)
  %v36 = call double @llvm.fma.f64(double %v35, double %v24, double 0x3FA555555555554A)
  %v37 = fmul double %v24, %v24
  %v38 = call double @llvm.fma.f64(double %v24, double 0xBFE0000000000000, double 0x3FF0000000000000)
  %v39 = call double @llvm.fma.f64(double %v36, double %v37, double %v38)
  %v40 = select i1 %v19, double %v31, double %v39
  %v41 = bitcast double %v40 to i64
  %v42 = and i64 %v17, 2
  %v43 = shl i64 %v42, 62
  %v44 = xor i64 %v41, %v43
  %v45 = bitcast i64 %v44 to double
  %v46 = call double @llvm.fabs.f64(double %v13)
  %v47 = fcmp ogt double %v46, 0x40F86A0000000000
  br i1 %v47, label %cold48, label %join50, !prof !{!"branch_weights", i32 1, i32 2000}
cold48:
  %v49 = call double @sin(double %v13)
  br label %join50
join50:
  %v51 = phi double [ %v45, %loop3 ], [ %v49, %cold48 ]
  %v52 = select i1 %v14, double %v13, double %v51
  %v55 = fmul double %v52, %v54
  %v58 = fadd double %v55, %v57
  %v59 = fadd double %p6, %v58
  %v64 = mul i64 %i5, %v63
  %v65 = getelementptr inbounds double, ptr %v61, i64 %v64
  store double %v59, ptr %v65, align 8
  %v66 = add nsw i64 %i5, 1
  %v67 = icmp slt i64 %v66, %v2
  br i1 %v67, label %loop3, label %end4
end4:
  %v69 = phi double [ 0x8000000000000000, %entry ], [ %v59, %join50 ]
  ret void
}
