target triple = "x86_64-linux"
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 3
  %v2 = load i64, ptr %v1, align 8
  %v14 = load ptr, ptr %buffers, align 8
  %v15 = getelementptr i64, ptr %table, i64 1
  %v16 = load i64, ptr %v15, align 8
  %v57 = getelementptr i64, ptr %table, i64 2
  %v58 = load double, ptr %v57, align 8
  %v62 = getelementptr ptr, ptr %buffers, i64 1
  %v63 = load ptr, ptr %v62, align 8
  %v64 = load i64, ptr %table, align 8
  %v3 = and i64 %v2, -4
  %v7 = sub i64 %hi, %lo
  %v8 = and i64 %v7, -4
  %v9 = add i64 %lo, %v8
  %v59 = insertelement <4 x double> poison, double %v58, i64 0
  %v60 = shufflevector <4 x double> %v59, <4 x double> poison, <4 x i32> zeroinitializer
  %v86 = add i64 %v9, 4
  %v87 = icmp slt i64 %v86, %hi
  %v88 = select i1 %v87, i64 %v86, i64 %hi, !unpredictable !{}
  %v156 = icmp slt i64 0, %v3
  br i1 %v156, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ 0, %entry ], [ %v154, %join153 ]
  %v17 = add nsw i64 %i6, 0
  %v18 = mul nsw i64 %v17, %v16
  %v19 = getelementptr inbounds double, ptr %v14, i64 %v18
  %v20 = add nsw i64 %i6, 1
  %v21 = mul nsw i64 %v20, %v16
  %v22 = getelementptr inbounds double, ptr %v14, i64 %v21
  %v23 = add nsw i64 %i6, 2
  %v24 = mul nsw i64 %v23, %v16
  %v25 = getelementptr inbounds double, ptr %v14, i64 %v24
  %v26 = add nsw i64 %i6, 3
  %v27 = mul nsw i64 %v26, %v16
  %v28 = getelementptr inbounds double, ptr %v14, i64 %v27
  %v85 = icmp slt i64 %lo, %v9
  br i1 %v85, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ %lo, %loop4 ], [ %v83, %loop10 ]
  %v13 = add i64 %i12, 4
  %v29 = getelementptr inbounds double, ptr %v19, i64 %i12
  %v30 = load <4 x double>, ptr %v29, align 8
  %v31 = getelementptr inbounds double, ptr %v22, i64 %i12
  %v32 = load <4 x double>, ptr %v31, align 8
  %v33 = getelementptr inbounds double, ptr %v25, i64 %i12
  %v34 = load <4 x double>, ptr %v33, align 8
  %v35 = getelementptr inbounds double, ptr %v28, i64 %i12
  %v36 = load <4 x double>, ptr %v35, align 8
  %v37 = shufflevector <4 x double> %v30, <4 x double> %v32, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v38 = shufflevector <4 x double> %v30, <4 x double> %v32, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v39 = bitcast <4 x double> %v37 to <8 x float>
  %v40 = bitcast <4 x double> %v38 to <8 x float>
  %v41 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v39)
  %v42 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v40)
  %v43 = bitcast <8 x float> %v41 to <4 x double>
  %v44 = bitcast <8 x float> %v42 to <4 x double>
  %v45 = shufflevector <4 x double> %v34, <4 x double> %v36, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v46 = shufflevector <4 x double> %v34, <4 x double> %v36, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v47 = bitcast <4 x double> %v45 to <8 x float>
  %v48 = bitcast <4 x double> %v46 to <8 x float>
  %v49 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v47)
  %v50 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v48)
  %v51 = bitcast <8 x float> %v49 to <4 x double>
  %v52 = bitcast <8 x float> %v50 to <4 x double>
  %v53 = shufflevector <4 x double> %v43, <4 x double> %v51, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v54 = shufflevector <4 x double> %v43, <4 x double> %v51, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v55 = shufflevector <4 x double> %v44, <4 x double> %v52, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v56 = shufflevector <4 x double> %v44, <4 x double> %v52, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v61 = fadd <4 x double> %v53, %v60
  %v65 = mul i64 %i12, %v64
  %v66 = getelementptr inbounds double, ptr %v63, i64 %v65
  %v67 = getelementptr inbounds double, ptr %v66, i64 %i6
  store <4 x double> %v61, ptr %v67, align 8
  %v68 = add nsw i64 %i12, 1
  %v69 = fadd <4 x double> %v55, %v60
  %v70 = mul i64 %v68, %v64
  %v71 = getelementptr inbounds double, ptr %v63, i64 %v70
  %v72 = getelementptr inbounds double, ptr %v71, i64 %i6
  store <4 x double> %v69, ptr %v72, align 8
  %v73 = add nsw i64 %i12, 2
  %v74 = fadd <4 x double> %v54, %v60
  %v75 = mul i64 %v73, %v64
  %v76 = getelementptr inbounds double, ptr %v63, i64 %v75
  %v77 = getelementptr inbounds double, ptr %v76, i64 %i6
  store <4 x double> %v74, ptr %v77, align 8
  %v78 = add nsw i64 %i12, 3
  %v79 = fadd <4 x double> %v56, %v60
  %v80 = mul i64 %v78, %v64
  %v81 = getelementptr inbounds double, ptr %v63, i64 %v80
  %v82 = getelementptr inbounds double, ptr %v81, i64 %i6
  store <4 x double> %v79, ptr %v82, align 8
  %v83 = add nsw i64 %i12, 4
  %v84 = icmp slt i64 %v83, %v9
  br i1 %v84, label %loop10, label %end11
