target triple = "x86_64-linux"
declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = alloca [4 x <4 x double>]
  %v12 = getelementptr i64, ptr %table, i64 1
  %v13 = load i64, ptr %v12, align 8
  %v23 = getelementptr ptr, ptr %buffers, i64 0
  %v24 = load ptr, ptr %v23, align 8
  %v25 = getelementptr i64, ptr %table, i64 0
  %v26 = load i64, ptr %v25, align 8
  %v244 = alloca [1 x <4 x double>]
  %v251 = getelementptr ptr, ptr %buffers, i64 1
  %v252 = load ptr, ptr %v251, align 8
  %v14 = sub nsw i64 %v13, 0
  %v15 = and i64 %v14, -8
  %v16 = add nsw i64 0, %v15
  %v92 = sub nsw i64 %v13, 0
  %v93 = and i64 %v92, -4
  %v94 = add nsw i64 0, %v93
  %v157 = sub nsw i64 %v13, %v94
  %v158 = call i64 @llvm.umin.i64(i64 %v157, i64 4)
  %v159 = trunc i64 %v158 to i32
  %v160 = insertelement <4 x i32> poison, i32 %v159, i64 0
  %v161 = shufflevector <4 x i32> %v160, <4 x i32> poison, <4 x i32> zeroinitializer
  %v162 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v161
  %v163 = icmp slt i64 %v94, %v13
  %v256 = icmp slt i64 %lo, %hi
  br i1 %v256, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v254, %end9 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 4)
  %v6 = add nsw i64 %i3, %v5
  %v225 = icmp slt i64 0, %v5
  br i1 %v225, label %loop8, label %end9
loop8:
  %i10 = phi i64 [ 0, %loop1 ], [ %v223, %join220 ]
  %v11 = add nsw i64 %i3, %i10
  %v17 = icmp slt i64 0, %v16
  %v27 = mul i64 %v11, %v26
  %v28 = getelementptr inbounds double, ptr %v24, i64 %v27
  br i1 %v17, label %whole18, label %join90
whole18:
  %v85 = icmp slt i64 0, %v16
  br i1 %v85, label %loop19, label %end20
loop19:
  %i21 = phi i64 [ 0, %whole18 ], [ %v83, %loop19 ]
  %p22 = phi <8 x double> [ splat (double 0x8000000000000000), %whole18 ], [ %v82, %loop19 ]
  %v29 = getelementptr inbounds double, ptr %v28, i64 %i21
  %v30 = load <8 x double>, ptr %v29, align 8
  %v31 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v30)
  %v32 = fcmp olt <8 x double> %v31, splat (double 0x0010000000000000)
  %v33 = fcmp oge <8 x double> %v30, splat (double 0xBFF0000000000000)
  %v34 = fcmp oeq <8 x double> %v30, splat (double 0x7FF0000000000000)
  %v35 = fcmp oeq <8 x double> %v30, splat (double 0xBFF0000000000000)
  %v36 = fadd <8 x double> %v30, splat (double 0x3FF0000000000000)
  %v37 = bitcast <8 x double> %v36 to <8 x i64>
  %v38 = sub <8 x i64> %v37, splat (i64 4604544271217802189)
  %v39 = ashr <8 x i64> %v38, splat (i64 52)
  %v40 = sitofp <8 x i64> %v39 to <8 x double>
  %v41 = fcmp ogt <8 x double> %v30, splat (double 0x3FF0000000000000)
  %v42 = fsub <8 x double> %v36, %v30
  %v43 = fsub <8 x double> splat (double 0x3FF0000000000000), %v42
  %v44 = fsub <8 x double> %v36, splat (double 0x3FF0000000000000)
  %v45 = fsub <8 x double> %v30, %v44
  %v46 = select <8 x i1> %v41, <8 x double> %v43, <8 x double> %v45
  %v47 = icmp sgt <8 x i64> %v39, splat (i64 1000)
  %v48 = select <8 x i1> %v47, <8 x i64> splat (i64 1000), <8 x i64> %v39
  %v49 = sub <8 x i64> splat (i64 0), %v48
  %v50 = add <8 x i64> %v49, splat (i64 1023)
  %v51 = shl <8 x i64> %v50, splat (i64 52)
  %v52 = bitcast <8 x i64> %v51 to <8 x double>
  %v53 = shl <8 x i64> %v39, splat (i64 52)
  %v54 = sub <8 x i64> %v37, %v53
  %v55 = bitcast <8 x i64> %v54 to <8 x double>
  %v56 = fsub <8 x double> %v55, splat (double 0x3FF0000000000000)
  %v57 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v46, <8 x double> %v52, <8 x double> %v56)
  %v58 = fmul <8 x double> %v57, %v57
  %v59 = fmul <8 x double> %v58, splat (double 0x3FE0000000000000)
  %v60 = fadd <8 x double> %v57, splat (double 0x4000000000000000)
  %v61 = fdiv <8 x double> %v57, %v60
  %v62 = fmul <8 x double> %v61, %v61
  %v63 = fmul <8 x double> %v62, %v62
  %v64 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC39A1DEE99666C), <8 x double> %v62, <8 x double> splat (double 0x3FC74663D55786E2))
  %v65 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC2F0421789E0E0), <8 x double> %v63, <8 x double> %v64)
  %v66 = fmul <8 x double> %v63, %v63
  %v67 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FCC71C5211DB497), <8 x double> %v62, <8 x double> splat (double 0x3FD24924941E5CE7))
  %v68 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FD999999997FE90), <8 x double> %v62, <8 x double> splat (double 0x3FE5555555555592))
  %v69 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v67, <8 x double> %v63, <8 x double> %v68)
  %v70 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v65, <8 x double> %v66, <8 x double> %v69)
  %v71 = fmul <8 x double> %v70, %v62
  %v72 = fadd <8 x double> %v59, %v71
  %v73 = fmul <8 x double> %v61, %v72
  %v74 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v40, <8 x double> splat (double 0x3DEA39EF35793C76), <8 x double> %v73)
  %v75 = fsub <8 x double> %v59, %v74
  %v76 = fsub <8 x double> %v57, %v75
  %v77 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v40, <8 x double> splat (double 0x3FE62E42FEE00000), <8 x double> %v76)
  %v78 = select <8 x i1> %v35, <8 x double> splat (double 0xFFF0000000000000), <8 x double> %v77
  %v79 = select <8 x i1> %v34, <8 x double> %v30, <8 x double> %v78
  %v80 = select <8 x i1> %v33, <8 x double> %v79, <8 x double> splat (double 0x7FF8000000000000)
  %v81 = select <8 x i1> %v32, <8 x double> %v30, <8 x double> %v80
  %v82 = fadd <8 x double> %p22, %v81
  %v83 = add nsw i64 %i21, 8
  %v84 = icmp slt i64 %v83, %v16
  br i1 %v84, label %loop19, label %end20
