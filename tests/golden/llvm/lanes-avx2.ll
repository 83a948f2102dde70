target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v10 = getelementptr i64, ptr %table, i64 1
  %v11 = load i64, ptr %v10, align 8
  %v17 = getelementptr ptr, ptr %buffers, i64 0
  %v18 = load ptr, ptr %v17, align 8
  %v19 = getelementptr i64, ptr %table, i64 0
  %v20 = load i64, ptr %v19, align 8
  %v34 = getelementptr ptr, ptr %buffers, i64 1
  %v35 = load ptr, ptr %v34, align 8
  %v37 = getelementptr ptr, ptr %buffers, i64 2
  %v38 = load ptr, ptr %v37, align 8
  %v42 = icmp slt i64 %lo, %hi
  br i1 %v42, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v40, %end13 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 4)
  %v6 = trunc i64 %v5 to i32
  %v7 = insertelement <4 x i32> poison, i32 %v6, i64 0
  %v8 = shufflevector <4 x i32> %v7, <4 x i32> poison, <4 x i32> zeroinitializer
  %v9 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v8
  %v31 = icmp slt i64 0, %v11
  br i1 %v31, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ 0, %loop1 ], [ %v29, %loop12 ]
  %p15 = phi <4 x double> [ splat (double 0x3FF0000000000000), %loop1 ], [ %v25, %loop12 ]
  %p16 = phi <4 x i32> [ splat (i32 0), %loop1 ], [ %v28, %loop12 ]
  %v21 = mul i64 %i14, %v20
  %v22 = getelementptr inbounds double, ptr %v18, i64 %v21
  %v23 = getelementptr inbounds double, ptr %v22, i64 %i3
  %v24 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v23, <4 x i1> %v9, <4 x double> zeroinitializer)
  %v25 = fmul <4 x double> %p15, %v24
  %v26 = fcmp olt <4 x double> %v24, splat (double 0x0000000000000000)
  %v27 = add <4 x i32> %p16, splat (i32 1)
  %v28 = select <4 x i1> %v26, <4 x i32> %v27, <4 x i32> %p16
  %v29 = add nsw i64 %i14, 1
  %v30 = icmp slt i64 %v29, %v11
  br i1 %v30, label %loop12, label %end13
end13:
  %v32 = phi <4 x double> [ splat (double 0x3FF0000000000000), %loop1 ], [ %v25, %loop12 ]
  %v33 = phi <4 x i32> [ splat (i32 0), %loop1 ], [ %v28, %loop12 ]
  %v36 = getelementptr inbounds double, ptr %v35, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v32, ptr align 8 %v36, <4 x i1> %v9)
  %v39 = getelementptr inbounds i32, ptr %v38, i64 %i3
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v33, ptr align 4 %v39, <4 x i1> %v9)
  %v40 = add nsw i64 %i3, 4
  %v41 = icmp slt i64 %v40, %hi
  br i1 %v41, label %loop1, label %end2
end2:
  ret void
}
