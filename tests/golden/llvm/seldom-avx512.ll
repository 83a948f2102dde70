target triple = "x86_64-linux"
declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>)
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare <8 x i64> @llvm.masked.load.v8i64.p0(ptr, <8 x i1>, <8 x i64>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v10 = getelementptr ptr, ptr %buffers, i64 0
  %v11 = load ptr, ptr %v10, align 8
  %v18 = getelementptr ptr, ptr %buffers, i64 2
  %v19 = load ptr, ptr %v18, align 8
  %v27 = getelementptr ptr, ptr %buffers, i64 1
  %v28 = load ptr, ptr %v27, align 8
  %v32 = icmp slt i64 %lo, %hi
  br i1 %v32, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v30, %join25 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 8)
  %v6 = trunc i64 %v5 to i32
  %v7 = insertelement <8 x i32> poison, i32 %v6, i64 0
  %v8 = shufflevector <8 x i32> %v7, <8 x i32> poison, <8 x i32> zeroinitializer
  %v9 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v8
  %v12 = getelementptr inbounds double, ptr %v11, i64 %i3
  %v13 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v12, <8 x i1> %v9, <8 x double> zeroinitializer)
  %v14 = fcmp olt <8 x double> %v13, splat (double 0x0000000000000000)
  %v15 = and <8 x i1> %v14, %v9
  %v16 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v15)
  br i1 %v16, label %cold17, label %join25, !prof !{!"branch_weights", i32 1, i32 2000}
cold17:
  %v20 = getelementptr inbounds i64, ptr %v19, i64 %i3
  %v21 = call <8 x i64> @llvm.masked.load.v8i64.p0(ptr align 8 %v20, <8 x i1> %v9, <8 x i64> zeroinitializer)
  %v22 = getelementptr double, ptr %v11, <8 x i64> %v21
  %v23 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %v22, <8 x i1> %v9, <8 x double> zeroinitializer)
  %v24 = select <8 x i1> %v14, <8 x double> %v23, <8 x double> %v13
  br label %join25
join25:
  %v26 = phi <8 x double> [ %v13, %loop1 ], [ %v24, %cold17 ]
  %v29 = getelementptr inbounds double, ptr %v28, i64 %i3
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v26, ptr align 8 %v29, <8 x i1> %v9)
  %v30 = add nsw i64 %i3, 8
  %v31 = icmp slt i64 %v30, %hi
  br i1 %v31, label %loop1, label %end2
end2:
  ret void
}
