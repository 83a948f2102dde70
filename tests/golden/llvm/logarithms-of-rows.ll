target triple = "x86_64-linux"
declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define internal <4 x double> @totals.add.float64.4.4(ptr %vectors) nounwind noinline {
entry:
  %v166 = getelementptr <4 x double>, ptr %vectors, i64 0
  %v167 = load <4 x double>, ptr %v166
  %v168 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v169 = load <4 x double>, ptr %v168
  %v170 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v171 = load <4 x double>, ptr %v170
  %v172 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v173 = load <4 x double>, ptr %v172
  %v174 = shufflevector <4 x double> %v167, <4 x double> %v171, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v175 = shufflevector <4 x double> %v167, <4 x double> %v171, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v176 = fadd <4 x double> %v174, %v175
  %v177 = shufflevector <4 x double> %v169, <4 x double> %v173, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v178 = shufflevector <4 x double> %v169, <4 x double> %v173, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v179 = fadd <4 x double> %v177, %v178
  %v180 = shufflevector <4 x double> %v176, <4 x double> %v179, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v181 = shufflevector <4 x double> %v176, <4 x double> %v179, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v182 = fadd <4 x double> %v180, %v181
  ret <4 x double> %v182
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v8 = alloca [4 x <4 x double>]
  %v13 = getelementptr i64, ptr %table, i64 1
  %v14 = load i64, ptr %v13, align 8
  %v24 = getelementptr ptr, ptr %buffers, i64 0
  %v25 = load ptr, ptr %v24, align 8
  %v26 = getelementptr i64, ptr %table, i64 0
  %v27 = load i64, ptr %v26, align 8
  %v185 = alloca [1 x <4 x double>]
  %v192 = getelementptr ptr, ptr %buffers, i64 1
  %v193 = load ptr, ptr %v192, align 8
  %v15 = sub nsw i64 %v14, 0
  %v16 = and i64 %v15, -8
  %v17 = add nsw i64 0, %v16
  %v197 = icmp slt i64 %lo, %hi
  br i1 %v197, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v195, %end10 ]
  %v4 = add i64 %i3, 4
  %v5 = call i64 @llvm.smin.i64(i64 %v4, i64 %hi)
  %v6 = sub nsw i64 %v5, %i3
  %v7 = add nsw i64 %i3, %v6
  %v165 = icmp slt i64 0, %v6
  br i1 %v165, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v163, %end94 ]
  %v12 = add nsw i64 %i3, %i11
  %v18 = icmp slt i64 0, %v17
  %v28 = mul i64 %v12, %v27
  %v29 = getelementptr inbounds double, ptr %v25, i64 %v28
  br i1 %v18, label %whole19, label %join91
whole19:
  %v86 = icmp slt i64 0, %v17
  br i1 %v86, label %loop20, label %end21
