target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v26 = load float, ptr %table, align 8
  %v30 = getelementptr ptr, ptr %buffers, i64 1
  %v31 = load ptr, ptr %v30, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v27 = insertelement <16 x float> poison, float %v26, i64 0
  %v28 = shufflevector <16 x float> %v27, <16 x float> poison, <16 x i32> zeroinitializer
  %v35 = icmp slt i64 %lo, %v3
  br i1 %v35, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v33, %loop4 ]
  %v8 = getelementptr inbounds i8, ptr %v7, i64 %i6
  %v9 = load <16 x i8>, ptr %v8, align 1
  %v10 = zext <16 x i8> %v9 to <16 x i32>
  %v11 = and <16 x i32> %v10, splat (i32 127)
  %v12 = icmp ugt <16 x i32> %v11, splat (i32 126)
  %v13 = icmp ult <16 x i32> %v11, splat (i32 8)
  %v14 = sitofp <16 x i32> %v11 to <16 x float>
  %v15 = fmul <16 x float> %v14, splat (float 0x3F60000000000000)
  %v16 = shl <16 x i32> %v11, splat (i32 20)
  %v17 = add <16 x i32> %v16, splat (i32 1006632960)
  %v18 = bitcast <16 x i32> %v17 to <16 x float>
  %v19 = select <16 x i1> %v13, <16 x float> %v15, <16 x float> %v18
  %v20 = bitcast <16 x float> %v19 to <16 x i32>
  %v21 = select <16 x i1> %v12, <16 x i32> splat (i32 2143289344), <16 x i32> %v20
  %v22 = and <16 x i32> %v10, splat (i32 128)
  %v23 = shl <16 x i32> %v22, splat (i32 24)
  %v24 = or <16 x i32> %v21, %v23
  %v25 = bitcast <16 x i32> %v24 to <16 x float>
  %v29 = fmul <16 x float> %v25, %v28
  %v32 = getelementptr inbounds float, ptr %v31, i64 %i6
  store <16 x float> %v29, ptr %v32, align 4
  %v33 = add nsw i64 %i6, 16
  %v34 = icmp slt i64 %v33, %v3
  br i1 %v34, label %loop4, label %end5
end5:
  %v61 = icmp slt i64 %v3, %hi
  br i1 %v61, label %loop36, label %end37
loop36:
  %i38 = phi i64 [ %v3, %end5 ], [ %v59, %loop36 ]
  %v39 = getelementptr inbounds i8, ptr %v7, i64 %i38
  %v40 = load i8, ptr %v39, align 1
  %v41 = zext i8 %v40 to i32
  %v42 = and i32 %v41, 127
  %v43 = icmp ugt i32 %v42, 126
  %v44 = icmp ult i32 %v42, 8
  %v45 = sitofp i32 %v42 to float
  %v46 = fmul float %v45, 0x3F60000000000000
  %v47 = shl i32 %v42, 20
  %v48 = add i32 %v47, 1006632960
  %v49 = bitcast i32 %v48 to float
  %v50 = select i1 %v44, float %v46, float %v49
  %v51 = bitcast float %v50 to i32
  %v52 = select i1 %v43, i32 2143289344, i32 %v51
  %v53 = and i32 %v41, 128
  %v54 = shl i32 %v53, 24
  %v55 = or i32 %v52, %v54
  %v56 = bitcast i32 %v55 to float
  %v57 = fmul float %v56, %v26
  %v58 = getelementptr inbounds float, ptr %v31, i64 %i38
  store float %v57, ptr %v58, align 4
  %v59 = add nsw i64 %i38, 1
  %v60 = icmp slt i64 %v59, %hi
  br i1 %v60, label %loop36, label %end37
end37:
  ret void
}
