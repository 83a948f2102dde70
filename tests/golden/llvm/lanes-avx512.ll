target triple = "x86_64-linux"
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr i64, ptr %table, i64 1
  %v8 = load i64, ptr %v7, align 8
  %v14 = load ptr, ptr %buffers, align 8
  %v15 = load i64, ptr %table, align 8
  %v29 = getelementptr ptr, ptr %buffers, i64 1
  %v30 = load ptr, ptr %v29, align 8
  %v32 = getelementptr ptr, ptr %buffers, i64 2
  %v33 = load ptr, ptr %v32, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -32
  %v3 = add nsw i64 %lo, %v2
  %v37 = icmp slt i64 %lo, %v3
  br i1 %v37, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v35, %end10 ]
  %v26 = icmp slt i64 0, %v8
  br i1 %v26, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop4 ], [ %v24, %loop9 ]
  %p12 = phi <32 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v20, %loop9 ]
  %p13 = phi <32 x i32> [ splat (i32 0), %loop4 ], [ %v23, %loop9 ]
  %v16 = mul i64 %i11, %v15
  %v17 = getelementptr inbounds double, ptr %v14, i64 %v16
  %v18 = getelementptr inbounds double, ptr %v17, i64 %i6
  %v19 = load <32 x double>, ptr %v18, align 8
  %v20 = fmul <32 x double> %p12, %v19
  %v21 = fcmp olt <32 x double> %v19, splat (double 0x0000000000000000)
  %v22 = add <32 x i32> %p13, splat (i32 1)
  %v23 = select <32 x i1> %v21, <32 x i32> %v22, <32 x i32> %p13
  %v24 = add nsw i64 %i11, 1
  %v25 = icmp slt i64 %v24, %v8
  br i1 %v25, label %loop9, label %end10
end10:
  %v27 = phi <32 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v20, %loop9 ]
  %v28 = phi <32 x i32> [ splat (i32 0), %loop4 ], [ %v23, %loop9 ]
  %v31 = getelementptr inbounds double, ptr %v30, i64 %i6
  store <32 x double> %v27, ptr %v31, align 8
  %v34 = getelementptr inbounds i32, ptr %v33, i64 %i6
  store <32 x i32> %v28, ptr %v34, align 4
  %v35 = add nsw i64 %i6, 32
  %v36 = icmp slt i64 %v35, %v3
  br i1 %v36, label %loop4, label %end5
end5:
  %v69 = icmp slt i64 %v3, %hi
  br i1 %v69, label %loop38, label %end39
loop38:
  %i40 = phi i64 [ %v3, %end5 ], [ %v67, %end48 ]
  %v41 = sub nsw i64 %hi, %i40
  %v42 = call i64 @llvm.umin.i64(i64 %v41, i64 8)
  %v43 = trunc i64 %v42 to i32
  %v44 = insertelement <8 x i32> poison, i32 %v43, i64 0
  %v45 = shufflevector <8 x i32> %v44, <8 x i32> poison, <8 x i32> zeroinitializer
  %v46 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v45
  %v62 = icmp slt i64 0, %v8
  br i1 %v62, label %loop47, label %end48
loop47:
  %i49 = phi i64 [ 0, %loop38 ], [ %v60, %loop47 ]
  %p50 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop38 ], [ %v56, %loop47 ]
  %p51 = phi <8 x i32> [ splat (i32 0), %loop38 ], [ %v59, %loop47 ]
  %v52 = mul i64 %i49, %v15
  %v53 = getelementptr inbounds double, ptr %v14, i64 %v52
  %v54 = getelementptr inbounds double, ptr %v53, i64 %i40
  %v55 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v54, <8 x i1> %v46, <8 x double> zeroinitializer)
  %v56 = fmul <8 x double> %p50, %v55
  %v57 = fcmp olt <8 x double> %v55, splat (double 0x0000000000000000)
  %v58 = add <8 x i32> %p51, splat (i32 1)
  %v59 = select <8 x i1> %v57, <8 x i32> %v58, <8 x i32> %p51
  %v60 = add nsw i64 %i49, 1
  %v61 = icmp slt i64 %v60, %v8
  br i1 %v61, label %loop47, label %end48
end48:
  %v63 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop38 ], [ %v56, %loop47 ]
  %v64 = phi <8 x i32> [ splat (i32 0), %loop38 ], [ %v59, %loop47 ]
  %v65 = getelementptr inbounds double, ptr %v30, i64 %i40
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v63, ptr align 8 %v65, <8 x i1> %v46)
  %v66 = getelementptr inbounds i32, ptr %v33, i64 %i40
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v64, ptr align 4 %v66, <8 x i1> %v46)
  %v67 = add nsw i64 %i40, 8
  %v68 = icmp slt i64 %v67, %hi
  br i1 %v68, label %loop38, label %end39
end39:
  ret void
}
