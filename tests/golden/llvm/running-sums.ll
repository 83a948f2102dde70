target triple = "x86_64-linux"
declare double @llvm.fabs.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @sin(double)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 2
  %v2 = load i64, ptr %v1, align 8
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v50 = getelementptr i64, ptr %table, i64 0
  %v51 = load double, ptr %v50, align 8
  %v53 = getelementptr i64, ptr %table, i64 1
  %v54 = load double, ptr %v53, align 8
  %v57 = getelementptr ptr, ptr %buffers, i64 1
  %v58 = load ptr, ptr %v57, align 8
  %v62 = icmp slt i64 0, %v2
  br i1 %v62, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v60, %join47 ]
  %p6 = phi double [ 0x8000000000000000, %entry ], [ %v56, %join47 ]
  %v9 = getelementptr inbounds double, ptr %v8, i64 %i5
  %v10 = load double, ptr %v9, align 8
  %v11 = fcmp oeq double %v10, 0x0000000000000000
  %v12 = call double @llvm.fma.f64(double %v10, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %v13 = bitcast double %v12 to i64
  %v14 = add i64 %v13, 0
  %v15 = and i64 %v14, 1
  %v16 = icmp eq i64 %v15, 0
  %v17 = fsub double %v12, 0x4338000000000000
  %v18 = call double @llvm.fma.f64(double %v17, double 0xBFF921FB54442D18, double %v10)
  %v19 = call double @llvm.fma.f64(double %v17, double 0xBC91A62633145C07, double %v18)
  %v20 = call double @llvm.fma.f64(double %v17, double 0x391F1976B7ED8FBC, double %v19)
  %v21 = fmul double %v20, %v20
  %v22 = call double @llvm.fma.f64(double 0x3DE5D80FAFD81C5B, double %v21, double 0xBE5AE5E29A18D081)
  %v23 = call double @llvm.fma.f64(double %v22, double %v21, double 0x3EC71DE352C95232)
  %v24 = call double @llvm.fma.f64(double %v23, double %v21, double 0xBF2A01A019BBDECE)
  %v25 = call double @llvm.fma.f64(double %v24, double %v21, double 0x3F8111111110F5F8)
  %v26 = call double @llvm.fma.f64(double %v25, double %v21, double 0xBFC5555555555547)
  %v27 = fmul double %v26, %v21
  %v28 = call double @llvm.fma.f64(double %v27, double %v20, double %v20)
  %v29 = call double @llvm.fma.f64(double 0xBDA8F9AD12CEC343, double %v21, double 0x3E21EE9C6AA508AA)
  %v30 = call double @llvm.fma.f64(double %v29, double %v21, double 0xBE927E4F7D4BD862)
  %v31 = call double @llvm.fma.f64(double %v30, double %v21, double 0x3EFA01A019C6A8C6)
  %v32 = call double @llvm.fma.f64(double %v31, double %v21, double 0xBF56C16C16C14EC0)
  %v33 = call double @llvm.fma.f64(double %v32, double %v21, double 0x3FA555555555554A)
  %v34 = fmul double %v21, %v21
  %v35 = call double @llvm.fma.f64(double %v21, double 0xBFE0000000000000, double 0x3FF0000000000000)
  %v36 = call double @llvm.fma.f64(double %v33, double %v34, double %v35)
  %v37 = select i1 %v16, double %v28, double %v36
  %v38 = bitcast double %v37 to i64
  %v39 = and i64 %v14, 2
  %v40 = shl i64 %v39, 62
  %v41 = xor i64 %v38, %v40
  %v42 = bitcast i64 %v41 to double
  %v43 = call double @llvm.fabs.f64(double %v10)
  %v44 = fcmp ogt double %v43, 0x40F86A0000000000
  br i1 %v44, label %cold45, label %join47, !prof !{!"branch_weights", i32 1, i32 2000}
cold45:
  %v46 = call double @sin(double %v10)
  br label %join47
join47:
  %v48 = phi double [ %v42, %loop3 ], [ %v46, %cold45 ]
  %v49 = select i1 %v11, double %v10, double %v48
  %v52 = fmul double %v49, %v51
  %v55 = fadd double %v52, %v54
  %v56 = fadd double %p6, %v55
  %v59 = getelementptr inbounds double, ptr %v58, i64 %i5
  store double %v56, ptr %v59, align 8
  %v60 = add nsw i64 %i5, 1
  %v61 = icmp slt i64 %v60, %v2
  br i1 %v61, label %loop3, label %end4
end4:
  %v63 = phi double [ 0x8000000000000000, %entry ], [ %v56, %join47 ]
  ret void
}