end20:
  %v86 = phi <8 x double> [ splat (double 0x8000000000000000), %whole18 ], [ %v82, %loop19 ]
  %v87 = shufflevector <8 x double> %v86, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v88 = shufflevector <8 x double> %v86, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v89 = fadd <4 x double> %v87, %v88
  br label %join90
join90:
  %v91 = phi <4 x double> [ splat (double 0x8000000000000000), %loop8 ], [ %v89, %end20 ]
  %v155 = icmp slt i64 %v16, %v94
  br i1 %v155, label %loop95, label %end96
loop95:
  %i97 = phi i64 [ %v16, %join90 ], [ %v153, %loop95 ]
  %p98 = phi <4 x double> [ %v91, %join90 ], [ %v152, %loop95 ]
  %v99 = getelementptr inbounds double, ptr %v28, i64 %i97
  %v100 = load <4 x double>, ptr %v99, align 8
  %v101 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v100)
  %v102 = fcmp olt <4 x double> %v101, splat (double 0x0010000000000000)
  %v103 = fcmp oge <4 x double> %v100, splat (double 0xBFF0000000000000)
  %v104 = fcmp oeq <4 x double> %v100, splat (double 0x7FF0000000000000)
  %v105 = fcmp oeq <4 x double> %v100, splat (double 0xBFF0000000000000)
  %v106 = fadd <4 x double> %v100, splat (double 0x3FF0000000000000)
  %v107 = bitcast <4 x double> %v106 to <4 x i64>
  %v108 = sub <4 x i64> %v107, splat (i64 4604544271217802189)
  %v109 = ashr <4 x i64> %v108, splat (i64 52)
  %v110 = sitofp <4 x i64> %v109 to <4 x double>
  %v111 = fcmp ogt <4 x double> %v100, splat (double 0x3FF0000000000000)
  %v112 = fsub <4 x double> %v106, %v100
  %v113 = fsub <4 x double> splat (double 0x3FF0000000000000), %v112
  %v114 = fsub <4 x double> %v106, splat (double 0x3FF0000000000000)
  %v115 = fsub <4 x double> %v100, %v114
  %v116 = select <4 x i1> %v111, <4 x double> %v113, <4 x double> %v115
  %v117 = icmp sgt <4 x i64> %v109, splat (i64 1000)
  %v118 = select <4 x i1> %v117, <4 x i64> splat (i64 1000), <4 x i64> %v109
  %v119 = sub <4 x i64> splat (i64 0), %v118
  %v120 = add <4 x i64> %v119, splat (i64 1023)
  %v121 = shl <4 x i64> %v120, splat (i64 52)
  %v122 = bitcast <4 x i64> %v121 to <4 x double>
  %v123 = shl <4 x i64> %v109, splat (i64 52)
  %v124 = sub <4 x i64> %v107, %v123
  %v125 = bitcast <4 x i64> %v124 to <4 x double>
  %v126 = fsub <4 x double> %v125, splat (double 0x3FF0000000000000)
  %v127 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v116, <4 x double> %v122, <4 x double> %v126)
  %v128 = fmul <4 x double> %v127, %v127
  %v129 = fmul <4 x double> %v128, splat (double 0x3FE0000000000000)
  %v130 = fadd <4 x double> %v127, splat (double 0x4000000000000000)
  %v131 = fdiv <4 x double> %v127, %v130
  %v132 = fmul <4 x double> %v131, %v131
  %v133 = fmul <4 x double> %v132, %v132
  %v134 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v132, <4 x double> splat (double 0x3FC74663D55786E2))
  %v135 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v133, <4 x double> %v134)
  %v136 = fmul <4 x double> %v133, %v133
  %v137 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v132, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v138 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v132, <4 x double> splat (double 0x3FE5555555555592))
  %v139 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v137, <4 x double> %v133, <4 x double> %v138)
  %v140 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v135, <4 x double> %v136, <4 x double> %v139)
  %v141 = fmul <4 x double> %v140, %v132
  %v142 = fadd <4 x double> %v129, %v141
  %v143 = fmul <4 x double> %v131, %v142
  %v144 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v110, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v143)
  %v145 = fsub <4 x double> %v129, %v144
  %v146 = fsub <4 x double> %v127, %v145
  %v147 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v110, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v146)
  %v148 = select <4 x i1> %v105, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v147
  %v149 = select <4 x i1> %v104, <4 x double> %v100, <4 x double> %v148
  %v150 = select <4 x i1> %v103, <4 x double> %v149, <4 x double> splat (double 0x7FF8000000000000)
  %v151 = select <4 x i1> %v102, <4 x double> %v100, <4 x double> %v150
  %v152 = fadd <4 x double> %p98, %v151
  %v153 = add nsw i64 %i97, 4
  %v154 = icmp slt i64 %v153, %v94
  br i1 %v154, label %loop95, label %end96