loop20:
  %i22 = phi i64 [ 0, %whole19 ], [ %v84, %loop20 ]
  %p23 = phi <8 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v83, %loop20 ]
  %v30 = getelementptr inbounds double, ptr %v29, i64 %i22
  %v31 = load <8 x double>, ptr %v30, align 8
  %v32 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v31)
  %v33 = fcmp olt <8 x double> %v32, splat (double 0x0010000000000000)
  %v34 = fcmp oge <8 x double> %v31, splat (double 0xBFF0000000000000)
  %v35 = fcmp oeq <8 x double> %v31, splat (double 0x7FF0000000000000)
  %v36 = fcmp oeq <8 x double> %v31, splat (double 0xBFF0000000000000)
  %v37 = fadd <8 x double> %v31, splat (double 0x3FF0000000000000)
  %v38 = bitcast <8 x double> %v37 to <8 x i64>
  %v39 = sub <8 x i64> %v38, splat (i64 4604544271217802189)
  %v40 = ashr <8 x i64> %v39, splat (i64 52)
  %v41 = sitofp <8 x i64> %v40 to <8 x double>
  %v42 = fcmp ogt <8 x double> %v31, splat (double 0x3FF0000000000000)
  %v43 = fsub <8 x double> %v37, %v31
  %v44 = fsub <8 x double> splat (double 0x3FF0000000000000), %v43
  %v45 = fsub <8 x double> %v37, splat (double 0x3FF0000000000000)
  %v46 = fsub <8 x double> %v31, %v45
  %v47 = select <8 x i1> %v42, <8 x double> %v44, <8 x double> %v46
  %v48 = icmp sgt <8 x i64> %v40, splat (i64 1000)
  %v49 = select <8 x i1> %v48, <8 x i64> splat (i64 1000), <8 x i64> %v40
  %v50 = sub <8 x i64> splat (i64 0), %v49
  %v51 = add <8 x i64> %v50, splat (i64 1023)
  %v52 = shl <8 x i64> %v51, splat (i64 52)
  %v53 = bitcast <8 x i64> %v52 to <8 x double>
  %v54 = shl <8 x i64> %v40, splat (i64 52)
  %v55 = sub <8 x i64> %v38, %v54
  %v56 = bitcast <8 x i64> %v55 to <8 x double>
  %v57 = fsub <8 x double> %v56, splat (double 0x3FF0000000000000)
  %v58 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v47, <8 x double> %v53, <8 x double> %v57)
  %v59 = fmul <8 x double> %v58, %v58
  %v60 = fmul <8 x double> %v59, splat (double 0x3FE0000000000000)
  %v61 = fadd <8 x double> %v58, splat (double 0x4000000000000000)
  %v62 = fdiv <8 x double> %v58, %v61
  %v63 = fmul <8 x double> %v62, %v62
  %v64 = fmul <8 x double> %v63, %v63
  %v65 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC39A1DEE99666C), <8 x double> %v63, <8 x double> splat (double 0x3FC74663D55786E2))
  %v66 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC2F0421789E0E0), <8 x double> %v64, <8 x double> %v65)
  %v67 = fmul <8 x double> %v64, %v64
  %v68 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FCC71C5211DB497), <8 x double> %v63, <8 x double> splat (double 0x3FD24924941E5CE7))
  %v69 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FD999999997FE90), <8 x double> %v63, <8 x double> splat (double 0x3FE5555555555592))
  %v70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v68, <8 x double> %v64, <8 x double> %v69)
  %v71 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v66, <8 x double> %v67, <8 x double> %v70)
  %v72 = fmul <8 x double> %v71, %v63
  %v73 = fadd <8 x double> %v60, %v72
  %v74 = fmul <8 x double> %v62, %v73
  %v75 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v41, <8 x double> splat (double 0x3DEA39EF35793C76), <8 x double> %v74)
  %v76 = fsub <8 x double> %v60, %v75
  %v77 = fsub <8 x double> %v58, %v76
  %v78 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v41, <8 x double> splat (double 0x3FE62E42FEE00000), <8 x double> %v77)
  %v79 = select <8 x i1> %v36, <8 x double> splat (double 0xFFF0000000000000), <8 x double> %v78
  %v80 = select <8 x i1> %v35, <8 x double> %v31, <8 x double> %v79
  %v81 = select <8 x i1> %v34, <8 x double> %v80, <8 x double> splat (double 0x7FF8000000000000)
  %v82 = select <8 x i1> %v33, <8 x double> %v31, <8 x double> %v81
  %v83 = fadd <8 x double> %p23, %v82
  %v84 = add nsw i64 %i22, 8
  %v85 = icmp slt i64 %v84, %v17
  br i1 %v85, label %loop20, label %end21
end21:
  %v87 = phi <8 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v83, %loop20 ]
  %v88 = shufflevector <8 x double> %v87, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v89 = shufflevector <8 x double> %v87, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v90 = fadd <4 x double> %v88, %v89
  br label %join91
join91:
  %v92 = phi <4 x double> [ splat (double 0x8000000000000000), %loop9 ], [ %v90, %end21 ]
  %v160 = icmp slt i64 %v17, %v14
  br i1 %v160, label %loop93, label %end94
