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
  %v227 = getelementptr <4 x double>, ptr %vectors, i64 0
  %v228 = load <4 x double>, ptr %v227
  %v229 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v230 = load <4 x double>, ptr %v229
  %v231 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v232 = load <4 x double>, ptr %v231
  %v233 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v234 = load <4 x double>, ptr %v233
  %v235 = shufflevector <4 x double> %v228, <4 x double> %v232, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v236 = shufflevector <4 x double> %v228, <4 x double> %v232, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v237 = fadd <4 x double> %v235, %v236
  %v238 = shufflevector <4 x double> %v230, <4 x double> %v234, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v239 = shufflevector <4 x double> %v230, <4 x double> %v234, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v240 = fadd <4 x double> %v238, %v239
  %v241 = shufflevector <4 x double> %v237, <4 x double> %v240, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v242 = shufflevector <4 x double> %v237, <4 x double> %v240, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v243 = fadd <4 x double> %v241, %v242
  ret <4 x double> %v243
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
  %v246 = alloca [1 x <4 x double>]
  %v253 = getelementptr ptr, ptr %buffers, i64 1
  %v254 = load ptr, ptr %v253, align 8
  %v15 = sub nsw i64 %v14, 0
  %v16 = and i64 %v15, -8
  %v17 = add nsw i64 0, %v16
  %v93 = sub nsw i64 %v14, 0
  %v94 = and i64 %v93, -4
  %v95 = add nsw i64 0, %v94
  %v158 = sub nsw i64 %v14, %v95
  %v159 = call i64 @llvm.umin.i64(i64 %v158, i64 4)
  %v160 = trunc i64 %v159 to i32
  %v161 = insertelement <4 x i32> poison, i32 %v160, i64 0
  %v162 = shufflevector <4 x i32> %v161, <4 x i32> poison, <4 x i32> zeroinitializer
  %v163 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v162
  %v164 = icmp slt i64 %v95, %v14
  %v258 = icmp slt i64 %lo, %hi
  br i1 %v258, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v256, %end10 ]
  %v4 = add i64 %i3, 4
  %v5 = call i64 @llvm.smin.i64(i64 %v4, i64 %hi)
  %v6 = sub nsw i64 %v5, %i3
  %v7 = add nsw i64 %i3, %v6
  %v226 = icmp slt i64 0, %v6
  br i1 %v226, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v224, %join221 ]
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
  %v156 = icmp slt i64 %v17, %v95
  br i1 %v156, label %loop96, label %end97
