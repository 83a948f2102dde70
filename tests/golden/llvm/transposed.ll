target triple = "x86_64-linux"
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 3
  %v2 = load i64, ptr %v1, align 8
  %v16 = getelementptr ptr, ptr %buffers, i64 0
  %v17 = load ptr, ptr %v16, align 8
  %v18 = getelementptr i64, ptr %table, i64 1
  %v19 = load i64, ptr %v18, align 8
  %v60 = getelementptr i64, ptr %table, i64 2
  %v61 = load double, ptr %v60, align 8
  %v65 = getelementptr ptr, ptr %buffers, i64 1
  %v66 = load ptr, ptr %v65, align 8
  %v67 = getelementptr i64, ptr %table, i64 0
  %v68 = load i64, ptr %v67, align 8
  %v3 = sub nsw i64 %v2, 0
  %v4 = and i64 %v3, -4
  %v5 = add nsw i64 0, %v4
  %v9 = sub i64 %hi, %lo
  %v10 = and i64 %v9, -4
  %v11 = add i64 %lo, %v10
  %v62 = insertelement <4 x double> poison, double %v61, i64 0
  %v63 = shufflevector <4 x double> %v62, <4 x double> poison, <4 x i32> zeroinitializer
  %v90 = add i64 %v11, 4
  %v91 = icmp slt i64 %v90, %hi
  %v92 = select i1 %v91, i64 %v90, i64 %hi, !unpredictable !{}
  %v160 = icmp slt i64 0, %v5
  br i1 %v160, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ 0, %entry ], [ %v158, %join157 ]
  %v20 = add nsw i64 %i8, 0
  %v21 = mul nsw i64 %v20, %v19
  %v22 = getelementptr inbounds double, ptr %v17, i64 %v21
  %v23 = add nsw i64 %i8, 1
  %v24 = mul nsw i64 %v23, %v19
  %v25 = getelementptr inbounds double, ptr %v17, i64 %v24
  %v26 = add nsw i64 %i8, 2
  %v27 = mul nsw i64 %v26, %v19
  %v28 = getelementptr inbounds double, ptr %v17, i64 %v27
  %v29 = add nsw i64 %i8, 3
  %v30 = mul nsw i64 %v29, %v19
  %v31 = getelementptr inbounds double, ptr %v17, i64 %v30
  %v89 = icmp slt i64 %lo, %v11
  br i1 %v89, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %lo, %loop6 ], [ %v87, %loop12 ]
  %v15 = add i64 %i14, 4
  %v32 = getelementptr inbounds double, ptr %v22, i64 %i14
  %v33 = load <4 x double>, ptr %v32, align 8
  %v34 = getelementptr inbounds double, ptr %v25, i64 %i14
  %v35 = load <4 x double>, ptr %v34, align 8
  %v36 = getelementptr inbounds double, ptr %v28, i64 %i14
  %v37 = load <4 x double>, ptr %v36, align 8
  %v38 = getelementptr inbounds double, ptr %v31, i64 %i14
  %v39 = load <4 x double>, ptr %v38, align 8
  %v40 = shufflevector <4 x double> %v33, <4 x double> %v35, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v41 = shufflevector <4 x double> %v33, <4 x double> %v35, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v42 = bitcast <4 x double> %v40 to <8 x float>
  %v43 = bitcast <4 x double> %v41 to <8 x float>
  %v44 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v42)
  %v45 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v43)
  %v46 = bitcast <8 x float> %v44 to <4 x double>
  %v47 = bitcast <8 x float> %v45 to <4 x double>
  %v48 = shufflevector <4 x double> %v37, <4 x double> %v39, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v49 = shufflevector <4 x double> %v37, <4 x double> %v39, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v50 = bitcast <4 x double> %v48 to <8 x float>
  %v51 = bitcast <4 x double> %v49 to <8 x float>
  %v52 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v50)
  %v53 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v51)
  %v54 = bitcast <8 x float> %v52 to <4 x double>
  %v55 = bitcast <8 x float> %v53 to <4 x double>
  %v56 = shufflevector <4 x double> %v46, <4 x double> %v54, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v57 = shufflevector <4 x double> %v46, <4 x double> %v54, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v58 = shufflevector <4 x double> %v47, <4 x double> %v55, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v59 = shufflevector <4 x double> %v47, <4 x double> %v55, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v64 = fadd <4 x double> %v56, %v63
  %v69 = mul i64 %i14, %v68
  %v70 = getelementptr inbounds double, ptr %v66, i64 %v69
  %v71 = getelementptr inbounds double, ptr %v70, i64 %i8
  store <4 x double> %v64, ptr %v71, align 8
  %v72 = add nsw i64 %i14, 1
  %v73 = fadd <4 x double> %v58, %v63
  %v74 = mul i64 %v72, %v68
  %v75 = getelementptr inbounds double, ptr %v66, i64 %v74
  %v76 = getelementptr inbounds double, ptr %v75, i64 %i8
  store <4 x double> %v73, ptr %v76, align 8
  %v77 = add nsw i64 %i14, 2
  %v78 = fadd <4 x double> %v57, %v63
  %v79 = mul i64 %v77, %v68
  %v80 = getelementptr inbounds double, ptr %v66, i64 %v79
  %v81 = getelementptr inbounds double, ptr %v80, i64 %i8
  store <4 x double> %v78, ptr %v81, align 8
  %v82 = add nsw i64 %i14, 3
  %v83 = fadd <4 x double> %v59, %v63
  %v84 = mul i64 %v82, %v68
  %v85 = getelementptr inbounds double, ptr %v66, i64 %v84
  %v86 = getelementptr inbounds double, ptr %v85, i64 %i8
  store <4 x double> %v83, ptr %v86, align 8
  %v87 = add nsw i64 %i14, 4
  %v88 = icmp slt i64 %v87, %v11
  br i1 %v88, label %loop12, label %end13
