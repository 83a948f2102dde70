target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = getelementptr ptr, ptr %buffers, i64 0
  %v8 = load ptr, ptr %v7, align 8
  %v13 = getelementptr i64, ptr %table, i64 0
  %v14 = load i16, ptr %v13, align 8
  %v24 = getelementptr i64, ptr %table, i64 1
  %v25 = load i16, ptr %v24, align 8
  %v33 = getelementptr ptr, ptr %buffers, i64 1
  %v34 = load ptr, ptr %v33, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v15 = bitcast i16 %v14 to half
  %v16 = fpext half %v15 to float
  %v17 = insertelement <16 x float> poison, float %v16, i64 0
  %v18 = shufflevector <16 x float> %v17, <16 x float> poison, <16 x i32> zeroinitializer
  %v26 = bitcast i16 %v25 to half
  %v27 = fpext half %v26 to float
  %v28 = insertelement <16 x float> poison, float %v27, i64 0
  %v29 = shufflevector <16 x float> %v28, <16 x float> poison, <16 x i32> zeroinitializer
  %v38 = icmp slt i64 %lo, %v3
  br i1 %v38, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v36, %loop4 ]
  %v9 = getelementptr inbounds i16, ptr %v8, i64 %i6
  %v10 = load <16 x i16>, ptr %v9, align 2
  %v11 = bitcast <16 x i16> %v10 to <16 x half>
  %v12 = fpext <16 x half> %v11 to <16 x float>
  %v19 = fmul <16 x float> %v12, %v18
  %v20 = fptrunc <16 x float> %v19 to <16 x half>
  %v21 = bitcast <16 x half> %v20 to <16 x i16>
  %v22 = bitcast <16 x i16> %v21 to <16 x half>
  %v23 = fpext <16 x half> %v22 to <16 x float>
  %v30 = fadd <16 x float> %v23, %v29
  %v31 = fptrunc <16 x float> %v30 to <16 x half>
  %v32 = bitcast <16 x half> %v31 to <16 x i16>
  %v35 = getelementptr inbounds i16, ptr %v34, i64 %i6
  store <16 x i16> %v32, ptr %v35, align 2
  %v36 = add nsw i64 %i6, 16
  %v37 = icmp slt i64 %v36, %v3
  br i1 %v37, label %loop4, label %end5
end5:
  %v57 = icmp slt i64 %v3, %hi
  br i1 %v57, label %loop39, label %end40
loop39:
  %i41 = phi i64 [ %v3, %end5 ], [ %v55, %loop39 ]
  %v42 = getelementptr inbounds i16, ptr %v8, i64 %i41
  %v43 = load i16, ptr %v42, align 2
  %v44 = bitcast i16 %v43 to half
  %v45 = fpext half %v44 to float
  %v46 = fmul float %v45, %v16
  %v47 = fptrunc float %v46 to half
  %v48 = bitcast half %v47 to i16
  %v49 = bitcast i16 %v48 to half
  %v50 = fpext half %v49 to float
  %v51 = fadd float %v50, %v27
  %v52 = fptrunc float %v51 to half
  %v53 = bitcast half %v52 to i16
  %v54 = getelementptr inbounds i16, ptr %v34, i64 %i41
  store i16 %v53, ptr %v54, align 2
  %v55 = add nsw i64 %i41, 1
  %v56 = icmp slt i64 %v55, %hi
  br i1 %v56, label %loop39, label %end40
end40:
  ret void
}