end11:
  %v89 = icmp slt i64 %v9, %v88
  br i1 %v89, label %tile90, label %join153
tile90:
  %v91 = sub nsw i64 %v88, %v9
  %v92 = call i64 @llvm.umin.i64(i64 %v91, i64 4)
  %v93 = trunc i64 %v92 to i32
  %v94 = insertelement <4 x i32> poison, i32 %v93, i64 0
  %v95 = shufflevector <4 x i32> %v94, <4 x i32> poison, <4 x i32> zeroinitializer
  %v96 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v95
  %v97 = getelementptr inbounds double, ptr %v19, i64 %v9
  %v98 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v97, <4 x i1> %v96, <4 x double> zeroinitializer)
  %v99 = getelementptr inbounds double, ptr %v22, i64 %v9
  %v100 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v99, <4 x i1> %v96, <4 x double> zeroinitializer)
  %v101 = getelementptr inbounds double, ptr %v25, i64 %v9
  %v102 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v101, <4 x i1> %v96, <4 x double> zeroinitializer)
  %v103 = getelementptr inbounds double, ptr %v28, i64 %v9
  %v104 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v103, <4 x i1> %v96, <4 x double> zeroinitializer)
  %v105 = shufflevector <4 x double> %v98, <4 x double> %v100, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v106 = shufflevector <4 x double> %v98, <4 x double> %v100, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v107 = bitcast <4 x double> %v105 to <8 x float>
  %v108 = bitcast <4 x double> %v106 to <8 x float>
  %v109 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v107)
  %v110 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v108)
  %v111 = bitcast <8 x float> %v109 to <4 x double>
  %v112 = bitcast <8 x float> %v110 to <4 x double>
  %v113 = shufflevector <4 x double> %v102, <4 x double> %v104, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v114 = shufflevector <4 x double> %v102, <4 x double> %v104, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v115 = bitcast <4 x double> %v113 to <8 x float>
  %v116 = bitcast <4 x double> %v114 to <8 x float>
  %v117 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v115)
  %v118 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v116)
  %v119 = bitcast <8 x float> %v117 to <4 x double>
  %v120 = bitcast <8 x float> %v118 to <4 x double>
  %v121 = shufflevector <4 x double> %v111, <4 x double> %v119, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v122 = shufflevector <4 x double> %v111, <4 x double> %v119, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v123 = shufflevector <4 x double> %v112, <4 x double> %v120, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v124 = shufflevector <4 x double> %v112, <4 x double> %v120, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v125 = fadd <4 x double> %v121, %v60
  %v126 = mul i64 %v9, %v64
  %v127 = getelementptr inbounds double, ptr %v63, i64 %v126
  %v128 = getelementptr inbounds double, ptr %v127, i64 %i6
  store <4 x double> %v125, ptr %v128, align 8
  %v129 = add nsw i64 %v9, 1
  %v135 = icmp slt i64 %v129, %v88
  br i1 %v135, label %row130, label %join136
