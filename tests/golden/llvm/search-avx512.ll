target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 0
  %v2 = load i64, ptr %v1, align 8
  %v11 = getelementptr i64, ptr %table, i64 1
  %v12 = load float, ptr %v11, align 8
  %v15 = getelementptr ptr, ptr %buffers, i64 0
  %v16 = load ptr, ptr %v15, align 8
  %v18 = alloca <32 x i64>, align 64
  store <32 x i64> zeroinitializer, ptr %v18, align 64
  %v19 = alloca <32 x i64>, align 64
  %v23 = getelementptr ptr, ptr %buffers, i64 1
  %v24 = load ptr, ptr %v23, align 8
  %v29 = getelementptr ptr, ptr %buffers, i64 2
  %v30 = load ptr, ptr %v29, align 8
  %v40 = icmp slt i64 0, %v2
  br i1 %v40, label %loop3, label %end4
loop3:
  %i5 = phi i64 [ 0, %entry ], [ %v38, %join37 ]
  br label %while6
while6:
  %p9 = phi i64 [ 0, %loop3 ], [ %v14, %do7 ]
  %p10 = phi float [ 0x3FF0000000000000, %loop3 ], [ %v22, %do7 ]
  %v13 = fcmp olt float %p10, %v12
  br i1 %v13, label %do7, label %end8
do7:
  %v14 = add i64 %p9, 1
  %v17 = getelementptr inbounds float, ptr %v16, i64 %p9
  %v20 = select i1 %v13, ptr %v17, ptr %v18
  %v21 = load float, ptr %v20, align 4
  %v22 = fmul float %p10, %v21
  br label %while6
end8:
  %v25 = getelementptr inbounds i64, ptr %v24, i64 %i5
  %v26 = load i64, ptr %v25, align 8
  %v27 = icmp sge i64 %p9, %v26
  %v31 = getelementptr inbounds i64, ptr %v30, i64 %i5
  br i1 %v27, label %then28, label %join34
then28:
  br i1 %v27, label %stores32, label %join33
stores32:
  store i64 %p9, ptr %v31, align 8
  br label %join33
join33:
  br label %join34
join34:
  %v35 = xor i1 %v27, true
  br i1 %v35, label %then36, label %join37
then36:
  store i64 %v26, ptr %v31, align 8
  br label %join37
join37:
  %v38 = add nsw i64 %i5, 1
  %v39 = icmp slt i64 %v38, %v2
  br i1 %v39, label %loop3, label %end4
end4:
  ret void
}