end96:
  %v156 = phi <4 x double> [ %v91, %join90 ], [ %v152, %loop95 ]
  br i1 %v163, label %rest164, label %join220
rest164:
  %v165 = getelementptr inbounds double, ptr %v28, i64 %v94
  %v166 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v165, <4 x i1> %v162, <4 x double> zeroinitializer)
  %v167 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v166)
  %v168 = fcmp olt <4 x double> %v167, splat (double 0x0010000000000000)
  %v169 = fcmp oge <4 x double> %v166, splat (double 0xBFF0000000000000)
  %v170 = fcmp oeq <4 x double> %v166, splat (double 0x7FF0000000000000)
  %v171 = fcmp oeq <4 x double> %v166, splat (double 0xBFF0000000000000)
  %v172 = fadd <4 x double> %v166, splat (double 0x3FF0000000000000)
  %v173 = bitcast <4 x double> %v172 to <4 x i64>
  %v174 = sub <4 x i64> %v173, splat (i64 4604544271217802189)
  %v175 = ashr <4 x i64> %v174, splat (i64 52)
  %v176 = sitofp <4 x i64> %v175 to <4 x double>
  %v177 = fcmp ogt <4 x double> %v166, splat (double 0x3FF0000000000000)
  %v178 = fsub <4 x double> %v172, %v166
  %v179 = fsub <4 x double> splat (double 0x3FF0000000000000), %v178
  %v180 = fsub <4 x double> %v172, splat (double 0x3FF0000000000000)
  %v181 = fsub <4 x double> %v166, %v180
  %v182 = select <4 x i1> %v177, <4 x double> %v179, <4 x double> %v181
  %v183 = icmp sgt <4 x i64> %v175, splat (i64 1000)
  %v184 = select <4 x i1> %v183, <4 x i64> splat (i64 1000), <4 x i64> %v175
  %v185 = sub <4 x i64> splat (i64 0), %v184
  %v186 = add <4 x i64> %v185, splat (i64 1023)
  %v187 = shl <4 x i64> %v186, splat (i64 52)
  %v188 = bitcast <4 x i64> %v187 to <4 x double>
  %v189 = shl <4 x i64> %v175, splat (i64 52)
  %v190 = sub <4 x i64> %v173, %v189
  %v191 = bitcast <4 x i64> %v190 to <4 x double>
  %v192 = fsub <4 x double> %v191, splat (double 0x3FF0000000000000)
  %v193 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v182, <4 x double> %v188, <4 x double> %v192)
  %v194 = fmul <4 x double> %v193, %v193
  %v195 = fmul <4 x double> %v194, splat (double 0x3FE0000000000000)
  %v196 = fadd <4 x double> %v193, splat (double 0x4000000000000000)
  %v197 = fdiv <4 x double> %v193, %v196
  %v198 = fmul <4 x double> %v197, %v197
  %v199 = fmul <4 x double> %v198, %v198
  %v200 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v198, <4 x double> splat (double 0x3FC74663D55786E2))
  %v201 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v199, <4 x double> %v200)
  %v202 = fmul <4 x double> %v199, %v199
  %v203 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v198, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v204 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v198, <4 x double> splat (double 0x3FE5555555555592))
  %v205 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v203, <4 x double> %v199, <4 x double> %v204)
  %v206 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v201, <4 x double> %v202, <4 x double> %v205)
  %v207 = fmul <4 x double> %v206, %v198
  %v208 = fadd <4 x double> %v195, %v207
  %v209 = fmul <4 x double> %v197, %v208
  %v210 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v176, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v209)
  %v211 = fsub <4 x double> %v195, %v210
  %v212 = fsub <4 x double> %v193, %v211
  %v213 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v176, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v212)
  %v214 = select <4 x i1> %v171, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v213
  %v215 = select <4 x i1> %v170, <4 x double> %v166, <4 x double> %v214
  %v216 = select <4 x i1> %v169, <4 x double> %v215, <4 x double> splat (double 0x7FF8000000000000)
  %v217 = select <4 x i1> %v168, <4 x double> %v166, <4 x double> %v216
  %v218 = fadd <4 x double> %v156, %v217
  %v219 = select <4 x i1> %v162, <4 x double> %v218, <4 x double> %v156
  br label %join220
