target triple = "x86_64-linux"
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr i64, ptr %table, i64 0
  %v8 = load double, ptr %v7, align 8
  %v11 = getelementptr ptr, ptr %buffers, i64 0
  %v12 = load ptr, ptr %v11, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -4
  %v3 = add nsw i64 %lo, %v2
  %v9 = insertelement <4 x double> poison, double %v8, i64 0
  %v10 = shufflevector <4 x double> %v9, <4 x double> poison, <4 x i32> zeroinitializer
  %v16 = icmp slt i64 %lo, %v3
  br i1 %v16, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v14, %loop4 ]
  %v13 = getelementptr inbounds double, ptr %v12, i64 %i6
  store <4 x double> %v10, ptr %v13, align 8
  %v14 = add nsw i64 %i6, 4
  %v15 = icmp slt i64 %v14, %v3
  br i1 %v15, label %loop4, label %end5
end5:
  %v29 = icmp slt i64 %v3, %hi
  br i1 %v29, label %loop17, label %end18
loop17:
  %i19 = phi i64 [ %v3, %end5 ], [ %v27, %loop17 ]
  %v20 = sub nsw i64 %hi, %i19
  %v21 = call i64 @llvm.umin.i64(i64 %v20, i64 4)
  %v22 = trunc i64 %v21 to i32
  %v23 = insertelement <4 x i32> poison, i32 %v22, i64 0
  %v24 = shufflevector <4 x i32> %v23, <4 x i32> poison, <4 x i32> zeroinitializer
  %v25 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v24
  %v26 = getelementptr inbounds double, ptr %v12, i64 %i19
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v10, ptr align 8 %v26, <4 x i1> %v25)
  %v27 = add nsw i64 %i19, 4
  %v28 = icmp slt i64 %v27, %hi
  br i1 %v28, label %loop17, label %end18
end18:
  ret void
}

target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 4
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v10 = getelementptr i64, ptr %table, i64 0
  %v11 = load i64, ptr %v10, align 8
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v17 = getelementptr i64, ptr %table, i64 3
  %v18 = load i64, ptr %v17, align 8
  %v21 = getelementptr i64, ptr %table, i64 2
  %v22 = load i64, ptr %v21, align 8
  %v25 = getelementptr ptr, ptr %buffers, i64 1
  %v26 = load ptr, ptr %v25, align 8
  %v29 = getelementptr ptr, ptr %buffers, i64 0
  %v30 = load ptr, ptr %v29, align 8
  %v38 = icmp slt i64 0, %v2
  br i1 %v38, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v36, %join35 ]
  %v8 = getelementptr inbounds i64, ptr %v7, i64 %i5
  %v9 = load i64, ptr %v8, align 8
  %v12 = icmp slt i64 %v9, %v11
  %v15 = add i64 %v9, %v14
  %v16 = select i1 %v12, i64 %v15, i64 %v9
  %v19 = icmp sge i64 %v16, %v18
  %v27 = getelementptr inbounds double, ptr %v26, i64 %i5
  br i1 %v19, label %then20, label %join35, !prof !{!"branch_weights", i32 2000, i32 1}
then20:
  %v23 = icmp sle i64 %v16, %v22
  br i1 %v23, label %then24, label %join34, !prof !{!"branch_weights", i32 2000, i32 1}
then24:
  %v28 = load double, ptr %v27, align 8
  %v31 = getelementptr inbounds double, ptr %v30, i64 %v16
  %v32 = load double, ptr %v31, align 8
  %v33 = fadd double %v32, %v28
  store double %v33, ptr %v31, align 8
  br label %join34
join34:
  br label %join35
join35:
  %v36 = add nsw i64 %i5, 1
  %v37 = icmp slt i64 %v36, %v2
  br i1 %v37, label %loop3, label %end4
end4:
  ret void
}
