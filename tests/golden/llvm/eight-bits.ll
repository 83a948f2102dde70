target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load float, ptr %v27, align 8
  %v32 = getelementptr ptr, ptr %buffers, i64 1
  %v33 = load ptr, ptr %v32, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v29 = insertelement <16 x float> poison, float %v28, i64 0
  %v30 = shufflevector <16 x float> %v29, <16 x float> poison, <16 x i32> zeroinitializer
  %v37 = icmp slt i64 %lo, %v3
  br i1 %v37, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v35, %loop4 ]
  %v9 = getelementptr inbounds i8, ptr %v8, i64 %i6
  %v10 = load <16 x i8>, ptr %v9, align 1
  %v11 = zext <16 x i8> %v10 to <16 x i32>
  %v12 = and <16 x i32> %v11, splat (i32 127)
  %v13 = icmp ugt <16 x i32> %v12, splat (i32 126)
  %v14 = icmp ult <16 x i32> %v12, splat (i32 8)
  %v15 = sitofp <16 x i32> %v12 to <16 x float>
  %v16 = fmul <16 x float> %v15, splat (float 0x3F60000000000000)
  %v17 = shl <16 x i32> %v12, splat (i32 20)
  %v18 = add <16 x i32> %v17, splat (i32 1006632960)
  %v19 = bitcast <16 x i32> %v18 to <16 x float>
  %v20 = select <16 x i1> %v14, <16 x float> %v16, <16 x float> %v19
  %v21 = bitcast <16 x float> %v20 to <16 x i32>
  %v22 = select <16 x i1> %v13, <16 x i32> splat (i32 2143289344), <16 x i32> %v21
  %v23 = and <16 x i32> %v11, splat (i32 128)
  %v24 = shl <16 x i32> %v23, splat (i32 24)
  %v25 = or <16 x i32> %v22, %v24
  %v26 = bitcast <16 x i32> %v25 to <16 x float>
  %v31 = fmul <16 x float> %v26, %v30
  %v34 = getelementptr inbounds float, ptr %v33, i64 %i6
  store <16 x float> %v31, ptr %v34, align 4
  %v35 = add nsw i64 %i6, 16
  %v36 = icmp slt i64 %v35, %v3
  br i1 %v36, label %loop4, label %end5
end5:
  %v63 = icmp slt i64 %v3, %hi
  br i1 %v63, label %loop38, label %end39
loop38:
  %i40 = phi i64 [ %v3, %end5 ], [ %v61, %loop38 ]
  %v41 = getelementptr inbounds i8, ptr %v8, i64 %i40
  %v42 = load i8, ptr %v41, align 1
  %v43 = zext i8 %v42 to i32
  %v44 = and i32 %v43, 127
  %v45 = icmp ugt i32 %v44, 126
  %v46 = icmp ult i32 %v44, 8
  %v47 = sitofp i32 %v44 to float
  %v48 = fmul float %v47, 0x3F60000000000000
  %v49 = shl i32 %v44, 20
  %v50 = add i32 %v49, 1006632960
  %v51 = bitcast i32 %v50 to float
  %v52 = select i1 %v46, float %v48, float %v51
  %v53 = bitcast float %v52 to i32
  %v54 = select i1 %v45, i32 2143289344, i32 %v53
  %v55 = and i32 %v43, 128
  %v56 = shl i32 %v55, 24
  %v57 = or i32 %v54, %v56
  %v58 = bitcast i32 %v57 to float
  %v59 = fmul float %v58, %v28
  %v60 = getelementptr inbounds float, ptr %v33, i64 %i40
  store float %v59, ptr %v60, align 4
  %v61 = add nsw i64 %i40, 1
  %v62 = icmp slt i64 %v61, %hi
  br i1 %v62, label %loop38, label %end39
end39:
  ret void
}
