target triple = "x86_64-linux"
declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>)
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare <8 x i64> @llvm.masked.load.v8i64.p0(ptr, <8 x i1>, <8 x i64>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v14 = getelementptr ptr, ptr %buffers, i64 2
  %v15 = load ptr, ptr %v14, align 8
  %v23 = getelementptr ptr, ptr %buffers, i64 1
  %v24 = load ptr, ptr %v23, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v28 = icmp slt i64 %lo, %v3
  br i1 %v28, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v26, %join21 ]
  %v9 = getelementptr inbounds double, ptr %v8, i64 %i6
  %v10 = load <8 x double>, ptr %v9, align 8
  %v11 = fcmp olt <8 x double> %v10, splat (double 0x0000000000000000)
  %v12 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v11)
  br i1 %v12, label %cold13, label %join21, !prof !{!"branch_weights", i32 1, i32 2000}
cold13:
  %v16 = getelementptr inbounds i64, ptr %v15, i64 %i6
  %v17 = load <8 x i64>, ptr %v16, align 8
  %v18 = getelementptr double, ptr %v8, <8 x i64> %v17
  %v19 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %v18, <8 x i1> splat (i1 true), <8 x double> zeroinitializer)
  %v20 = select <8 x i1> %v11, <8 x double> %v19, <8 x double> %v10
  br label %join21
join21:
  %v22 = phi <8 x double> [ %v10, %loop4 ], [ %v20, %cold13 ]
  %v25 = getelementptr inbounds double, ptr %v24, i64 %i6
  store <8 x double> %v22, ptr %v25, align 8
  %v26 = add nsw i64 %i6, 8
  %v27 = icmp slt i64 %v26, %v3
  br i1 %v27, label %loop4, label %end5
end5:
  %v54 = icmp slt i64 %v3, %hi
  br i1 %v54, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v3, %end5 ], [ %v52, %join49 ]
  %v32 = sub nsw i64 %hi, %i31
  %v33 = call i64 @llvm.umin.i64(i64 %v32, i64 8)
  %v34 = trunc i64 %v33 to i32
  %v35 = insertelement <8 x i32> poison, i32 %v34, i64 0
  %v36 = shufflevector <8 x i32> %v35, <8 x i32> poison, <8 x i32> zeroinitializer
  %v37 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v36
  %v38 = getelementptr inbounds double, ptr %v8, i64 %i31
  %v39 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v38, <8 x i1> %v37, <8 x double> zeroinitializer)
  %v40 = fcmp olt <8 x double> %v39, splat (double 0x0000000000000000)
  %v41 = and <8 x i1> %v40, %v37
  %v42 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v41)
  br i1 %v42, label %cold43, label %join49, !prof !{!"branch_weights", i32 1, i32 2000}
cold43:
  %v44 = getelementptr inbounds i64, ptr %v15, i64 %i31
  %v45 = call <8 x i64> @llvm.masked.load.v8i64.p0(ptr align 8 %v44, <8 x i1> %v37, <8 x i64> zeroinitializer)
  %v46 = getelementptr double, ptr %v8, <8 x i64> %v45
  %v47 = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %v46, <8 x i1> %v37, <8 x double> zeroinitializer)
  %v48 = select <8 x i1> %v40, <8 x double> %v47, <8 x double> %v39
  br label %join49
join49:
  %v50 = phi <8 x double> [ %v39, %loop29 ], [ %v48, %cold43 ]
  %v51 = getelementptr inbounds double, ptr %v24, i64 %i31
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v50, ptr align 8 %v51, <8 x i1> %v37)
  %v52 = add nsw i64 %i31, 8
  %v53 = icmp slt i64 %v52, %hi
  br i1 %v53, label %loop29, label %end30
end30:
  ret void
}