row130:
  %v131 = fadd <4 x double> %v123, %v60
  %v132 = mul i64 %v129, %v64
  %v133 = getelementptr inbounds double, ptr %v63, i64 %v132
  %v134 = getelementptr inbounds double, ptr %v133, i64 %i6
  store <4 x double> %v131, ptr %v134, align 8
  br label %join136
join136:
  %v137 = add nsw i64 %v9, 2
  %v143 = icmp slt i64 %v137, %v88
  br i1 %v143, label %row138, label %join144
row138:
  %v139 = fadd <4 x double> %v122, %v60
  %v140 = mul i64 %v137, %v64
  %v141 = getelementptr inbounds double, ptr %v63, i64 %v140
  %v142 = getelementptr inbounds double, ptr %v141, i64 %i6
  store <4 x double> %v139, ptr %v142, align 8
  br label %join144
join144:
  %v145 = add nsw i64 %v9, 3
  %v151 = icmp slt i64 %v145, %v88
  br i1 %v151, label %row146, label %join152
row146:
  %v147 = fadd <4 x double> %v124, %v60
  %v148 = mul i64 %v145, %v64
  %v149 = getelementptr inbounds double, ptr %v63, i64 %v148
  %v150 = getelementptr inbounds double, ptr %v149, i64 %i6
  store <4 x double> %v147, ptr %v150, align 8
  br label %join152
join152:
  br label %join153
join153:
  %v154 = add nsw i64 %i6, 4
  %v155 = icmp slt i64 %v154, %v3
  br i1 %v155, label %loop4, label %end5
end5:
  %v306 = icmp slt i64 %v3, %v2
  br i1 %v306, label %loop157, label %end158
loop157:
  %i159 = phi i64 [ %v3, %end5 ], [ %v304, %join303 ]
  %v160 = sub nsw i64 %v2, %i159
  %v161 = call i64 @llvm.umin.i64(i64 %v160, i64 4)
  %v162 = trunc i64 %v161 to i32
  %v163 = insertelement <4 x i32> poison, i32 %v162, i64 0
  %v164 = shufflevector <4 x i32> %v163, <4 x i32> poison, <4 x i32> zeroinitializer
  %v165 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v164
  %v166 = freeze <4 x i1> %v165
  %v171 = add nsw i64 %i159, 0
  %v172 = mul nsw i64 %v171, %v16
  %v173 = getelementptr inbounds double, ptr %v14, i64 %v172
  %v174 = add nsw i64 %i159, 1
  %v175 = mul nsw i64 %v174, %v16
  %v176 = getelementptr inbounds double, ptr %v14, i64 %v175
  %v177 = extractelement <4 x i1> %v165, i64 1
  %v178 = select i1 %v177, ptr %v176, ptr %v173
  %v179 = add nsw i64 %i159, 2
  %v180 = mul nsw i64 %v179, %v16
  %v181 = getelementptr inbounds double, ptr %v14, i64 %v180
  %v182 = extractelement <4 x i1> %v165, i64 2
  %v183 = select i1 %v182, ptr %v181, ptr %v173
  %v184 = add nsw i64 %i159, 3
  %v185 = mul nsw i64 %v184, %v16
  %v186 = getelementptr inbounds double, ptr %v14, i64 %v185
  %v187 = extractelement <4 x i1> %v165, i64 3
  %v188 = select i1 %v187, ptr %v186, ptr %v173
  %v238 = icmp slt i64 %lo, %v9
  br i1 %v238, label %loop167, label %end168
