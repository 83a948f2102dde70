target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr i64, ptr %table, i64 1
  %v8 = load i64, ptr %v7, align 8
  %v14 = getelementptr ptr, ptr %buffers, i64 0
  %v15 = load ptr, ptr %v14, align 8
  %v16 = getelementptr i64, ptr %table, i64 0
  %v17 = load i64, ptr %v16, align 8
  %v31 = getelementptr ptr, ptr %buffers, i64 1
  %v32 = load ptr, ptr %v31, align 8
  %v34 = getelementptr ptr, ptr %buffers, i64 2
  %v35 = load ptr, ptr %v34, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v39 = icmp slt i64 %lo, %v3
  br i1 %v39, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v37, %end10 ]
  %v28 = icmp slt i64 0, %v8
  br i1 %v28, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop4 ], [ %v26, %loop9 ]
  %p12 = phi <16 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v22, %loop9 ]
  %p13 = phi <16 x i32> [ splat (i32 0), %loop4 ], [ %v25, %loop9 ]
  %v18 = mul i64 %i11, %v17
  %v19 = getelementptr inbounds double, ptr %v15, i64 %v18
  %v20 = getelementptr inbounds double, ptr %v19, i64 %i6
  %v21 = load <16 x double>, ptr %v20, align 8
  %v22 = fmul <16 x double> %p12, %v21
  %v23 = fcmp olt <16 x double> %v21, splat (double 0x0000000000000000)
  %v24 = add <16 x i32> %p13, splat (i32 1)
  %v25 = select <16 x i1> %v23, <16 x i32> %v24, <16 x i32> %p13
  %v26 = add nsw i64 %i11, 1
  %v27 = icmp slt i64 %v26, %v8
  br i1 %v27, label %loop9, label %end10
end10:
  %v29 = phi <16 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v22, %loop9 ]
  %v30 = phi <16 x i32> [ splat (i32 0), %loop4 ], [ %v25, %loop9 ]
  %v33 = getelementptr inbounds double, ptr %v32, i64 %i6
  store <16 x double> %v29, ptr %v33, align 8
  %v36 = getelementptr inbounds i32, ptr %v35, i64 %i6
  store <16 x i32> %v30, ptr %v36, align 4
  %v37 = add nsw i64 %i6, 16
  %v38 = icmp slt i64 %v37, %v3
  br i1 %v38, label %loop4, label %end5
end5:
  %v71 = icmp slt i64 %v3, %hi
  br i1 %v71, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v3, %end5 ], [ %v69, %end50 ]
  %v43 = sub nsw i64 %hi, %i42
  %v44 = call i64 @llvm.umin.i64(i64 %v43, i64 4)
  %v45 = trunc i64 %v44 to i32
  %v46 = insertelement <4 x i32> poison, i32 %v45, i64 0
  %v47 = shufflevector <4 x i32> %v46, <4 x i32> poison, <4 x i32> zeroinitializer
  %v48 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v47
  %v64 = icmp slt i64 0, %v8
  br i1 %v64, label %loop49, label %end50
loop49:
  %i51 = phi i64 [ 0, %loop40 ], [ %v62, %loop49 ]
  %p52 = phi <4 x double> [ splat (double 0x3FF0000000000000), %loop40 ], [ %v58, %loop49 ]
  %p53 = phi <4 x i32> [ splat (i32 0), %loop40 ], [ %v61, %loop49 ]
  %v54 = mul i64 %i51, %v17
  %v55 = getelementptr inbounds double, ptr %v15, i64 %v54
  %v56 = getelementptr inbounds double, ptr %v55, i64 %i42
  %v57 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v56, <4 x i1> %v48, <4 x double> zeroinitializer)
  %v58 = fmul <4 x double> %p52, %v57
  %v59 = fcmp olt <4 x double> %v57, splat (double 0x0000000000000000)
  %v60 = add <4 x i32> %p53, splat (i32 1)
  %v61 = select <4 x i1> %v59, <4 x i32> %v60, <4 x i32> %p53
  %v62 = add nsw i64 %i51, 1
  %v63 = icmp slt i64 %v62, %v8
  br i1 %v63, label %loop49, label %end50
end50:
  %v65 = phi <4 x double> [ splat (double 0x3FF0000000000000), %loop40 ], [ %v58, %loop49 ]
  %v66 = phi <4 x i32> [ splat (i32 0), %loop40 ], [ %v61, %loop49 ]
  %v67 = getelementptr inbounds double, ptr %v32, i64 %i42
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v65, ptr align 8 %v67, <4 x i1> %v48)
  %v68 = getelementptr inbounds i32, ptr %v35, i64 %i42
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v66, ptr align 4 %v68, <4 x i1> %v48)
  %v69 = add nsw i64 %i42, 4
  %v70 = icmp slt i64 %v69, %hi
  br i1 %v70, label %loop40, label %end41
end41:
  ret void
}
