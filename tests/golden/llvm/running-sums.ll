target triple = "x86_64-linux"
declare double @llvm.fabs.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @sin(double)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 2
  %v2 = load i64, ptr %v1, align 8
  %v7 = load ptr, ptr %buffers, align 8
  %v49 = load double, ptr %table, align 8
  %v51 = getelementptr i64, ptr %table, i64 1
  %v52 = load double, ptr %v51, align 8
  %v55 = getelementptr ptr, ptr %buffers, i64 1
  %v56 = load ptr, ptr %v55, align 8
  %v60 = icmp slt i64 0, %v2
  br i1 %v60, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v58, %join46 ]
  %p6 = phi double [ 0x8000000000000000, %entry ], [ %v54, %join46 ]
  %v8 = getelementptr inbounds double, ptr %v7, i64 %i5
  %v9 = load double, ptr %v8, align 8
  %v10 = fcmp oeq double %v9, 0x0000000000000000
  %v11 = call double @llvm.fma.f64(double %v9, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %v12 = bitcast double %v11 to i64
  %v13 = add i64 %v12, 0
  %v14 = and i64 %v13, 1
  %v15 = icmp eq i64 %v14, 0
  %v16 = fsub double %v11, 0x4338000000000000
  %v17 = call double @llvm.fma.f64(double %v16, double 0xBFF921FB54442D18, double %v9)
  %v18 = call double @llvm.fma.f64(double %v16, double 0xBC91A62633145C07, double %v17)
  %v19 = call double @llvm.fma.f64(double %v16, double 0x391F1976B7ED8FBC, double %v18)
  %v20 = fmul double %v19, %v19
  %v21 = call double @llvm.fma.f64(double 0x3DE5D80FAFD81C5B, double %v20, double 0xBE5AE5E29A18D081)
  %v22 = call double @llvm.fma.f64(double %v21, double %v20, double 0x3EC71DE352C95232)
  %v23 = call double @llvm.fma.f64(double %v22, double %v20, double 0xBF2A01A019BBDECE)
  %v24 = call double @llvm.fma.f64(double %v23, double %v20, double 0x3F8111111110F5F8)
  %v25 = call double @llvm.fma.f64(double %v24, double %v20, double 0xBFC5555555555547)
  %v26 = fmul double %v25, %v20
  %v27 = call double @llvm.fma.f64(double %v26, double %v19, double %v19)
  %v28 = call double @llvm.fma.f64(double 0xBDA8F9AD12CEC343, double %v20, double 0x3E21EE9C6AA508AA)
  %v29 = call double @llvm.fma.f64(double %v28, double %v20, double 0xBE927E4F7D4BD862)
  %v30 = call double @llvm.fma.f64(double %v29, double %v20, double 0x3EFA01A019C6A8C6)
  %v31 = call double @llvm.fma.f64(double %v30, double %v20, double 0xBF56C16C16C14EC0)
  %v32 = call double @llvm.fma.f64(double %v31, double %v20, double 0x3FA555555555554A)
  %v33 = fmul double %v20, %v20
  %v34 = call double @llvm.fma.f64(double %v20, double 0xBFE0000000000000, double 0x3FF0000000000000)
  %v35 = call double @llvm.fma.f64(double %v32, double %v33, double %v34)
  %v36 = select i1 %v15, double %v27, double %v35
  %v37 = bitcast double %v36 to i64
  %v38 = and i64 %v13, 2
  %v39 = shl i64 %v38, 62
  %v40 = xor i64 %v37, %v39
  %v41 = bitcast i64 %v40 to double
  %v42 = call double @llvm.fabs.f64(double %v9)
  %v43 = fcmp ogt double %v42, 0x40F86A0000000000
  br i1 %v43, label %cold44, label %join46, !prof !{!"branch_weights", i32 1, i32 2000}
cold44:
  %v45 = call double @sin(double %v9)
  br label %join46
join46:
  %v47 = phi double [ %v41, %loop3 ], [ %v45, %cold44 ]
  %v48 = select i1 %v10, double %v9, double %v47
  %v50 = fmul double %v48, %v49
  %v53 = fadd double %v50, %v52
  %v54 = fadd double %p6, %v53
  %v57 = getelementptr inbounds double, ptr %v56, i64 %i5
  store double %v54, ptr %v57, align 8
  %v58 = add nsw i64 %i5, 1
  %v59 = icmp slt i64 %v58, %v2
  br i1 %v59, label %loop3, label %end4
end4:
  %v61 = phi double [ 0x8000000000000000, %entry ], [ %v54, %join46 ]
  ret void
}