end13:
  %v93 = icmp slt i64 %v11, %v92
  br i1 %v93, label %tile94, label %join157
tile94:
  %v95 = sub nsw i64 %v92, %v11
  %v96 = call i64 @llvm.umin.i64(i64 %v95, i64 4)
  %v97 = trunc i64 %v96 to i32
  %v98 = insertelement <4 x i32> poison, i32 %v97, i64 0
  %v99 = shufflevector <4 x i32> %v98, <4 x i32> poison, <4 x i32> zeroinitializer
  %v100 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v99
  %v101 = getelementptr inbounds double, ptr %v22, i64 %v11
  %v102 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v101, <4 x i1> %v100, <4 x double> zeroinitializer)
  %v103 = getelementptr inbounds double, ptr %v25, i64 %v11
  %v104 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v103, <4 x i1> %v100, <4 x double> zeroinitializer)
  %v105 = getelementptr inbounds double, ptr %v28, i64 %v11
  %v106 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v105, <4 x i1> %v100, <4 x double> zeroinitializer)
  %v107 = getelementptr inbounds double, ptr %v31, i64 %v11
  %v108 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v107, <4 x i1> %v100, <4 x double> zeroinitializer)
  %v109 = shufflevector <4 x double> %v102, <4 x double> %v104, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v110 = shufflevector <4 x double> %v102, <4 x double> %v104, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v111 = bitcast <4 x double> %v109 to <8 x float>
  %v112 = bitcast <4 x double> %v110 to <8 x float>
  %v113 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v111)
  %v114 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v112)
  %v115 = bitcast <8 x float> %v113 to <4 x double>
  %v116 = bitcast <8 x float> %v114 to <4 x double>
  %v117 = shufflevector <4 x double> %v106, <4 x double> %v108, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v118 = shufflevector <4 x double> %v106, <4 x double> %v108, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v119 = bitcast <4 x double> %v117 to <8 x float>
  %v120 = bitcast <4 x double> %v118 to <8 x float>
  %v121 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v119)
  %v122 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v120)
  %v123 = bitcast <8 x float> %v121 to <4 x double>
  %v124 = bitcast <8 x float> %v122 to <4 x double>
  %v125 = shufflevector <4 x double> %v115, <4 x double> %v123, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v126 = shufflevector <4 x double> %v115, <4 x double> %v123, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v127 = shufflevector <4 x double> %v116, <4 x double> %v124, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v128 = shufflevector <4 x double> %v116, <4 x double> %v124, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v129 = fadd <4 x double> %v125, %v63
  %v130 = mul i64 %v11, %v68
  %v131 = getelementptr inbounds double, ptr %v66, i64 %v130
  %v132 = getelementptr inbounds double, ptr %v131, i64 %i8
  store <4 x double> %v129, ptr %v132, align 8
  %v133 = add nsw i64 %v11, 1
  %v139 = icmp slt i64 %v133, %v92
  br i1 %v139, label %row134, label %join140
