target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 7
  %v5 = load i64, ptr %v4, align 8
  %v6 = getelementptr i64, ptr %table, i64 6
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i64, ptr %table, i64 3
  %v9 = load i64, ptr %v8, align 8
  %v11 = getelementptr i64, ptr %table, i64 4
  %v12 = load i64, ptr %v11, align 8
  %v32 = getelementptr ptr, ptr %buffers, i64 0
  %v33 = load ptr, ptr %v32, align 8
  %v34 = getelementptr i64, ptr %table, i64 2
  %v35 = load i64, ptr %v34, align 8
  %v71 = getelementptr i64, ptr %table, i64 5
  %v72 = load float, ptr %v71, align 8
  %v76 = getelementptr ptr, ptr %buffers, i64 1
  %v77 = load ptr, ptr %v76, align 8
  %v78 = getelementptr i64, ptr %table, i64 0
  %v79 = load i64, ptr %v78, align 8
  %v82 = getelementptr i64, ptr %table, i64 1
  %v83 = load i64, ptr %v82, align 8
  %v104 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v104, align 64
  %v105 = alloca <16 x i64>, align 64
  %v10 = call i64 @llvm.abs.i64(i64 %v9, i1 false)
  %v13 = call i64 @llvm.abs.i64(i64 %v12, i1 false)
  %v43 = insertelement <8 x i64> poison, i64 %v12, i64 0
  %v44 = shufflevector <8 x i64> %v43, <8 x i64> poison, <8 x i32> zeroinitializer
  %v73 = insertelement <8 x float> poison, float %v72, i64 0
  %v74 = shufflevector <8 x float> %v73, <8 x float> poison, <8 x i32> zeroinitializer
  %v106 = insertelement <8 x ptr> poison, ptr %v104, i64 0
  %v107 = shufflevector <8 x ptr> %v106, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v146 = icmp slt i64 %lo, %hi
  br i1 %v146, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v144, %end19 ]
  %v14 = icmp slt i64 %v10, %v13
  %v15 = or i1 false, %v14
  %v16 = call i64 @llvm.smax.i64(i64 %v7, i64 1)
  %v17 = select i1 %v15, i64 8, i64 %v16
  %v36 = mul i64 %i3, %v35
  %v37 = getelementptr inbounds float, ptr %v33, i64 %v36
  %v80 = mul i64 %i3, %v79
  %v81 = getelementptr inbounds float, ptr %v77, i64 %v80
  %v143 = icmp slt i64 0, %v7
  br i1 %v143, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ 0, %loop1 ], [ %v141, %end24 ]
  %v21 = add nsw i64 %i20, %v17
  %v22 = call i64 @llvm.smin.i64(i64 %v21, i64 %v7)
  %v140 = icmp slt i64 0, %v5
  br i1 %v140, label %loop23, label %end24
loop23:
  %i25 = phi i64 [ 0, %loop18 ], [ %v138, %end91 ]
  %v26 = sub nsw i64 %v22, %i20
  %v27 = and i64 %v26, -8
  %v28 = add nsw i64 %i20, %v27
  %v38 = mul i64 %i25, %v9
  %v39 = getelementptr inbounds float, ptr %v37, i64 %v38
  %v84 = mul i64 %i25, %v83
  %v85 = getelementptr inbounds float, ptr %v81, i64 %v84
  %v89 = icmp slt i64 %i20, %v28
  br i1 %v89, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %i20, %loop23 ], [ %v87, %loop29 ]
  %v40 = insertelement <8 x i64> poison, i64 %i31, i64 0
  %v41 = shufflevector <8 x i64> %v40, <8 x i64> poison, <8 x i32> zeroinitializer
  %v42 = add <8 x i64> %v41, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v45 = mul <8 x i64> %v42, %v44
  %v46 = getelementptr float, ptr %v39, <8 x i64> %v45
  %v47 = extractelement <8 x ptr> %v46, i64 0
  %v48 = extractelement <8 x ptr> %v46, i64 1
  %v49 = extractelement <8 x ptr> %v46, i64 2
  %v50 = extractelement <8 x ptr> %v46, i64 3
  %v51 = extractelement <8 x ptr> %v46, i64 4
  %v52 = extractelement <8 x ptr> %v46, i64 5
  %v53 = extractelement <8 x ptr> %v46, i64 6
  %v54 = extractelement <8 x ptr> %v46, i64 7
  %v55 = load float, ptr %v47, align 4
  %v56 = insertelement <8 x float> poison, float %v55, i64 0
  %v57 = load float, ptr %v48, align 4
  %v58 = insertelement <8 x float> %v56, float %v57, i64 1
  %v59 = load float, ptr %v49, align 4
  %v60 = insertelement <8 x float> %v58, float %v59, i64 2
  %v61 = load float, ptr %v50, align 4
  %v62 = insertelement <8 x float> %v60, float %v61, i64 3
  %v63 = load float, ptr %v51, align 4
  %v64 = insertelement <8 x float> %v62, float %v63, i64 4
  %v65 = load float, ptr %v52, align 4
  %v66 = insertelement <8 x float> %v64, float %v65, i64 5
  %v67 = load float, ptr %v53, align 4
  %v68 = insertelement <8 x float> %v66, float %v67, i64 6
  %v69 = load float, ptr %v54, align 4
  %v70 = insertelement <8 x float> %v68, float %v69, i64 7
  %v75 = fmul <8 x float> %v70, %v74
  %v86 = getelementptr inbounds float, ptr %v85, i64 %i31
  store <8 x float> %v75, ptr %v86, align 4
  %v87 = add nsw i64 %i31, 8
  %v88 = icmp slt i64 %v87, %v28
  br i1 %v88, label %loop29, label %end30
