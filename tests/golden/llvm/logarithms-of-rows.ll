target triple = "x86_64-linux"
declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare i64 @llvm.umin.i64(i64, i64)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 0
  %v14 = load ptr, ptr %v13, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v151 = getelementptr ptr, ptr %buffers, i64 1
  %v152 = load ptr, ptr %v151, align 8
  %v153 = getelementptr i64, ptr %table, i64 2
  %v154 = load i64, ptr %v153, align 8
  %v159 = icmp slt i64 %lo, %hi
  br i1 %v159, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v157, %end81 ]
  %v6 = sub nsw i64 %v5, 0
  %v7 = and i64 %v6, -8
  %v8 = add nsw i64 0, %v7
  %v17 = mul i64 %i3, %v16
  %v18 = getelementptr inbounds double, ptr %v14, i64 %v17
  %v75 = icmp slt i64 0, %v8
  br i1 %v75, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v73, %loop9 ]
  %p12 = phi <8 x double> [ splat (double 0x8000000000000000), %loop1 ], [ %v72, %loop9 ]
  %v19 = getelementptr inbounds double, ptr %v18, i64 %i11
  %v20 = load <8 x double>, ptr %v19, align 8
  %v21 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v20)
  %v22 = fcmp olt <8 x double> %v21, splat (double 0x0010000000000000)
  %v23 = fcmp oge <8 x double> %v20, splat (double 0xBFF0000000000000)
  %v24 = fcmp oeq <8 x double> %v20, splat (double 0x7FF0000000000000)
  %v25 = fcmp oeq <8 x double> %v20, splat (double 0xBFF0000000000000)
  %v26 = fadd <8 x double> %v20, splat (double 0x3FF0000000000000)
  %v27 = bitcast <8 x double> %v26 to <8 x i64>
  %v28 = sub <8 x i64> %v27, splat (i64 4604544271217802189)
  %v29 = ashr <8 x i64> %v28, splat (i64 52)
  %v30 = sitofp <8 x i64> %v29 to <8 x double>
  %v31 = fcmp ogt <8 x double> %v20, splat (double 0x3FF0000000000000)
  %v32 = fsub <8 x double> %v26, %v20
  %v33 = fsub <8 x double> splat (double 0x3FF0000000000000), %v32
  %v34 = fsub <8 x double> %v26, splat (double 0x3FF0000000000000)
  %v35 = fsub <8 x double> %v20, %v34
  %v36 = select <8 x i1> %v31, <8 x double> %v33, <8 x double> %v35
  %v37 = icmp sgt <8 x i64> %v29, splat (i64 1000)
  %v38 = select <8 x i1> %v37, <8 x i64> splat (i64 1000), <8 x i64> %v29
  %v39 = sub <8 x i64> splat (i64 0), %v38
  %v40 = add <8 x i64> %v39, splat (i64 1023)
  %v41 = shl <8 x i64> %v40, splat (i64 52)
  %v42 = bitcast <8 x i64> %v41 to <8 x double>
  %v43 = shl <8 x i64> %v29, splat (i64 52)
  %v44 = sub <8 x i64> %v27, %v43
  %v45 = bitcast <8 x i64> %v44 to <8 x double>
  %v46 = fsub <8 x double> %v45, splat (double 0x3FF0000000000000)
  %v47 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v36, <8 x double> %v42, <8 x double> %v46)
  %v48 = fmul <8 x double> %v47, %v47
  %v49 = fmul <8 x double> %v48, splat (double 0x3FE0000000000000)
  %v50 = fadd <8 x double> %v47, splat (double 0x4000000000000000)
  %v51 = fdiv <8 x double> %v47, %v50
  %v52 = fmul <8 x double> %v51, %v51
  %v53 = fmul <8 x double> %v52, %v52
  %v54 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC39A1DEE99666C), <8 x double> %v52, <8 x double> splat (double 0x3FC74663D55786E2))
  %v55 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC2F0421789E0E0), <8 x double> %v53, <8 x double> %v54)
  %v56 = fmul <8 x double> %v53, %v53
  %v57 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FCC71C5211DB497), <8 x double> %v52, <8 x double> splat (double 0x3FD24924941E5CE7))
  %v58 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FD999999997FE90), <8 x double> %v52, <8 x double> splat (double 0x3FE5555555555592))
  %v59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v57, <8 x double> %v53, <8 x double> %v58)
  %v60 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v55, <8 x double> %v56, <8 x double> %v59)
  %v61 = fmul <8 x double> %v60, %v52
  %v62 = fadd <8 x double> %v49, %v61
  %v63 = fmul <8 x double> %v51, %v62
  %v64 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v30, <8 x double> splat (double 0x3DEA39EF35793C76), <8 x double> %v63)
  %v65 = fsub <8 x double> %v49, %v64
  %v66 = fsub <8 x double> %v47, %v65
  %v67 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v30, <8 x double> splat (double 0x3FE62E42FEE00000), <8 x double> %v66)
  %v68 = select <8 x i1> %v25, <8 x double> splat (double 0xFFF0000000000000), <8 x double> %v67
  %v69 = select <8 x i1> %v24, <8 x double> %v20, <8 x double> %v68
  %v70 = select <8 x i1> %v23, <8 x double> %v69, <8 x double> splat (double 0x7FF8000000000000)
  %v71 = select <8 x i1> %v22, <8 x double> %v20, <8 x double> %v70
  %v72 = fadd <8 x double> %p12, %v71
  %v73 = add nsw i64 %i11, 8
  %v74 = icmp slt i64 %v73, %v8
  br i1 %v74, label %loop9, label %end10