row134:
  %v135 = fadd <4 x double> %v127, %v63
  %v136 = mul i64 %v133, %v68
  %v137 = getelementptr inbounds double, ptr %v66, i64 %v136
  %v138 = getelementptr inbounds double, ptr %v137, i64 %i8
  store <4 x double> %v135, ptr %v138, align 8
  br label %join140
join140:
  %v141 = add nsw i64 %v11, 2
  %v147 = icmp slt i64 %v141, %v92
  br i1 %v147, label %row142, label %join148
row142:
  %v143 = fadd <4 x double> %v126, %v63
  %v144 = mul i64 %v141, %v68
  %v145 = getelementptr inbounds double, ptr %v66, i64 %v144
  %v146 = getelementptr inbounds double, ptr %v145, i64 %i8
  store <4 x double> %v143, ptr %v146, align 8
  br label %join148
join148:
  %v149 = add nsw i64 %v11, 3
  %v155 = icmp slt i64 %v149, %v92
  br i1 %v155, label %row150, label %join156
row150:
  %v151 = fadd <4 x double> %v128, %v63
  %v152 = mul i64 %v149, %v68
  %v153 = getelementptr inbounds double, ptr %v66, i64 %v152
  %v154 = getelementptr inbounds double, ptr %v153, i64 %i8
  store <4 x double> %v151, ptr %v154, align 8
  br label %join156
join156:
  br label %join157
join157:
  %v158 = add nsw i64 %i8, 4
  %v159 = icmp slt i64 %v158, %v5
  br i1 %v159, label %loop6, label %end7
end7:
  %v310 = icmp slt i64 %v5, %v2
  br i1 %v310, label %loop161, label %end162
loop161:
  %i163 = phi i64 [ %v5, %end7 ], [ %v308, %join307 ]
  %v164 = sub nsw i64 %v2, %i163
  %v165 = call i64 @llvm.umin.i64(i64 %v164, i64 4)
  %v166 = trunc i64 %v165 to i32
  %v167 = insertelement <4 x i32> poison, i32 %v166, i64 0
  %v168 = shufflevector <4 x i32> %v167, <4 x i32> poison, <4 x i32> zeroinitializer
  %v169 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v168
  %v170 = freeze <4 x i1> %v169
  %v175 = add nsw i64 %i163, 0
  %v176 = mul nsw i64 %v175, %v19
  %v177 = getelementptr inbounds double, ptr %v17, i64 %v176
  %v178 = add nsw i64 %i163, 1
  %v179 = mul nsw i64 %v178, %v19
  %v180 = getelementptr inbounds double, ptr %v17, i64 %v179
  %v181 = extractelement <4 x i1> %v169, i64 1
  %v182 = select i1 %v181, ptr %v180, ptr %v177
  %v183 = add nsw i64 %i163, 2
  %v184 = mul nsw i64 %v183, %v19
  %v185 = getelementptr inbounds double, ptr %v17, i64 %v184
  %v186 = extractelement <4 x i1> %v169, i64 2
  %v187 = select i1 %v186, ptr %v185, ptr %v177
  %v188 = add nsw i64 %i163, 3
  %v189 = mul nsw i64 %v188, %v19
  %v190 = getelementptr inbounds double, ptr %v17, i64 %v189
  %v191 = extractelement <4 x i1> %v169, i64 3
  %v192 = select i1 %v191, ptr %v190, ptr %v177
  %v242 = icmp slt i64 %lo, %v11
  br i1 %v242, label %loop171, label %end172