end30:
  %v137 = icmp slt i64 %v28, %v22
  br i1 %v137, label %loop90, label %end91
loop90:
  %i92 = phi i64 [ %v28, %end30 ], [ %v135, %loop90 ]
  %v93 = sub nsw i64 %v22, %i92
  %v94 = call i64 @llvm.umin.i64(i64 %v93, i64 8)
  %v95 = trunc i64 %v94 to i32
  %v96 = insertelement <8 x i32> poison, i32 %v95, i64 0
  %v97 = shufflevector <8 x i32> %v96, <8 x i32> poison, <8 x i32> zeroinitializer
  %v98 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v97
  %v99 = insertelement <8 x i64> poison, i64 %i92, i64 0
  %v100 = shufflevector <8 x i64> %v99, <8 x i64> poison, <8 x i32> zeroinitializer
  %v101 = add <8 x i64> %v100, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v102 = mul <8 x i64> %v101, %v44
  %v103 = getelementptr float, ptr %v39, <8 x i64> %v102
  %v108 = select <8 x i1> %v98, <8 x ptr> %v103, <8 x ptr> %v107
  %v109 = extractelement <8 x ptr> %v108, i64 0
  %v110 = extractelement <8 x ptr> %v108, i64 1
  %v111 = extractelement <8 x ptr> %v108, i64 2
  %v112 = extractelement <8 x ptr> %v108, i64 3
  %v113 = extractelement <8 x ptr> %v108, i64 4
  %v114 = extractelement <8 x ptr> %v108, i64 5
  %v115 = extractelement <8 x ptr> %v108, i64 6
  %v116 = extractelement <8 x ptr> %v108, i64 7
  %v117 = load float, ptr %v109, align 4
  %v118 = insertelement <8 x float> poison, float %v117, i64 0
  %v119 = load float, ptr %v110, align 4
  %v120 = insertelement <8 x float> %v118, float %v119, i64 1
  %v121 = load float, ptr %v111, align 4
  %v122 = insertelement <8 x float> %v120, float %v121, i64 2
  %v123 = load float, ptr %v112, align 4
  %v124 = insertelement <8 x float> %v122, float %v123, i64 3
  %v125 = load float, ptr %v113, align 4
  %v126 = insertelement <8 x float> %v124, float %v125, i64 4
  %v127 = load float, ptr %v114, align 4
  %v128 = insertelement <8 x float> %v126, float %v127, i64 5
  %v129 = load float, ptr %v115, align 4
  %v130 = insertelement <8 x float> %v128, float %v129, i64 6
  %v131 = load float, ptr %v116, align 4
  %v132 = insertelement <8 x float> %v130, float %v131, i64 7
  %v133 = fmul <8 x float> %v132, %v74
  %v134 = getelementptr inbounds float, ptr %v85, i64 %i92
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v133, ptr align 4 %v134, <8 x i1> %v98)
  %v135 = add nsw i64 %i92, 8
  %v136 = icmp slt i64 %v135, %v22
  br i1 %v136, label %loop90, label %end91
end91:
  %v138 = add nsw i64 %i25, 1
  %v139 = icmp slt i64 %v138, %v5
  br i1 %v139, label %loop23, label %end24
end24:
  %v141 = add nsw i64 %i20, %v17
  %v142 = icmp slt i64 %v141, %v7
  br i1 %v142, label %loop18, label %end19
end19:
  %v144 = add nsw i64 %i3, 1
  %v145 = icmp slt i64 %v144, %hi
  br i1 %v145, label %loop1, label %end2
end2:
  ret void
}