loop96:
  %i98 = phi i64 [ %v17, %join91 ], [ %v154, %loop96 ]
  %p99 = phi <4 x double> [ %v92, %join91 ], [ %v153, %loop96 ]
  %v100 = getelementptr inbounds double, ptr %v29, i64 %i98
  %v101 = load <4 x double>, ptr %v100, align 8
  %v102 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v101)
  %v103 = fcmp olt <4 x double> %v102, splat (double 0x0010000000000000)
  %v104 = fcmp oge <4 x double> %v101, splat (double 0xBFF0000000000000)
  %v105 = fcmp oeq <4 x double> %v101, splat (double 0x7FF0000000000000)
  %v106 = fcmp oeq <4 x double> %v101, splat (double 0xBFF0000000000000)
  %v107 = fadd <4 x double> %v101, splat (double 0x3FF0000000000000)
  %v108 = bitcast <4 x double> %v107 to <4 x i64>
  %v109 = sub <4 x i64> %v108, splat (i64 4604544271217802189)
  %v110 = ashr <4 x i64> %v109, splat (i64 52)
  %v111 = sitofp <4 x i64> %v110 to <4 x double>
  %v112 = fcmp ogt <4 x double> %v101, splat (double 0x3FF0000000000000)
  %v113 = fsub <4 x double> %v107, %v101
  %v114 = fsub <4 x double> splat (double 0x3FF0000000000000), %v113
  %v115 = fsub <4 x double> %v107, splat (double 0x3FF0000000000000)
  %v116 = fsub <4 x double> %v101, %v115
  %v117 = select <4 x i1> %v112, <4 x double> %v114, <4 x double> %v116
  %v118 = icmp sgt <4 x i64> %v110, splat (i64 1000)
  %v119 = select <4 x i1> %v118, <4 x i64> splat (i64 1000), <4 x i64> %v110
  %v120 = sub <4 x i64> splat (i64 0), %v119
  %v121 = add <4 x i64> %v120, splat (i64 1023)
  %v122 = shl <4 x i64> %v121, splat (i64 52)
  %v123 = bitcast <4 x i64> %v122 to <4 x double>
  %v124 = shl <4 x i64> %v110, splat (i64 52)
  %v125 = sub <4 x i64> %v108, %v124
  %v126 = bitcast <4 x i64> %v125 to <4 x double>
  %v127 = fsub <4 x double> %v126, splat (double 0x3FF0000000000000)
  %v128 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v117, <4 x double> %v123, <4 x double> %v127)
  %v129 = fmul <4 x double> %v128, %v128
  %v130 = fmul <4 x double> %v129, splat (double 0x3FE0000000000000)
  %v131 = fadd <4 x double> %v128, splat (double 0x4000000000000000)
  %v132 = fdiv <4 x double> %v128, %v131
  %v133 = fmul <4 x double> %v132, %v132
  %v134 = fmul <4 x double> %v133, %v133
  %v135 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v133, <4 x double> splat (double 0x3FC74663D55786E2))
  %v136 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v134, <4 x double> %v135)
  %v137 = fmul <4 x double> %v134, %v134
  %v138 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v133, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v139 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v133, <4 x double> splat (double 0x3FE5555555555592))
  %v140 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v138, <4 x double> %v134, <4 x double> %v139)
  %v141 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v136, <4 x double> %v137, <4 x double> %v140)
  %v142 = fmul <4 x double> %v141, %v133
  %v143 = fadd <4 x double> %v130, %v142
  %v144 = fmul <4 x double> %v132, %v143
  %v145 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v111, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v144)
  %v146 = fsub <4 x double> %v130, %v145
  %v147 = fsub <4 x double> %v128, %v146
  %v148 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v111, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v147)
  %v149 = select <4 x i1> %v106, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v148
  %v150 = select <4 x i1> %v105, <4 x double> %v101, <4 x double> %v149
  %v151 = select <4 x i1> %v104, <4 x double> %v150, <4 x double> splat (double 0x7FF8000000000000)
  %v152 = select <4 x i1> %v103, <4 x double> %v101, <4 x double> %v151
  %v153 = fadd <4 x double> %p99, %v152
  %v154 = add nsw i64 %i98, 4
  %v155 = icmp slt i64 %v154, %v95
  br i1 %v155, label %loop96, label %end97
end97:
  %v157 = phi <4 x double> [ %v92, %join91 ], [ %v153, %loop96 ]
  br i1 %v164, label %rest165, label %join221