join220:
  %v221 = phi <4 x double> [ %v156, %end96 ], [ %v219, %rest164 ]
  %v222 = getelementptr <4 x double>, ptr %v7, i64 %i10
  store <4 x double> %v221, ptr %v222
  %v223 = add nsw i64 %i10, 1
  %v224 = icmp slt i64 %v223, %v5
  br i1 %v224, label %loop8, label %end9
end9:
  %v226 = getelementptr <4 x double>, ptr %v7, i64 0
  %v227 = load <4 x double>, ptr %v226
  %v228 = getelementptr <4 x double>, ptr %v7, i64 1
  %v229 = load <4 x double>, ptr %v228
  %v230 = getelementptr <4 x double>, ptr %v7, i64 2
  %v231 = load <4 x double>, ptr %v230
  %v232 = getelementptr <4 x double>, ptr %v7, i64 3
  %v233 = load <4 x double>, ptr %v232
  %v234 = shufflevector <4 x double> %v227, <4 x double> %v231, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v235 = shufflevector <4 x double> %v227, <4 x double> %v231, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v236 = fadd <4 x double> %v234, %v235
  %v237 = shufflevector <4 x double> %v229, <4 x double> %v233, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v238 = shufflevector <4 x double> %v229, <4 x double> %v233, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v239 = fadd <4 x double> %v237, %v238
  %v240 = shufflevector <4 x double> %v236, <4 x double> %v239, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v241 = shufflevector <4 x double> %v236, <4 x double> %v239, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v242 = fadd <4 x double> %v240, %v241
  %v243 = fadd <4 x double> splat (double 0x0000000000000000), %v242
  store <4 x double> %v243, ptr %v244
  %v245 = sub nsw i64 %v6, %i3
  %v246 = call i64 @llvm.umin.i64(i64 %v245, i64 4)
  %v247 = trunc i64 %v246 to i32
  %v248 = insertelement <4 x i32> poison, i32 %v247, i64 0
  %v249 = shufflevector <4 x i32> %v248, <4 x i32> poison, <4 x i32> zeroinitializer
  %v250 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v249
  %v253 = getelementptr inbounds double, ptr %v252, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v243, ptr align 8 %v253, <4 x i1> %v250)
  %v254 = add nsw i64 %i3, 4
  %v255 = icmp slt i64 %v254, %hi
  br i1 %v255, label %loop1, label %end2
end2:
  ret void
}