loop167:
  %i169 = phi i64 [ %lo, %loop157 ], [ %v236, %loop167 ]
  %v170 = add i64 %i169, 4
  %v189 = getelementptr inbounds double, ptr %v173, i64 %i169
  %v190 = load <4 x double>, ptr %v189, align 8
  %v191 = getelementptr inbounds double, ptr %v178, i64 %i169
  %v192 = load <4 x double>, ptr %v191, align 8
  %v193 = getelementptr inbounds double, ptr %v183, i64 %i169
  %v194 = load <4 x double>, ptr %v193, align 8
  %v195 = getelementptr inbounds double, ptr %v188, i64 %i169
  %v196 = load <4 x double>, ptr %v195, align 8
  %v197 = shufflevector <4 x double> %v190, <4 x double> %v192, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v198 = shufflevector <4 x double> %v190, <4 x double> %v192, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v199 = bitcast <4 x double> %v197 to <8 x float>
  %v200 = bitcast <4 x double> %v198 to <8 x float>
  %v201 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v199)
  %v202 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v200)
  %v203 = bitcast <8 x float> %v201 to <4 x double>
  %v204 = bitcast <8 x float> %v202 to <4 x double>
  %v205 = shufflevector <4 x double> %v194, <4 x double> %v196, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v206 = shufflevector <4 x double> %v194, <4 x double> %v196, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v207 = bitcast <4 x double> %v205 to <8 x float>
  %v208 = bitcast <4 x double> %v206 to <8 x float>
  %v209 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v207)
  %v210 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v208)
  %v211 = bitcast <8 x float> %v209 to <4 x double>
  %v212 = bitcast <8 x float> %v210 to <4 x double>
  %v213 = shufflevector <4 x double> %v203, <4 x double> %v211, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v214 = shufflevector <4 x double> %v203, <4 x double> %v211, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v215 = shufflevector <4 x double> %v204, <4 x double> %v212, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v216 = shufflevector <4 x double> %v204, <4 x double> %v212, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v217 = fadd <4 x double> %v213, %v60
  %v218 = mul i64 %i169, %v64
  %v219 = getelementptr inbounds double, ptr %v63, i64 %v218
  %v220 = getelementptr inbounds double, ptr %v219, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v217, ptr align 8 %v220, <4 x i1> %v166)
  %v221 = add nsw i64 %i169, 1
  %v222 = fadd <4 x double> %v215, %v60
  %v223 = mul i64 %v221, %v64
  %v224 = getelementptr inbounds double, ptr %v63, i64 %v223
  %v225 = getelementptr inbounds double, ptr %v224, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v222, ptr align 8 %v225, <4 x i1> %v166)
  %v226 = add nsw i64 %i169, 2
  %v227 = fadd <4 x double> %v214, %v60
  %v228 = mul i64 %v226, %v64
  %v229 = getelementptr inbounds double, ptr %v63, i64 %v228
  %v230 = getelementptr inbounds double, ptr %v229, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v227, ptr align 8 %v230, <4 x i1> %v166)
  %v231 = add nsw i64 %i169, 3
  %v232 = fadd <4 x double> %v216, %v60
  %v233 = mul i64 %v231, %v64
  %v234 = getelementptr inbounds double, ptr %v63, i64 %v233
  %v235 = getelementptr inbounds double, ptr %v234, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v232, ptr align 8 %v235, <4 x i1> %v166)
  %v236 = add nsw i64 %i169, 4
  %v237 = icmp slt i64 %v236, %v9
  br i1 %v237, label %loop167, label %end168
end168:
  %v239 = icmp slt i64 %v9, %v88
  br i1 %v239, label %tile240, label %join303
