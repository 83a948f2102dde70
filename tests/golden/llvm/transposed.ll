target triple = "x86_64-linux"
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
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
  %v91 = call i64 @llvm.smin.i64(i64 %v90, i64 %hi)
  %v159 = icmp slt i64 0, %v5
  br i1 %v159, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ 0, %entry ], [ %v157, %join156 ]
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
  %v92 = icmp slt i64 %v11, %v91
  br i1 %v92, label %tile93, label %join156
tile93:
  %v94 = sub nsw i64 %v91, %v11
  %v95 = call i64 @llvm.umin.i64(i64 %v94, i64 4)
  %v96 = trunc i64 %v95 to i32
  %v97 = insertelement <4 x i32> poison, i32 %v96, i64 0
  %v98 = shufflevector <4 x i32> %v97, <4 x i32> poison, <4 x i32> zeroinitializer
  %v99 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v98
  %v100 = getelementptr inbounds double, ptr %v22, i64 %v11
  %v101 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v100, <4 x i1> %v99, <4 x double> zeroinitializer)
  %v102 = getelementptr inbounds double, ptr %v25, i64 %v11
  %v103 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v102, <4 x i1> %v99, <4 x double> zeroinitializer)
  %v104 = getelementptr inbounds double, ptr %v28, i64 %v11
  %v105 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v104, <4 x i1> %v99, <4 x double> zeroinitializer)
  %v106 = getelementptr inbounds double, ptr %v31, i64 %v11
  %v107 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v106, <4 x i1> %v99, <4 x double> zeroinitializer)
  %v108 = shufflevector <4 x double> %v101, <4 x double> %v103, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v109 = shufflevector <4 x double> %v101, <4 x double> %v103, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v110 = bitcast <4 x double> %v108 to <8 x float>
  %v111 = bitcast <4 x double> %v109 to <8 x float>
  %v112 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v110)
  %v113 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v111)
  %v114 = bitcast <8 x float> %v112 to <4 x double>
  %v115 = bitcast <8 x float> %v113 to <4 x double>
  %v116 = shufflevector <4 x double> %v105, <4 x double> %v107, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v117 = shufflevector <4 x double> %v105, <4 x double> %v107, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v118 = bitcast <4 x double> %v116 to <8 x float>
  %v119 = bitcast <4 x double> %v117 to <8 x float>
  %v120 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v118)
  %v121 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v119)
  %v122 = bitcast <8 x float> %v120 to <4 x double>
  %v123 = bitcast <8 x float> %v121 to <4 x double>
  %v124 = shufflevector <4 x double> %v114, <4 x double> %v122, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v125 = shufflevector <4 x double> %v114, <4 x double> %v122, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v126 = shufflevector <4 x double> %v115, <4 x double> %v123, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v127 = shufflevector <4 x double> %v115, <4 x double> %v123, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v128 = fadd <4 x double> %v124, %v63
  %v129 = mul i64 %v11, %v68
  %v130 = getelementptr inbounds double, ptr %v66, i64 %v129
  %v131 = getelementptr inbounds double, ptr %v130, i64 %i8
  store <4 x double> %v128, ptr %v131, align 8
  %v132 = add nsw i64 %v11, 1
  %v138 = icmp slt i64 %v132, %v91
  br i1 %v138, label %row133, label %join139
row133:
  %v134 = fadd <4 x double> %v126, %v63
  %v135 = mul i64 %v132, %v68
  %v136 = getelementptr inbounds double, ptr %v66, i64 %v135
  %v137 = getelementptr inbounds double, ptr %v136, i64 %i8
  store <4 x double> %v134, ptr %v137, align 8
  br label %join139
join139:
  %v140 = add nsw i64 %v11, 2
  %v146 = icmp slt i64 %v140, %v91
  br i1 %v146, label %row141, label %join147
row141:
  %v142 = fadd <4 x double> %v125, %v63
  %v143 = mul i64 %v140, %v68
  %v144 = getelementptr inbounds double, ptr %v66, i64 %v143
  %v145 = getelementptr inbounds double, ptr %v144, i64 %i8
  store <4 x double> %v142, ptr %v145, align 8
  br label %join147
join147:
  %v148 = add nsw i64 %v11, 3
  %v154 = icmp slt i64 %v148, %v91
  br i1 %v154, label %row149, label %join155
row149:
  %v150 = fadd <4 x double> %v127, %v63
  %v151 = mul i64 %v148, %v68
  %v152 = getelementptr inbounds double, ptr %v66, i64 %v151
  %v153 = getelementptr inbounds double, ptr %v152, i64 %i8
  store <4 x double> %v150, ptr %v153, align 8
  br label %join155
join155:
  br label %join156
join156:
  %v157 = add nsw i64 %i8, 4
  %v158 = icmp slt i64 %v157, %v5
  br i1 %v158, label %loop6, label %end7
end7:
  %v309 = icmp slt i64 %v5, %v2
  br i1 %v309, label %loop160, label %end161
