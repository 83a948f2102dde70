target triple = "aarch64-linux"
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
  %v2 = and i64 %v1, -8
  %v3 = add nsw i64 %lo, %v2
  %v39 = icmp slt i64 %lo, %v3
  br i1 %v39, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v37, %end10 ]
  %v28 = icmp slt i64 0, %v8
  br i1 %v28, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop4 ], [ %v26, %loop9 ]
  %p12 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v22, %loop9 ]
  %p13 = phi <8 x i32> [ splat (i32 0), %loop4 ], [ %v25, %loop9 ]
  %v18 = mul i64 %i11, %v17
  %v19 = getelementptr inbounds double, ptr %v15, i64 %v18
  %v20 = getelementptr inbounds double, ptr %v19, i64 %i6
  %v21 = load <8 x double>, ptr %v20, align 8
  %v22 = fmul <8 x double> %p12, %v21
  %v23 = fcmp olt <8 x double> %v21, splat (double 0x0000000000000000)
  %v24 = add <8 x i32> %p13, splat (i32 1)
  %v25 = select <8 x i1> %v23, <8 x i32> %v24, <8 x i32> %p13
  %v26 = add nsw i64 %i11, 1
  %v27 = icmp slt i64 %v26, %v8
  br i1 %v27, label %loop9, label %end10
end10:
  %v29 = phi <8 x double> [ splat (double 0x3FF0000000000000), %loop4 ], [ %v22, %loop9 ]
  %v30 = phi <8 x i32> [ splat (i32 0), %loop4 ], [ %v25, %loop9 ]
  %v33 = getelementptr inbounds double, ptr %v32, i64 %i6
  store <8 x double> %v29, ptr %v33, align 8
  %v36 = getelementptr inbounds i32, ptr %v35, i64 %i6
  store <8 x i32> %v30, ptr %v36, align 4
  %v37 = add nsw i64 %i6, 8
  %v38 = icmp slt i64 %v37, %v3
  br i1 %v38, label %loop4, label %end5
end5:
  %v65 = icmp slt i64 %v3, %hi
  br i1 %v65, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v3, %end5 ], [ %v63, %end44 ]
  %v48 = getelementptr inbounds double, ptr %v15, i64 %i42
  %v58 = icmp slt i64 0, %v8
  br i1 %v58, label %loop43, label %end44
loop43:
  %i45 = phi i64 [ 0, %loop40 ], [ %v56, %loop43 ]
  %p46 = phi double [ 0x3FF0000000000000, %loop40 ], [ %v52, %loop43 ]
  %p47 = phi i32 [ 0, %loop40 ], [ %v55, %loop43 ]
  %v49 = mul i64 %i45, %v17
  %v50 = getelementptr inbounds double, ptr %v48, i64 %v49
  %v51 = load double, ptr %v50, align 8
  %v52 = fmul double %p46, %v51
  %v53 = fcmp olt double %v51, 0x0000000000000000
  %v54 = add i32 %p47, 1
  %v55 = select i1 %v53, i32 %v54, i32 %p47
  %v56 = add nsw i64 %i45, 1
  %v57 = icmp slt i64 %v56, %v8
  br i1 %v57, label %loop43, label %end44
end44:
  %v59 = phi double [ 0x3FF0000000000000, %loop40 ], [ %v52, %loop43 ]
  %v60 = phi i32 [ 0, %loop40 ], [ %v55, %loop43 ]
  %v61 = getelementptr inbounds double, ptr %v32, i64 %i42
  store double %v59, ptr %v61, align 8
  %v62 = getelementptr inbounds i32, ptr %v35, i64 %i42
  store i32 %v60, ptr %v62, align 4
  %v63 = add nsw i64 %i42, 1
  %v64 = icmp slt i64 %v63, %hi
  br i1 %v64, label %loop40, label %end41
end41:
  ret void
}