tile240:
  %v241 = sub nsw i64 %v88, %v9
  %v242 = call i64 @llvm.umin.i64(i64 %v241, i64 4)
  %v243 = trunc i64 %v242 to i32
  %v244 = insertelement <4 x i32> poison, i32 %v243, i64 0
  %v245 = shufflevector <4 x i32> %v244, <4 x i32> poison, <4 x i32> zeroinitializer
  %v246 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v245
  %v247 = getelementptr inbounds double, ptr %v173, i64 %v9
  %v248 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v247, <4 x i1> %v246, <4 x double> zeroinitializer)
  %v249 = getelementptr inbounds double, ptr %v178, i64 %v9
  %v250 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v249, <4 x i1> %v246, <4 x double> zeroinitializer)
  %v251 = getelementptr inbounds double, ptr %v183, i64 %v9
  %v252 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v251, <4 x i1> %v246, <4 x double> zeroinitializer)
  %v253 = getelementptr inbounds double, ptr %v188, i64 %v9
  %v254 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v253, <4 x i1> %v246, <4 x double> zeroinitializer)
  %v255 = shufflevector <4 x double> %v248, <4 x double> %v250, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v256 = shufflevector <4 x double> %v248, <4 x double> %v250, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v257 = bitcast <4 x double> %v255 to <8 x float>
  %v258 = bitcast <4 x double> %v256 to <8 x float>
  %v259 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v257)
  %v260 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v258)
  %v261 = bitcast <8 x float> %v259 to <4 x double>
  %v262 = bitcast <8 x float> %v260 to <4 x double>
  %v263 = shufflevector <4 x double> %v252, <4 x double> %v254, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v264 = shufflevector <4 x double> %v252, <4 x double> %v254, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v265 = bitcast <4 x double> %v263 to <8 x float>
  %v266 = bitcast <4 x double> %v264 to <8 x float>
  %v267 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v265)
  %v268 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v266)
  %v269 = bitcast <8 x float> %v267 to <4 x double>
  %v270 = bitcast <8 x float> %v268 to <4 x double>
  %v271 = shufflevector <4 x double> %v261, <4 x double> %v269, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v272 = shufflevector <4 x double> %v261, <4 x double> %v269, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v273 = shufflevector <4 x double> %v262, <4 x double> %v270, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v274 = shufflevector <4 x double> %v262, <4 x double> %v270, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v275 = fadd <4 x double> %v271, %v60
  %v276 = mul i64 %v9, %v64
  %v277 = getelementptr inbounds double, ptr %v63, i64 %v276
  %v278 = getelementptr inbounds double, ptr %v277, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v275, ptr align 8 %v278, <4 x i1> %v165)
  %v279 = add nsw i64 %v9, 1
  %v285 = icmp slt i64 %v279, %v88
  br i1 %v285, label %row280, label %join286
row280:
  %v281 = fadd <4 x double> %v273, %v60
  %v282 = mul i64 %v279, %v64
  %v283 = getelementptr inbounds double, ptr %v63, i64 %v282
  %v284 = getelementptr inbounds double, ptr %v283, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v281, ptr align 8 %v284, <4 x i1> %v165)
  br label %join286
join286:
  %v287 = add nsw i64 %v9, 2
  %v293 = icmp slt i64 %v287, %v88
  br i1 %v293, label %row288, label %join294
row288:
  %v289 = fadd <4 x double> %v272, %v60
  %v290 = mul i64 %v287, %v64
  %v291 = getelementptr inbounds double, ptr %v63, i64 %v290
  %v292 = getelementptr inbounds double, ptr %v291, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v289, ptr align 8 %v292, <4 x i1> %v165)
  br label %join294
join294:
  %v295 = add nsw i64 %v9, 3
  %v301 = icmp slt i64 %v295, %v88
  br i1 %v301, label %row296, label %join302
row296:
  %v297 = fadd <4 x double> %v274, %v60
  %v298 = mul i64 %v295, %v64
  %v299 = getelementptr inbounds double, ptr %v63, i64 %v298
  %v300 = getelementptr inbounds double, ptr %v299, i64 %i159
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v297, ptr align 8 %v300, <4 x i1> %v165)
  br label %join302
join302:
  br label %join303
join303:
  %v304 = add nsw i64 %i159, 4
  %v305 = icmp slt i64 %v304, %v2
  br i1 %v305, label %loop157, label %end158
end158:
  ret void
}
