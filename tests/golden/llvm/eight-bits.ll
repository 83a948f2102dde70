target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load float, ptr %v29, align 8
  %v34 = getelementptr ptr, ptr %buffers, i64 1
  %v35 = load ptr, ptr %v34, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v31 = insertelement <16 x float> poison, float %v30, i64 0
  %v32 = shufflevector <16 x float> %v31, <16 x float> poison, <16 x i32> zeroinitializer
  %v39 = icmp slt i64 %lo, %v3
  br i1 %v39, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v37, %loop4 ]
  %v9 = getelementptr inbounds i8, ptr %v8, i64 %i6
  %v10 = load <16 x i8>, ptr %v9, align 1
  %v11 = zext <16 x i8> %v10 to <16 x i32>
  %v12 = and <16 x i32> %v11, splat (i32 127)
  %v13 = icmp ugt <16 x i32> %v12, splat (i32 126)
  %v14 = and <16 x i32> %v11, splat (i32 128)
  %v15 = shl <16 x i32> %v14, splat (i32 24)
  %v16 = or <16 x i32> %v15, splat (i32 2143289344)
  %v17 = bitcast <16 x i32> %v16 to <16 x float>
  %v18 = icmp ult <16 x i32> %v12, splat (i32 8)
  %v19 = sitofp <16 x i32> %v12 to <16 x float>
  %v20 = fmul <16 x float> %v19, splat (float 0x3F60000000000000)
  %v21 = shl <16 x i32> %v12, splat (i32 20)
  %v22 = add <16 x i32> %v21, splat (i32 1006632960)
  %v23 = bitcast <16 x i32> %v22 to <16 x float>
  %v24 = select <16 x i1> %v18, <16 x float> %v20, <16 x float> %v23
  %v25 = bitcast <16 x float> %v24 to <16 x i32>
  %v26 = or <16 x i32> %v25, %v15
  %v27 = bitcast <16 x i32> %v26 to <16 x float>
  %v28 = select <16 x i1> %v13, <16 x float> %v17, <16 x float> %v27
  %v33 = fmul <16 x float> %v28, %v32
  %v36 = getelementptr inbounds float, ptr %v35, i64 %i6
  store <16 x float> %v33, ptr %v36, align 4
  %v37 = add nsw i64 %i6, 16
  %v38 = icmp slt i64 %v37, %v3
  br i1 %v38, label %loop4, label %end5
end5:
  %v67 = icmp slt i64 %v3, %hi
  br i1 %v67, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v3, %end5 ], [ %v65, %loop40 ]
  %v43 = getelementptr inbounds i8, ptr %v8, i64 %i42
  %v44 = load i8, ptr %v43, align 1
  %v45 = zext i8 %v44 to i32
  %v46 = and i32 %v45, 127
  %v47 = icmp ugt i32 %v46, 126
  %v48 = and i32 %v45, 128
  %v49 = shl i32 %v48, 24
  %v50 = or i32 %v49, 2143289344
  %v51 = bitcast i32 %v50 to float
  %v52 = icmp ult i32 %v46, 8
  %v53 = sitofp i32 %v46 to float
  %v54 = fmul float %v53, 0x3F60000000000000
  %v55 = shl i32 %v46, 20
  %v56 = add i32 %v55, 1006632960
  %v57 = bitcast i32 %v56 to float
  %v58 = select i1 %v52, float %v54, float %v57
  %v59 = bitcast float %v58 to i32
  %v60 = or i32 %v59, %v49
  %v61 = bitcast i32 %v60 to float
  %v62 = select i1 %v47, float %v51, float %v61
  %v63 = fmul float %v62, %v30
  %v64 = getelementptr inbounds float, ptr %v35, i64 %i42
  store float %v63, ptr %v64, align 4
  %v65 = add nsw i64 %i42, 1
  %v66 = icmp slt i64 %v65, %hi
  br i1 %v66, label %loop40, label %end41
end41:
  ret void
}
