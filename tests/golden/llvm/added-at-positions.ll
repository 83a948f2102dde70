target triple = "x86_64-linux"
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load double, ptr %table, align 8
  %v10 = load ptr, ptr %buffers, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v8 = insertelement <4 x double> poison, double %v7, i64 0
  %v9 = shufflevector <4 x double> %v8, <4 x double> poison, <4 x i32> zeroinitializer
  %v14 = icmp slt i64 %lo, %v3
  br i1 %v14, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v12, %loop4 ]
  %v11 = getelementptr inbounds double, ptr %v10, i64 %i6
  store <4 x double> %v9, ptr %v11, align 8
  %v12 = add nsw i64 %i6, 4
  %v13 = icmp slt i64 %v12, %v3
  br i1 %v13, label %loop4, label %end5
end5:
  %v27 = icmp slt i64 %v3, %hi
  br i1 %v27, label %loop15, label %end16
loop15:
  %i17 = phi i64 [ %v3, %end5 ], [ %v25, %loop15 ]
  %v18 = sub nsw i64 %hi, %i17
  %v19 = call i64 @llvm.umin.i64(i64 %v18, i64 4)
  %v20 = trunc i64 %v19 to i32
  %v21 = insertelement <4 x i32> poison, i32 %v20, i64 0
  %v22 = shufflevector <4 x i32> %v21, <4 x i32> poison, <4 x i32> zeroinitializer
  %v23 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v22
  %v24 = getelementptr inbounds double, ptr %v10, i64 %i17
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v9, ptr align 8 %v24, <4 x i1> %v23)
  %v25 = add nsw i64 %i17, 4
  %v26 = icmp slt i64 %v25, %hi
  br i1 %v26, label %loop15, label %end16
end16:
  ret void
}

target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 4
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v10 = load i64, ptr %table, align 8
  %v12 = getelementptr i64, ptr %table, i64 1
  %v13 = load i64, ptr %v12, align 8
  %v16 = getelementptr i64, ptr %table, i64 3
  %v17 = load i64, ptr %v16, align 8
  %v20 = getelementptr i64, ptr %table, i64 2
  %v21 = load i64, ptr %v20, align 8
  %v24 = getelementptr ptr, ptr %buffers, i64 1
  %v25 = load ptr, ptr %v24, align 8
  %v28 = load ptr, ptr %buffers, align 8
  %v36 = icmp slt i64 0, %v2
  br i1 %v36, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v34, %join33 ]
  %v8 = getelementptr inbounds i64, ptr %v7, i64 %i5
  %v9 = load i64, ptr %v8, align 8
  %v11 = icmp slt i64 %v9, %v10
  %v14 = add i64 %v9, %v13
  %v15 = select i1 %v11, i64 %v14, i64 %v9
  %v18 = icmp sge i64 %v15, %v17
  %v26 = getelementptr inbounds double, ptr %v25, i64 %i5
  br i1 %v18, label %then19, label %join33, !prof !{!"branch_weights", i32 2000, i32 1}
then19:
  %v22 = icmp sle i64 %v15, %v21
  br i1 %v22, label %then23, label %join32, !prof !{!"branch_weights", i32 2000, i32 1}
then23:
  %v27 = load double, ptr %v26, align 8
  %v29 = getelementptr inbounds double, ptr %v28, i64 %v15
  %v30 = load double, ptr %v29, align 8
  %v31 = fadd double %v30, %v27
  store double %v31, ptr %v29, align 8
  br label %join32
join32:
  br label %join33
join33:
  %v34 = add nsw i64 %i5, 1
  %v35 = icmp slt i64 %v34, %v2
  br i1 %v35, label %loop3, label %end4
end4:
  ret void
}
