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
  %v1 = getelementptr i64, ptr %table, i64 8
  %v2 = load i64, ptr %v1, align 8
  %v6 = getelementptr ptr, ptr %buffers, i64 2
  %v7 = load ptr, ptr %v6, align 8
  %v8 = getelementptr i64, ptr %table, i64 0
  %v9 = load i64, ptr %v8, align 8
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v16 = getelementptr i64, ptr %table, i64 2
  %v17 = load i64, ptr %v16, align 8
  %v20 = getelementptr i64, ptr %table, i64 5
  %v21 = load i64, ptr %v20, align 8
  %v24 = getelementptr i64, ptr %table, i64 6
  %v25 = load i64, ptr %v24, align 8
  %v28 = getelementptr i64, ptr %table, i64 3
  %v29 = load i64, ptr %v28, align 8
  %v31 = getelementptr i64, ptr %table, i64 4
  %v32 = load i64, ptr %v31, align 8
  %v35 = getelementptr ptr, ptr %buffers, i64 1
  %v36 = load ptr, ptr %v35, align 8
  %v37 = getelementptr i64, ptr %table, i64 7
  %v38 = load i64, ptr %v37, align 8
  %v42 = getelementptr ptr, ptr %buffers, i64 0
  %v43 = load ptr, ptr %v42, align 8
  %v51 = icmp slt i64 0, %v2
  br i1 %v51, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v49, %join48 ]
  %v10 = mul i64 %i5, %v9
  %v11 = getelementptr inbounds i64, ptr %v7, i64 %v10
  %v12 = load i64, ptr %v11, align 8
  %v15 = icmp slt i64 %v12, %v14
  %v18 = add i64 %v12, %v17
  %v19 = select i1 %v15, i64 %v18, i64 %v12
  %v22 = icmp sgt i64 %v19, %v21
  %v23 = select i1 %v22, i64 %v19, i64 %v21, !unpredictable !{}
  %v26 = icmp slt i64 %v23, %v25
  %v27 = select i1 %v26, i64 %v23, i64 %v25, !unpredictable !{}
  %v30 = icmp sge i64 %v19, %v29
  %v33 = icmp sle i64 %v19, %v32
  %v34 = and i1 %v30, %v33
  %v39 = mul i64 %i5, %v38
  %v40 = getelementptr inbounds double, ptr %v36, i64 %v39
  %v41 = load double, ptr %v40, align 8
  %v44 = getelementptr inbounds double, ptr %v43, i64 %v27
  %v45 = load double, ptr %v44, align 8
  %v46 = fadd double %v45, %v41
  br i1 %v34, label %stores47, label %join48
stores47:
  store double %v46, ptr %v44, align 8
  br label %join48
join48:
  %v49 = add nsw i64 %i5, 1
  %v50 = icmp slt i64 %v49, %v2
  br i1 %v50, label %loop3, label %end4
end4:
  ret void
}