end10:
  %v76 = phi <8 x double> [ splat (double 0x8000000000000000), %loop1 ], [ %v72, %loop9 ]
  %v77 = shufflevector <8 x double> %v76, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v78 = shufflevector <8 x double> %v76, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v79 = fadd <4 x double> %v77, %v78
  %v147 = icmp slt i64 %v8, %v5
  br i1 %v147, label %loop80, label %end81
loop80:
  %i82 = phi i64 [ %v8, %end10 ], [ %v145, %loop80 ]
  %p83 = phi <4 x double> [ %v79, %end10 ], [ %v144, %loop80 ]
  %v84 = sub nsw i64 %v5, %i82
  %v85 = call i64 @llvm.umin.i64(i64 %v84, i64 4)
  %v86 = trunc i64 %v85 to i32
  %v87 = insertelement <4 x i32> poison, i32 %v86, i64 0
  %v88 = shufflevector <4 x i32> %v87, <4 x i32> poison, <4 x i32> zeroinitializer
  %v89 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v88
  %v90 = getelementptr inbounds double, ptr %v18, i64 %i82
  %v91 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v90, <4 x i1> %v89, <4 x double> zeroinitializer)
  %v92 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v91)
  %v93 = fcmp olt <4 x double> %v92, splat (double 0x0010000000000000)
  %v94 = fcmp oge <4 x double> %v91, splat (double 0xBFF0000000000000)
  %v95 = fcmp oeq <4 x double> %v91, splat (double 0x7FF0000000000000)
  %v96 = fcmp oeq <4 x double> %v91, splat (double 0xBFF0000000000000)
  %v97 = fadd <4 x double> %v91, splat (double 0x3FF0000000000000)
  %v98 = bitcast <4 x double> %v97 to <4 x i64>
  %v99 = sub <4 x i64> %v98, splat (i64 4604544271217802189)
  %v100 = ashr <4 x i64> %v99, splat (i64 52)
  %v101 = sitofp <4 x i64> %v100 to <4 x double>
  %v102 = fcmp ogt <4 x double> %v91, splat (double 0x3FF0000000000000)
  %v103 = fsub <4 x double> %v97, %v91
  %v104 = fsub <4 x double> splat (double 0x3FF0000000000000), %v103
  %v105 = fsub <4 x double> %v97, splat (double 0x3FF0000000000000)
  %v106 = fsub <4 x double> %v91, %v105
  %v107 = select <4 x i1> %v102, <4 x double> %v104, <4 x double> %v106
  %v108 = icmp sgt <4 x i64> %v100, splat (i64 1000)
  %v109 = select <4 x i1> %v108, <4 x i64> splat (i64 1000), <4 x i64> %v100
  %v110 = sub <4 x i64> splat (i64 0), %v109
  %v111 = add <4 x i64> %v110, splat (i64 1023)
  %v112 = shl <4 x i64> %v111, splat (i64 52)
  %v113 = bitcast <4 x i64> %v112 to <4 x double>
  %v114 = shl <4 x i64> %v100, splat (i64 52)
  %v115 = sub <4 x i64> %v98, %v114
  %v116 = bitcast <4 x i64> %v115 to <4 x double>
  %v117 = fsub <4 x double> %v116, splat (double 0x3FF0000000000000)
  %v118 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v107, <4 x double> %v113, <4 x double> %v117)
  %v119 = fmul <4 x double> %v118, %v118
  %v120 = fmul <4 x double> %v119, splat (double 0x3FE0000000000000)
  %v121 = fadd <4 x double> %v118, splat (double 0x4000000000000000)
  %v122 = fdiv <4 x double> %v118, %v121
  %v123 = fmul <4 x double> %v122, %v122
  %v124 = fmul <4 x double> %v123, %v123
  %v125 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v123, <4 x double> splat (double 0x3FC74663D55786E2))
  %v126 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v124, <4 x double> %v125)
  %v127 = fmul <4 x double> %v124, %v124
  %v128 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v123, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v129 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v123, <4 x double> splat (double 0x3FE5555555555592))
  %v130 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v128, <4 x double> %v124, <4 x double> %v129)
  %v131 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v126, <4 x double> %v127, <4 x double> %v130)
  %v132 = fmul <4 x double> %v131, %v123
  %v133 = fadd <4 x double> %v120, %v132
  %v134 = fmul <4 x double> %v122, %v133
  %v135 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v101, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v134)
  %v136 = fsub <4 x double> %v120, %v135
  %v137 = fsub <4 x double> %v118, %v136
  %v138 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v101, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v137)
  %v139 = select <4 x i1> %v96, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v138
  %v140 = select <4 x i1> %v95, <4 x double> %v91, <4 x double> %v139
  %v141 = select <4 x i1> %v94, <4 x double> %v140, <4 x double> splat (double 0x7FF8000000000000)
  %v142 = select <4 x i1> %v93, <4 x double> %v91, <4 x double> %v141
  %v143 = fadd <4 x double> %p83, %v142
  %v144 = select <4 x i1> %v89, <4 x double> %v143, <4 x double> %p83
  %v145 = add nsw i64 %i82, 4
  %v146 = icmp slt i64 %v145, %v5
  br i1 %v146, label %loop80, label %end81
end81:
  %v148 = phi <4 x double> [ %v79, %end10 ], [ %v144, %loop80 ]
  %v149 = call reassoc double @llvm.vector.reduce.fadd.v4f64(double 0x8000000000000000, <4 x double> %v148)
  %v150 = fadd double 0x0000000000000000, %v149
  %v155 = mul i64 %i3, %v154
  %v156 = getelementptr inbounds double, ptr %v152, i64 %v155
  store double %v150, ptr %v156, align 8
  %v157 = add nsw i64 %i3, 1
  %v158 = icmp slt i64 %v157, %hi
  br i1 %v158, label %loop1, label %end2
end2:
  ret void
}