rest165:
  %v166 = getelementptr inbounds double, ptr %v29, i64 %v95
  %v167 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v166, <4 x i1> %v163, <4 x double> zeroinitializer)
  %v168 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v167)
  %v169 = fcmp olt <4 x double> %v168, splat (double 0x0010000000000000)
  %v170 = fcmp oge <4 x double> %v167, splat (double 0xBFF0000000000000)
  %v171 = fcmp oeq <4 x double> %v167, splat (double 0x7FF0000000000000)
  %v172 = fcmp oeq <4 x double> %v167, splat (double 0xBFF0000000000000)
  %v173 = fadd <4 x double> %v167, splat (double 0x3FF0000000000000)
  %v174 = bitcast <4 x double> %v173 to <4 x i64>
  %v175 = sub <4 x i64> %v174, splat (i64 4604544271217802189)
  %v176 = ashr <4 x i64> %v175, splat (i64 52)
  %v177 = sitofp <4 x i64> %v176 to <4 x double>
  %v178 = fcmp ogt <4 x double> %v167, splat (double 0x3FF0000000000000)
  %v179 = fsub <4 x double> %v173, %v167
  %v180 = fsub <4 x double> splat (double 0x3FF0000000000000), %v179
  %v181 = fsub <4 x double> %v173, splat (double 0x3FF0000000000000)
  %v182 = fsub <4 x double> %v167, %v181
  %v183 = select <4 x i1> %v178, <4 x double> %v180, <4 x double> %v182
  %v184 = icmp sgt <4 x i64> %v176, splat (i64 1000)
  %v185 = select <4 x i1> %v184, <4 x i64> splat (i64 1000), <4 x i64> %v176
  %v186 = sub <4 x i64> splat (i64 0), %v185
  %v187 = add <4 x i64> %v186, splat (i64 1023)
  %v188 = shl <4 x i64> %v187, splat (i64 52)
  %v189 = bitcast <4 x i64> %v188 to <4 x double>
  %v190 = shl <4 x i64> %v176, splat (i64 52)
  %v191 = sub <4 x i64> %v174, %v190
  %v192 = bitcast <4 x i64> %v191 to <4 x double>
  %v193 = fsub <4 x double> %v192, splat (double 0x3FF0000000000000)
  %v194 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v183, <4 x double> %v189, <4 x double> %v193)
  %v195 = fmul <4 x double> %v194, %v194
  %v196 = fmul <4 x double> %v195, splat (double 0x3FE0000000000000)
  %v197 = fadd <4 x double> %v194, splat (double 0x4000000000000000)
  %v198 = fdiv <4 x double> %v194, %v197
  %v199 = fmul <4 x double> %v198, %v198
  %v200 = fmul <4 x double> %v199, %v199
  %v201 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v199, <4 x double> splat (double 0x3FC74663D55786E2))
  %v202 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v200, <4 x double> %v201)
  %v203 = fmul <4 x double> %v200, %v200
  %v204 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v199, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v205 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v199, <4 x double> splat (double 0x3FE5555555555592))
  %v206 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v204, <4 x double> %v200, <4 x double> %v205)
  %v207 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v202, <4 x double> %v203, <4 x double> %v206)
  %v208 = fmul <4 x double> %v207, %v199
  %v209 = fadd <4 x double> %v196, %v208
  %v210 = fmul <4 x double> %v198, %v209
  %v211 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v177, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v210)
  %v212 = fsub <4 x double> %v196, %v211
  %v213 = fsub <4 x double> %v194, %v212
  %v214 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v177, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v213)
  %v215 = select <4 x i1> %v172, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v214
  %v216 = select <4 x i1> %v171, <4 x double> %v167, <4 x double> %v215
  %v217 = select <4 x i1> %v170, <4 x double> %v216, <4 x double> splat (double 0x7FF8000000000000)
  %v218 = select <4 x i1> %v169, <4 x double> %v167, <4 x double> %v217
  %v219 = fadd <4 x double> %v157, %v218
  %v220 = select <4 x i1> %v163, <4 x double> %v219, <4 x double> %v157
  br label %join221
join221:
  %v222 = phi <4 x double> [ %v157, %end97 ], [ %v220, %rest165 ]
  %v223 = getelementptr <4 x double>, ptr %v8, i64 %i11
  store <4 x double> %v222, ptr %v223
  %v224 = add nsw i64 %i11, 1
  %v225 = icmp slt i64 %v224, %v6
  br i1 %v225, label %loop9, label %end10
end10:
  %v244 = call <4 x double> @totals.add.float64.4.4(ptr %v8)
  %v245 = fadd <4 x double> splat (double 0x0000000000000000), %v244
  store <4 x double> %v245, ptr %v246
  %v247 = sub nsw i64 %v7, %i3
  %v248 = call i64 @llvm.umin.i64(i64 %v247, i64 4)
  %v249 = trunc i64 %v248 to i32
  %v250 = insertelement <4 x i32> poison, i32 %v249, i64 0
  %v251 = shufflevector <4 x i32> %v250, <4 x i32> poison, <4 x i32> zeroinitializer
  %v252 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v251
  %v255 = getelementptr inbounds double, ptr %v254, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v245, ptr align 8 %v255, <4 x i1> %v252)
  %v256 = add nsw i64 %i3, 4
  %v257 = icmp slt i64 %v256, %hi
  br i1 %v257, label %loop1, label %end2
end2:
  ret void
}
