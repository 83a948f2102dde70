target triple = "x86_64-linux"
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = load ptr, ptr %buffers, align 8
  %v12 = load i16, ptr %table, align 8
  %v22 = getelementptr i64, ptr %table, i64 1
  %v23 = load i16, ptr %v22, align 8
  %v31 = getelementptr ptr, ptr %buffers, i64 1
  %v32 = load ptr, ptr %v31, align 8
  %v1 = sub nsw i64 %hi, %lo
  %v2 = and i64 %v1, -16
  %v3 = add nsw i64 %lo, %v2
  %v13 = bitcast i16 %v12 to half
  %v14 = fpext half %v13 to float
  %v15 = insertelement <16 x float> poison, float %v14, i64 0
  %v16 = shufflevector <16 x float> %v15, <16 x float> poison, <16 x i32> zeroinitializer
  %v24 = bitcast i16 %v23 to half
  %v25 = fpext half %v24 to float
  %v26 = insertelement <16 x float> poison, float %v25, i64 0
  %v27 = shufflevector <16 x float> %v26, <16 x float> poison, <16 x i32> zeroinitializer
  %v36 = icmp slt i64 %lo, %v3
  br i1 %v36, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ %lo, %entry ], [ %v34, %loop4 ]
  %v8 = getelementptr inbounds i16, ptr %v7, i64 %i6
  %v9 = load <16 x i16>, ptr %v8, align 2
  %v10 = bitcast <16 x i16> %v9 to <16 x half>
  %v11 = fpext <16 x half> %v10 to <16 x float>
  %v17 = fmul <16 x float> %v11, %v16
  %v18 = fptrunc <16 x float> %v17 to <16 x half>
  %v19 = bitcast <16 x half> %v18 to <16 x i16>
  %v20 = bitcast <16 x i16> %v19 to <16 x half>
  %v21 = fpext <16 x half> %v20 to <16 x float>
  %v28 = fadd <16 x float> %v21, %v27
  %v29 = fptrunc <16 x float> %v28 to <16 x half>
  %v30 = bitcast <16 x half> %v29 to <16 x i16>
  %v33 = getelementptr inbounds i16, ptr %v32, i64 %i6
  store <16 x i16> %v30, ptr %v33, align 2
  %v34 = add nsw i64 %i6, 16
  %v35 = icmp slt i64 %v34, %v3
  br i1 %v35, label %loop4, label %end5
end5:
  %v55 = icmp slt i64 %v3, %hi
  br i1 %v55, label %loop37, label %end38
loop37:
  %i39 = phi i64 [ %v3, %end5 ], [ %v53, %loop37 ]
  %v40 = getelementptr inbounds i16, ptr %v7, i64 %i39
  %v41 = load i16, ptr %v40, align 2
  %v42 = bitcast i16 %v41 to half
  %v43 = fpext half %v42 to float
  %v44 = fmul float %v43, %v14
  %v45 = fptrunc float %v44 to half
  %v46 = bitcast half %v45 to i16
  %v47 = bitcast i16 %v46 to half
  %v48 = fpext half %v47 to float
  %v49 = fadd float %v48, %v25
  %v50 = fptrunc float %v49 to half
  %v51 = bitcast half %v50 to i16
  %v52 = getelementptr inbounds i16, ptr %v32, i64 %i39
  store i16 %v51, ptr %v52, align 2
  %v53 = add nsw i64 %i39, 1
  %v54 = icmp slt i64 %v53, %hi
  br i1 %v54, label %loop37, label %end38
end38:
  ret void
}