loop93:
  %i95 = phi i64 [ %v17, %join91 ], [ %v158, %loop93 ]
  %p96 = phi <4 x double> [ %v92, %join91 ], [ %v157, %loop93 ]
  %v97 = sub nsw i64 %v14, %i95
  %v98 = call i64 @llvm.umin.i64(i64 %v97, i64 4)
  %v99 = trunc i64 %v98 to i32
  %v100 = insertelement <4 x i32> poison, i32 %v99, i64 0
  %v101 = shufflevector <4 x i32> %v100, <4 x i32> poison, <4 x i32> zeroinitializer
  %v102 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v101
  %v103 = getelementptr inbounds double, ptr %v29, i64 %i95
  %v104 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v103, <4 x i1> %v102, <4 x double> zeroinitializer)
  %v105 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v104)
  %v106 = fcmp olt <4 x double> %v105, splat (double 0x0010000000000000)
  %v107 = fcmp oge <4 x double> %v104, splat (double 0xBFF0000000000000)
  %v108 = fcmp oeq <4 x double> %v104, splat (double 0x7FF0000000000000)
  %v109 = fcmp oeq <4 x double> %v104, splat (double 0xBFF0000000000000)
  %v110 = fadd <4 x double> %v104, splat (double 0x3FF0000000000000)
  %v111 = bitcast <4 x double> %v110 to <4 x i64>
  %v112 = sub <4 x i64> %v111, splat (i64 4604544271217802189)
  %v113 = ashr <4 x i64> %v112, splat (i64 52)
  %v114 = sitofp <4 x i64> %v113 to <4 x double>
  %v115 = fcmp ogt <4 x double> %v104, splat (double 0x3FF0000000000000)
  %v116 = fsub <4 x double> %v110, %v104
  %v117 = fsub <4 x double> splat (double 0x3FF0000000000000), %v116
  %v118 = fsub <4 x double> %v110, splat (double 0x3FF0000000000000)
  %v119 = fsub <4 x double> %v104, %v118
  %v120 = select <4 x i1> %v115, <4 x double> %v117, <4 x double> %v119
  %v121 = icmp sgt <4 x i64> %v113, splat (i64 1000)
  %v122 = select <4 x i1> %v121, <4 x i64> splat (i64 1000), <4 x i64> %v113
  %v123 = sub <4 x i64> splat (i64 0), %v122
  %v124 = add <4 x i64> %v123, splat (i64 1023)
  %v125 = shl <4 x i64> %v124, splat (i64 52)
  %v126 = bitcast <4 x i64> %v125 to <4 x double>
  %v127 = shl <4 x i64> %v113, splat (i64 52)
  %v128 = sub <4 x i64> %v111, %v127
  %v129 = bitcast <4 x i64> %v128 to <4 x double>
  %v130 = fsub <4 x double> %v129, splat (double 0x3FF0000000000000)
  %v131 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v120, <4 x double> %v126, <4 x double> %v130)
  %v132 = fmul <4 x double> %v131, %v131
  %v133 = fmul <4 x double> %v132, splat (double 0x3FE0000000000000)
  %v134 = fadd <4 x double> %v131, splat (double 0x4000000000000000)
  %v135 = fdiv <4 x double> %v131, %v134
  %v136 = fmul <4 x double> %v135, %v135
  %v137 = fmul <4 x double> %v136, %v136
  %v138 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v136, <4 x double> splat (double 0x3FC74663D55786E2))
  %v139 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v137, <4 x double> %v138)
  %v140 = fmul <4 x double> %v137, %v137
  %v141 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v136, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v142 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v136, <4 x double> splat (double 0x3FE5555555555592))
  %v143 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v141, <4 x double> %v137, <4 x double> %v142)
  %v144 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v139, <4 x double> %v140, <4 x double> %v143)
  %v145 = fmul <4 x double> %v144, %v136
  %v146 = fadd <4 x double> %v133, %v145
  %v147 = fmul <4 x double> %v135, %v146
  %v148 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v114, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v147)
  %v149 = fsub <4 x double> %v133, %v148
  %v150 = fsub <4 x double> %v131, %v149
  %v151 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v114, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v150)
  %v152 = select <4 x i1> %v109, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v151
  %v153 = select <4 x i1> %v108, <4 x double> %v104, <4 x double> %v152
  %v154 = select <4 x i1> %v107, <4 x double> %v153, <4 x double> splat (double 0x7FF8000000000000)
  %v155 = select <4 x i1> %v106, <4 x double> %v104, <4 x double> %v154
  %v156 = fadd <4 x double> %p96, %v155
  %v157 = select <4 x i1> %v102, <4 x double> %v156, <4 x double> %p96
  %v158 = add nsw i64 %i95, 4
  %v159 = icmp slt i64 %v158, %v14
  br i1 %v159, label %loop93, label %end94
end94:
  %v161 = phi <4 x double> [ %v92, %join91 ], [ %v157, %loop93 ]
  %v162 = getelementptr <4 x double>, ptr %v8, i64 %i11
  store <4 x double> %v161, ptr %v162
  %v163 = add nsw i64 %i11, 1
  %v164 = icmp slt i64 %v163, %v6
  br i1 %v164, label %loop9, label %end10
end10:
  %v183 = call <4 x double> @totals.add.float64.4.4(ptr %v8)
  %v184 = fadd <4 x double> splat (double 0x0000000000000000), %v183
  store <4 x double> %v184, ptr %v185
  %v186 = sub nsw i64 %v7, %i3
  %v187 = call i64 @llvm.umin.i64(i64 %v186, i64 4)
  %v188 = trunc i64 %v187 to i32
  %v189 = insertelement <4 x i32> poison, i32 %v188, i64 0
  %v190 = shufflevector <4 x i32> %v189, <4 x i32> poison, <4 x i32> zeroinitializer
  %v191 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v190
  %v194 = getelementptr inbounds double, ptr %v193, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v184, ptr align 8 %v194, <4 x i1> %v191)
  %v195 = add nsw i64 %i3, 4
  %v196 = icmp slt i64 %v195, %hi
  br i1 %v196, label %loop1, label %end2
end2:
  ret void
}
