target triple = "x86_64-linux"
declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>)
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare <8 x i64> @llvm.masked.load.v8i64.p0(ptr, <8 x i1>, <8 x i64>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 2
  %v14 = load ptr, ptr %v13, align 8
  %v22 = getelementptr ptr, ptr %buffers, i64 1
  %v23 = load ptr, ptr %v22, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v27 = icmp slt i64 %lo, %v3
  br i1 %v27, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v25, %join20 ]
  %v8 = getelementptr inbounds double, ptr %v7, i64 %i6
  %v9 = load <8 x double>, ptr %v8, align 8
  %v10 = fcmp olt <8 x double> %v9, splat (double 0x0000000000000000)
  %v11 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v10)
  br i1 %v11, label %cold12, label %join20, !prof !{!"branch_weights", i32 1, i32 2000}
cold12:
  %v15 = getelementptr inbounds i64, ptr %v14, i64 %i6
  %v16 = load <8 x i64>, ptr %v15, align 8
  %v17 = getelementptr double, ptr %v7, <8 x i64> %v16
  %v18 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %v17, <8 x i1> splat (i1 true), <8 x double> zeroinitializer)
  %v19 = select <8 x i1> %v10, <8 x double> %v18, <8 x double> %v9
  br label %join20
join20:
  %v21 = phi <8 x double> [ %v9, %loop4 ], [ %v19, %cold12 ]
  %v24 = getelementptr inbounds double, ptr %v23, i64 %i6
  store <8 x double> %v21, ptr %v24, align 8
  %v25 = add nsw i64 %i6, 8
  %v26 = icmp slt i64 %v25, %v3
  br i1 %v26, label %loop4, label %end5
end5:
  %v53 = icmp slt i64 %v3, %hi
  br i1 %v53, label %loop28, label %end29
loop28:
  %i30 = phi i64 [ %v3, %end5 ], [ %v51, %join48 ]
  %v31 = sub nsw i64 %hi, %i30
  %v32 = call i64 @llvm.umin.i64(i64 %v31, i64 8)
  %v33 = trunc i64 %v32 to i32
  %v34 = insertelement <8 x i32> poison, i32 %v33, i64 0
  %v35 = shufflevector <8 x i32> %v34, <8 x i32> poison, <8 x i32> zeroinitializer
  %v36 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v35
  %v37 = getelementptr inbounds double, ptr %v7, i64 %i30
  %v38 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v37, <8 x i1> %v36, <8 x double> zeroinitializer)
  %v39 = fcmp olt <8 x double> %v38, splat (double 0x0000000000000000)
  %v40 = and <8 x i1> %v39, %v36
  %v41 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v40)
  br i1 %v41, label %cold42, label %join48, !prof !{!"branch_weights", i32 1, i32 2000}
cold42:
  %v43 = getelementptr inbounds i64, ptr %v14, i64 %i30
  %v44 = call <8 x i64> @llvm.masked.load.v8i64.p0(ptr align 8 %v43, <8 x i1> %v36, <8 x i64> zeroinitializer)
  %v45 = getelementptr double, ptr %v7, <8 x i64> %v44
  %v46 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %v45, <8 x i1> %v36, <8 x double> zeroinitializer)
  %v47 = select <8 x i1> %v39, <8 x double> %v46, <8 x double> %v38
  br label %join48
join48:
  %v49 = phi <8 x double> [ %v38, %loop28 ], [ %v47, %cold42 ]
  %v50 = getelementptr inbounds double, ptr %v23, i64 %i30
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v49, ptr align 8 %v50, <8 x i1> %v36)
  %v51 = add nsw i64 %i30, 8
  %v52 = icmp slt i64 %v51, %hi
  br i1 %v52, label %loop28, label %end29
end29:
  ret void
}
