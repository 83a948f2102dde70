target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v10 = getelementptr ptr, ptr %buffers, i64 0
  %v11 = load ptr, ptr %v10, align 8
  %v18 = getelementptr ptr, ptr %buffers, i64 2
  %v19 = load ptr, ptr %v18, align 8
  %v23 = alloca i64, align 8
  store i64 0, ptr %v23, align 8
  %v24 = alloca i64, align 8
  %v43 = getelementptr ptr, ptr %buffers, i64 1
  %v44 = load ptr, ptr %v43, align 8
  %v25 = insertelement <4 x ptr> poison, ptr %v23, i64 0
  %v26 = shufflevector <4 x ptr> %v25, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v48 = icmp slt i64 %lo, %hi
  br i1 %v48, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v46, %join41 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 4)
  %v6 = trunc i64 %v5 to i32
  %v7 = insertelement <4 x i32> poison, i32 %v6, i64 0
  %v8 = shufflevector <4 x i32> %v7, <4 x i32> poison, <4 x i32> zeroinitializer
  %v9 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v8
  %v12 = getelementptr inbounds double, ptr %v11, i64 %i3
  %v13 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v12, <4 x i1> %v9, <4 x double> zeroinitializer)
  %v14 = fcmp olt <4 x double> %v13, splat (double 0x0000000000000000)
  %v15 = and <4 x i1> %v14, %v9
  %v16 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v15)
  br i1 %v16, label %cold17, label %join41, !prof !{!"branch_weights", i32 1, i32 2000}
cold17:
  %v20 = getelementptr inbounds i64, ptr %v19, i64 %i3
  %v21 = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %v20, <4 x i1> %v9, <4 x i64> zeroinitializer)
  %v22 = getelementptr double, ptr %v11, <4 x i64> %v21
  %v27 = select <4 x i1> %v9, <4 x ptr> %v22, <4 x ptr> %v26
  %v28 = extractelement <4 x ptr> %v27, i64 0
  %v29 = extractelement <4 x ptr> %v27, i64 1
  %v30 = extractelement <4 x ptr> %v27, i64 2
  %v31 = extractelement <4 x ptr> %v27, i64 3
  %v32 = load double, ptr %v28, align 8
  %v33 = insertelement <4 x double> poison, double %v32, i64 0
  %v34 = load double, ptr %v29, align 8
  %v35 = insertelement <4 x double> %v33, double %v34, i64 1
  %v36 = load double, ptr %v30, align 8
  %v37 = insertelement <4 x double> %v35, double %v36, i64 2
  %v38 = load double, ptr %v31, align 8
  %v39 = insertelement <4 x double> %v37, double %v38, i64 3
  %v40 = select <4 x i1> %v14, <4 x double> %v39, <4 x double> %v13
  br label %join41
join41:
  %v42 = phi <4 x double> [ %v13, %loop1 ], [ %v40, %cold17 ]
  %v45 = getelementptr inbounds double, ptr %v44, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v42, ptr align 8 %v45, <4 x i1> %v9)
  %v46 = add nsw i64 %i3, 4
  %v47 = icmp slt i64 %v46, %hi
  br i1 %v47, label %loop1, label %end2
end2:
  ret void
}
