target triple = "aarch64-linux"
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
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v37 = icmp slt i64 %lo, %v3
  br i1 %v37, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v35, %end10 ]
  %v26 = icmp slt i64 0, %v8
  br i1 %v26, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop4 ], [ %v24, %loop9 ]
  %p12 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v20, %loop9 ]
  %p13 = phi <8 x i32> [ splat (i32 0), %loop4 ], [ %v23, %loop9 ]
  %v16 = mul i64 %i11, %v15
  %v17 = getelementptr inbounds double, ptr %v14, i64 %v16
  %v18 = getelementptr inbounds double, ptr %v17, i64 %i6
  %v19 = load <8 x double>, ptr %v18, align 8
  %v20 = fmul <8 x double> %p12, %v19
  %v21 = fcmp olt <8 x double> %v19, splat (double 0x0000000000000000)
  %v22 = add <8 x i32> %p13, splat (i32 1)
  %v23 = select <8 x i1> %v21, <8 x i32> %v22, <8 x i32> %p13
  %v24 = add nsw i64 %i11, 1
  %v25 = icmp slt i64 %v24, %v8
  br i1 %v25, label %loop9, label %end10
end10:
  %v27 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v20, %loop9 ]
  %v28 = phi <8 x i32> [ splat (i32 0), %loop4 ], [ %v23, %loop9 ]
  %v31 = getelementptr inbounds double, ptr %v30, i64 %i6
  store <8 x double> %v27, ptr %v31, align 8
  %v34 = getelementptr inbounds i32, ptr %v33, i64 %i6
  store <8 x i32> %v28, ptr %v34, align 4
  %v35 = add nsw i64 %i6, 8
  %v36 = icmp slt i64 %v35, %v3
  br i1 %v36, label %loop4, label %end5
end5:
  %v63 = icmp slt i64 %v3, %hi
  br i1 %v63, label %loop38, label %end39
loop38:
  %i40 = phi i64 [ %v3, %end5 ], [ %v61, %end42 ]
  %v46 = getelementptr inbounds double, ptr %v14, i64 %i40
  %v56 = icmp slt i64 0, %v8
  br i1 %v56, label %loop41, label %end42
loop41:
  %i43 = phi i64 [ 0, %loop38 ], [ %v54, %loop41 ]
  %p44 = phi double [ 0x3FF0000000000000, %loop38 ], [ %v50, %loop41 ]
  %p45 = phi i32 [ 0, %loop38 ], [ %v53, %loop41 ]
  %v47 = mul i64 %i43, %v15
  %v48 = getelementptr inbounds double, ptr %v46, i64 %v47
  %v49 = load double, ptr %v48, align 8
  %v50 = fmul double %p44, %v49
  %v51 = fcmp olt double %v49, 0x0000000000000000
  %v52 = add i32 %p45, 1
  %v53 = select i1 %v51, i32 %v52, i32 %p45
  %v54 = add nsw i64 %i43, 1
  %v55 = icmp slt i64 %v54, %v8
  br i1 %v55, label %loop41, label %end42
end42:
  %v57 = phi double [ 0x3FF0000000000000, %loop38 ], [ %v50, %loop41 ]
  %v58 = phi i32 [ 0, %loop38 ], [ %v53, %loop41 ]
  %v59 = getelementptr inbounds double, ptr %v30, i64 %i40
  store double %v57, ptr %v59, align 8
  %v60 = getelementptr inbounds i32, ptr %v33, i64 %i40
  store i32 %v58, ptr %v60, align 4
  %v61 = add nsw i64 %i40, 1
  %v62 = icmp slt i64 %v61, %hi
  br i1 %v62, label %loop38, label %end39
end39:
  ret void
}