loop160:
  %i162 = phi i64 [ %v5, %end7 ], [ %v307, %join306 ]
  %v163 = sub nsw i64 %v2, %i162
  %v164 = call i64 @llvm.umin.i64(i64 %v163, i64 4)
  %v165 = trunc i64 %v164 to i32
  %v166 = insertelement <4 x i32> poison, i32 %v165, i64 0
  %v167 = shufflevector <4 x i32> %v166, <4 x i32> poison, <4 x i32> zeroinitializer
  %v168 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v167
  %v169 = freeze <4 x i1> %v168
  %v174 = add nsw i64 %i162, 0
  %v175 = mul nsw i64 %v174, %v19
  %v176 = getelementptr inbounds double, ptr %v17, i64 %v175
  %v177 = add nsw i64 %i162, 1
  %v178 = mul nsw i64 %v177, %v19
  %v179 = getelementptr inbounds double, ptr %v17, i64 %v178
  %v180 = extractelement <4 x i1> %v168, i64 1
  %v181 = select i1 %v180, ptr %v179, ptr %v176
  %v182 = add nsw i64 %i162, 2
  %v183 = mul nsw i64 %v182, %v19
  %v184 = getelementptr inbounds double, ptr %v17, i64 %v183
  %v185 = extractelement <4 x i1> %v168, i64 2
  %v186 = select i1 %v185, ptr %v184, ptr %v176
  %v187 = add nsw i64 %i162, 3
  %v188 = mul nsw i64 %v187, %v19
  %v189 = getelementptr inbounds double, ptr %v17, i64 %v188
  %v190 = extractelement <4 x i1> %v168, i64 3
  %v191 = select i1 %v190, ptr %v189, ptr %v176
  %v241 = icmp slt i64 %lo, %v11
  br i1 %v241, label %loop170, label %end171
loop170:
  %i172 = phi i64 [ %lo, %loop160 ], [ %v239, %loop170 ]
  %v173 = add i64 %i172, 4
  %v192 = getelementptr inbounds double, ptr %v176, i64 %i172
  %v193 = load <4 x double>, ptr %v192, align 8
  %v194 = getelementptr inbounds double, ptr %v181, i64 %i172
  %v195 = load <4 x double>, ptr %v194, align 8
  %v196 = getelementptr inbounds double, ptr %v186, i64 %i172
  %v197 = load <4 x double>, ptr %v196, align 8
  %v198 = getelementptr inbounds double, ptr %v191, i64 %i172
  %v199 = load <4 x double>, ptr %v198, align 8
  %v200 = shufflevector <4 x double> %v193, <4 x double> %v195, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v201 = shufflevector <4 x double> %v193, <4 x double> %v195, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v202 = bitcast <4 x double> %v200 to <8 x float>
  %v203 = bitcast <4 x double> %v201 to <8 x float>
  %v204 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v202)
  %v205 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v203)
  %v206 = bitcast <8 x float> %v204 to <4 x double>
  %v207 = bitcast <8 x float> %v205 to <4 x double>
  %v208 = shufflevector <4 x double> %v197, <4 x double> %v199, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v209 = shufflevector <4 x double> %v197, <4 x double> %v199, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v210 = bitcast <4 x double> %v208 to <8 x float>
  %v211 = bitcast <4 x double> %v209 to <8 x float>
  %v212 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v210)
  %v213 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v211)
  %v214 = bitcast <8 x float> %v212 to <4 x double>
  %v215 = bitcast <8 x float> %v213 to <4 x double>
  %v216 = shufflevector <4 x double> %v206, <4 x double> %v214, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v217 = shufflevector <4 x double> %v206, <4 x double> %v214, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v218 = shufflevector <4 x double> %v207, <4 x double> %v215, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v219 = shufflevector <4 x double> %v207, <4 x double> %v215, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v220 = fadd <4 x double> %v216, %v63
  %v221 = mul i64 %i172, %v68
  %v222 = getelementptr inbounds double, ptr %v66, i64 %v221
  %v223 = getelementptr inbounds double, ptr %v222, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v220, ptr align 8 %v223, <4 x i1> %v169)
  %v224 = add nsw i64 %i172, 1
  %v225 = fadd <4 x double> %v218, %v63
  %v226 = mul i64 %v224, %v68
  %v227 = getelementptr inbounds double, ptr %v66, i64 %v226
  %v228 = getelementptr inbounds double, ptr %v227, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v225, ptr align 8 %v228, <4 x i1> %v169)
  %v229 = add nsw i64 %i172, 2
  %v230 = fadd <4 x double> %v217, %v63
  %v231 = mul i64 %v229, %v68
  %v232 = getelementptr inbounds double, ptr %v66, i64 %v231
  %v233 = getelementptr inbounds double, ptr %v232, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v230, ptr align 8 %v233, <4 x i1> %v169)
  %v234 = add nsw i64 %i172, 3
  %v235 = fadd <4 x double> %v219, %v63
  %v236 = mul i64 %v234, %v68
  %v237 = getelementptr inbounds double, ptr %v66, i64 %v236
  %v238 = getelementptr inbounds double, ptr %v237, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v235, ptr align 8 %v238, <4 x i1> %v169)
  %v239 = add nsw i64 %i172, 4
  %v240 = icmp slt i64 %v239, %v11
  br i1 %v240, label %loop170, label %end171