loop171:
  %i173 = phi i64 [ %lo, %loop161 ], [ %v240, %loop171 ]
  %v174 = add i64 %i173, 4
  %v193 = getelementptr inbounds double, ptr %v177, i64 %i173
  %v194 = load <4 x double>, ptr %v193, align 8
  %v195 = getelementptr inbounds double, ptr %v182, i64 %i173
  %v196 = load <4 x double>, ptr %v195, align 8
  %v197 = getelementptr inbounds double, ptr %v187, i64 %i173
  %v198 = load <4 x double>, ptr %v197, align 8
  %v199 = getelementptr inbounds double, ptr %v192, i64 %i173
  %v200 = load <4 x double>, ptr %v199, align 8
  %v201 = shufflevector <4 x double> %v194, <4 x double> %v196, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v202 = shufflevector <4 x double> %v194, <4 x double> %v196, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v203 = bitcast <4 x double> %v201 to <8 x float>
  %v204 = bitcast <4 x double> %v202 to <8 x float>
  %v205 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v203)
  %v206 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v204)
  %v207 = bitcast <8 x float> %v205 to <4 x double>
  %v208 = bitcast <8 x float> %v206 to <4 x double>
  %v209 = shufflevector <4 x double> %v198, <4 x double> %v200, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v210 = shufflevector <4 x double> %v198, <4 x double> %v200, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v211 = bitcast <4 x double> %v209 to <8 x float>
  %v212 = bitcast <4 x double> %v210 to <8 x float>
  %v213 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v211)
  %v214 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v212)
  %v215 = bitcast <8 x float> %v213 to <4 x double>
  %v216 = bitcast <8 x float> %v214 to <4 x double>
  %v217 = shufflevector <4 x double> %v207, <4 x double> %v215, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v218 = shufflevector <4 x double> %v207, <4 x double> %v215, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v219 = shufflevector <4 x double> %v208, <4 x double> %v216, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v220 = shufflevector <4 x double> %v208, <4 x double> %v216, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v221 = fadd <4 x double> %v217, %v63
  %v222 = mul i64 %i173, %v68
  %v223 = getelementptr inbounds double, ptr %v66, i64 %v222
  %v224 = getelementptr inbounds double, ptr %v223, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v221, ptr align 8 %v224, <4 x i1> %v170)
  %v225 = add nsw i64 %i173, 1
  %v226 = fadd <4 x double> %v219, %v63
  %v227 = mul i64 %v225, %v68
  %v228 = getelementptr inbounds double, ptr %v66, i64 %v227
  %v229 = getelementptr inbounds double, ptr %v228, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v226, ptr align 8 %v229, <4 x i1> %v170)
  %v230 = add nsw i64 %i173, 2
  %v231 = fadd <4 x double> %v218, %v63
  %v232 = mul i64 %v230, %v68
  %v233 = getelementptr inbounds double, ptr %v66, i64 %v232
  %v234 = getelementptr inbounds double, ptr %v233, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v231, ptr align 8 %v234, <4 x i1> %v170)
  %v235 = add nsw i64 %i173, 3
  %v236 = fadd <4 x double> %v220, %v63
  %v237 = mul i64 %v235, %v68
  %v238 = getelementptr inbounds double, ptr %v66, i64 %v237
  %v239 = getelementptr inbounds double, ptr %v238, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v236, ptr align 8 %v239, <4 x i1> %v170)
  %v240 = add nsw i64 %i173, 4
  %v241 = icmp slt i64 %v240, %v11
  br i1 %v241, label %loop171, label %end172
end172:
  %v243 = icmp slt i64 %v11, %v92
  br i1 %v243, label %tile244, label %join307