end171:
  %v242 = icmp slt i64 %v11, %v91
  br i1 %v242, label %tile243, label %join306
tile243:
  %v244 = sub nsw i64 %v91, %v11
  %v245 = call i64 @llvm.umin.i64(i64 %v244, i64 4)
  %v246 = trunc i64 %v245 to i32
  %v247 = insertelement <4 x i32> poison, i32 %v246, i64 0
  %v248 = shufflevector <4 x i32> %v247, <4 x i32> poison, <4 x i32> zeroinitializer
  %v249 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v248
  %v250 = getelementptr inbounds double, ptr %v176, i64 %v11
  %v251 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v250, <4 x i1> %v249, <4 x double> zeroinitializer)
  %v252 = getelementptr inbounds double, ptr %v181, i64 %v11
  %v253 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v252, <4 x i1> %v249, <4 x double> zeroinitializer)
  %v254 = getelementptr inbounds double, ptr %v186, i64 %v11
  %v255 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v254, <4 x i1> %v249, <4 x double> zeroinitializer)
  %v256 = getelementptr inbounds double, ptr %v191, i64 %v11
  %v257 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v256, <4 x i1> %v249, <4 x double> zeroinitializer)
  %v258 = shufflevector <4 x double> %v251, <4 x double> %v253, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v259 = shufflevector <4 x double> %v251, <4 x double> %v253, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v260 = bitcast <4 x double> %v258 to <8 x float>
  %v261 = bitcast <4 x double> %v259 to <8 x float>
  %v262 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v260)
  %v263 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v261)
  %v264 = bitcast <8 x float> %v262 to <4 x double>
  %v265 = bitcast <8 x float> %v263 to <4 x double>
  %v266 = shufflevector <4 x double> %v255, <4 x double> %v257, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v267 = shufflevector <4 x double> %v255, <4 x double> %v257, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v268 = bitcast <4 x double> %v266 to <8 x float>
  %v269 = bitcast <4 x double> %v267 to <8 x float>
  %v270 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v268)
  %v271 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v269)
  %v272 = bitcast <8 x float> %v270 to <4 x double>
  %v273 = bitcast <8 x float> %v271 to <4 x double>
  %v274 = shufflevector <4 x double> %v264, <4 x double> %v272, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v275 = shufflevector <4 x double> %v264, <4 x double> %v272, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v276 = shufflevector <4 x double> %v265, <4 x double> %v273, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v277 = shufflevector <4 x double> %v265, <4 x double> %v273, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v278 = fadd <4 x double> %v274, %v63
  %v279 = mul i64 %v11, %v68
  %v280 = getelementptr inbounds double, ptr %v66, i64 %v279
  %v281 = getelementptr inbounds double, ptr %v280, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v278, ptr align 8 %v281, <4 x i1> %v168)
  %v282 = add nsw i64 %v11, 1
  %v288 = icmp slt i64 %v282, %v91
  br i1 %v288, label %row283, label %join289
row283:
  %v284 = fadd <4 x double> %v276, %v63
  %v285 = mul i64 %v282, %v68
  %v286 = getelementptr inbounds double, ptr %v66, i64 %v285
  %v287 = getelementptr inbounds double, ptr %v286, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v284, ptr align 8 %v287, <4 x i1> %v168)
  br label %join289
join289:
  %v290 = add nsw i64 %v11, 2
  %v296 = icmp slt i64 %v290, %v91
  br i1 %v296, label %row291, label %join297
row291:
  %v292 = fadd <4 x double> %v275, %v63
  %v293 = mul i64 %v290, %v68
  %v294 = getelementptr inbounds double, ptr %v66, i64 %v293
  %v295 = getelementptr inbounds double, ptr %v294, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v292, ptr align 8 %v295, <4 x i1> %v168)
  br label %join297
join297:
  %v298 = add nsw i64 %v11, 3
  %v304 = icmp slt i64 %v298, %v91
  br i1 %v304, label %row299, label %join305
row299:
  %v300 = fadd <4 x double> %v277, %v63
  %v301 = mul i64 %v298, %v68
  %v302 = getelementptr inbounds double, ptr %v66, i64 %v301
  %v303 = getelementptr inbounds double, ptr %v302, i64 %i162
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v300, ptr align 8 %v303, <4 x i1> %v168)
  br label %join305
join305:
  br label %join306
join306:
  %v307 = add nsw i64 %i162, 4
  %v308 = icmp slt i64 %v307, %v2
  br i1 %v308, label %loop160, label %end161
end161:
  ret void
}