tile244:
  %v245 = sub nsw i64 %v92, %v11
  %v246 = call i64 @llvm.umin.i64(i64 %v245, i64 4)
  %v247 = trunc i64 %v246 to i32
  %v248 = insertelement <4 x i32> poison, i32 %v247, i64 0
  %v249 = shufflevector <4 x i32> %v248, <4 x i32> poison, <4 x i32> zeroinitializer
  %v250 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v249
  %v251 = getelementptr inbounds double, ptr %v177, i64 %v11
  %v252 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v251, <4 x i1> %v250, <4 x double> zeroinitializer)
  %v253 = getelementptr inbounds double, ptr %v182, i64 %v11
  %v254 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v253, <4 x i1> %v250, <4 x double> zeroinitializer)
  %v255 = getelementptr inbounds double, ptr %v187, i64 %v11
  %v256 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v255, <4 x i1> %v250, <4 x double> zeroinitializer)
  %v257 = getelementptr inbounds double, ptr %v192, i64 %v11
  %v258 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v257, <4 x i1> %v250, <4 x double> zeroinitializer)
  %v259 = shufflevector <4 x double> %v252, <4 x double> %v254, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v260 = shufflevector <4 x double> %v252, <4 x double> %v254, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v261 = bitcast <4 x double> %v259 to <8 x float>
  %v262 = bitcast <4 x double> %v260 to <8 x float>
  %v263 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v261)
  %v264 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v262)
  %v265 = bitcast <8 x float> %v263 to <4 x double>
  %v266 = bitcast <8 x float> %v264 to <4 x double>
  %v267 = shufflevector <4 x double> %v256, <4 x double> %v258, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v268 = shufflevector <4 x double> %v256, <4 x double> %v258, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v269 = bitcast <4 x double> %v267 to <8 x float>
  %v270 = bitcast <4 x double> %v268 to <8 x float>
  %v271 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v269)
  %v272 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v270)
  %v273 = bitcast <8 x float> %v271 to <4 x double>
  %v274 = bitcast <8 x float> %v272 to <4 x double>
  %v275 = shufflevector <4 x double> %v265, <4 x double> %v273, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v276 = shufflevector <4 x double> %v265, <4 x double> %v273, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v277 = shufflevector <4 x double> %v266, <4 x double> %v274, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v278 = shufflevector <4 x double> %v266, <4 x double> %v274, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v279 = fadd <4 x double> %v275, %v63
  %v280 = mul i64 %v11, %v68
  %v281 = getelementptr inbounds double, ptr %v66, i64 %v280
  %v282 = getelementptr inbounds double, ptr %v281, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v279, ptr align 8 %v282, <4 x i1> %v169)
  %v283 = add nsw i64 %v11, 1
  %v289 = icmp slt i64 %v283, %v92
  br i1 %v289, label %row284, label %join290
row284:
  %v285 = fadd <4 x double> %v277, %v63
  %v286 = mul i64 %v283, %v68
  %v287 = getelementptr inbounds double, ptr %v66, i64 %v286
  %v288 = getelementptr inbounds double, ptr %v287, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v285, ptr align 8 %v288, <4 x i1> %v169)
  br label %join290
join290:
  %v291 = add nsw i64 %v11, 2
  %v297 = icmp slt i64 %v291, %v92
  br i1 %v297, label %row292, label %join298
row292:
  %v293 = fadd <4 x double> %v276, %v63
  %v294 = mul i64 %v291, %v68
  %v295 = getelementptr inbounds double, ptr %v66, i64 %v294
  %v296 = getelementptr inbounds double, ptr %v295, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v293, ptr align 8 %v296, <4 x i1> %v169)
  br label %join298
join298:
  %v299 = add nsw i64 %v11, 3
  %v305 = icmp slt i64 %v299, %v92
  br i1 %v305, label %row300, label %join306
row300:
  %v301 = fadd <4 x double> %v278, %v63
  %v302 = mul i64 %v299, %v68
  %v303 = getelementptr inbounds double, ptr %v66, i64 %v302
  %v304 = getelementptr inbounds double, ptr %v303, i64 %i163
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v301, ptr align 8 %v304, <4 x i1> %v169)
  br label %join306
join306:
  br label %join307
join307:
  %v308 = add nsw i64 %i163, 4
  %v309 = icmp slt i64 %v308, %v2
  br i1 %v309, label %loop161, label %end162
end162:
  ret void
}
