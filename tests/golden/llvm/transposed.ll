target triple = "x86_64-linux"
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
  %v48 = getelementptr i64, ptr %table, i64 2
  %v49 = load double, ptr %v48, align 8
  %v53 = getelementptr ptr, ptr %buffers, i64 1
  %v54 = load ptr, ptr %v53, align 8
  %v55 = getelementptr i64, ptr %table, i64 0
  %v56 = load i64, ptr %v55, align 8
  %v3 = sub nsw i64 %v2, 0
  %v4 = and i64 %v3, -4
  %v5 = add nsw i64 0, %v4
  %v9 = sub i64 %hi, %lo
  %v10 = and i64 %v9, -4
  %v11 = add i64 %lo, %v10
  %v50 = insertelement <4 x double> poison, double %v49, i64 0
  %v51 = shufflevector <4 x double> %v50, <4 x double> poison, <4 x i32> zeroinitializer
  %v78 = add i64 %v11, 4
  %v79 = call i64 @llvm.smin.i64(i64 %v78, i64 %hi)
  %v135 = icmp slt i64 0, %v5
  br i1 %v135, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ 0, %entry ], [ %v133, %join132 ]
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
  %v77 = icmp slt i64 %lo, %v11
  br i1 %v77, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %lo, %loop6 ], [ %v75, %loop12 ]
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
  %v42 = shufflevector <4 x double> %v37, <4 x double> %v39, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v43 = shufflevector <4 x double> %v37, <4 x double> %v39, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v44 = shufflevector <4 x double> %v40, <4 x double> %v42, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v45 = shufflevector <4 x double> %v40, <4 x double> %v42, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v46 = shufflevector <4 x double> %v41, <4 x double> %v43, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v47 = shufflevector <4 x double> %v41, <4 x double> %v43, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v52 = fadd <4 x double> %v44, %v51
  %v57 = mul i64 %i14, %v56
  %v58 = getelementptr inbounds double, ptr %v54, i64 %v57
  %v59 = getelementptr inbounds double, ptr %v58, i64 %i8
  store <4 x double> %v52, ptr %v59, align 8
  %v60 = add nsw i64 %i14, 1
  %v61 = fadd <4 x double> %v46, %v51
  %v62 = mul i64 %v60, %v56
  %v63 = getelementptr inbounds double, ptr %v54, i64 %v62
  %v64 = getelementptr inbounds double, ptr %v63, i64 %i8
  store <4 x double> %v61, ptr %v64, align 8
  %v65 = add nsw i64 %i14, 2
  %v66 = fadd <4 x double> %v45, %v51
  %v67 = mul i64 %v65, %v56
  %v68 = getelementptr inbounds double, ptr %v54, i64 %v67
  %v69 = getelementptr inbounds double, ptr %v68, i64 %i8
  store <4 x double> %v66, ptr %v69, align 8
  %v70 = add nsw i64 %i14, 3
  %v71 = fadd <4 x double> %v47, %v51
  %v72 = mul i64 %v70, %v56
  %v73 = getelementptr inbounds double, ptr %v54, i64 %v72
  %v74 = getelementptr inbounds double, ptr %v73, i64 %i8
  store <4 x double> %v71, ptr %v74, align 8
  %v75 = add nsw i64 %i14, 4
  %v76 = icmp slt i64 %v75, %v11
  br i1 %v76, label %loop12, label %end13
end13:
  %v80 = icmp slt i64 %v11, %v79
  br i1 %v80, label %tile81, label %join132
tile81:
  %v82 = sub nsw i64 %v79, %v11
  %v83 = call i64 @llvm.umin.i64(i64 %v82, i64 4)
  %v84 = trunc i64 %v83 to i32
  %v85 = insertelement <4 x i32> poison, i32 %v84, i64 0
  %v86 = shufflevector <4 x i32> %v85, <4 x i32> poison, <4 x i32> zeroinitializer
  %v87 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v86
  %v88 = getelementptr inbounds double, ptr %v22, i64 %v11
  %v89 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v88, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v90 = getelementptr inbounds double, ptr %v25, i64 %v11
  %v91 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v90, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v92 = getelementptr inbounds double, ptr %v28, i64 %v11
  %v93 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v92, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v94 = getelementptr inbounds double, ptr %v31, i64 %v11
  %v95 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v94, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v96 = shufflevector <4 x double> %v89, <4 x double> %v91, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v97 = shufflevector <4 x double> %v89, <4 x double> %v91, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v98 = shufflevector <4 x double> %v93, <4 x double> %v95, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v99 = shufflevector <4 x double> %v93, <4 x double> %v95, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v100 = shufflevector <4 x double> %v96, <4 x double> %v98, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v101 = shufflevector <4 x double> %v96, <4 x double> %v98, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v102 = shufflevector <4 x double> %v97, <4 x double> %v99, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v103 = shufflevector <4 x double> %v97, <4 x double> %v99, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v104 = fadd <4 x double> %v100, %v51
  %v105 = mul i64 %v11, %v56
  %v106 = getelementptr inbounds double, ptr %v54, i64 %v105
  %v107 = getelementptr inbounds double, ptr %v106, i64 %i8
  store <4 x double> %v104, ptr %v107, align 8
  %v108 = add nsw i64 %v11, 1
  %v114 = icmp slt i64 %v108, %v79
  br i1 %v114, label %row109, label %join115
row109:
  %v110 = fadd <4 x double> %v102, %v51
  %v111 = mul i64 %v108, %v56
  %v112 = getelementptr inbounds double, ptr %v54, i64 %v111
  %v113 = getelementptr inbounds double, ptr %v112, i64 %i8
  store <4 x double> %v110, ptr %v113, align 8
  br label %join115
join115:
  %v116 = add nsw i64 %v11, 2
  %v122 = icmp slt i64 %v116, %v79
  br i1 %v122, label %row117, label %join123
row117:
  %v118 = fadd <4 x double> %v101, %v51
  %v119 = mul i64 %v116, %v56
  %v120 = getelementptr inbounds double, ptr %v54, i64 %v119
  %v121 = getelementptr inbounds double, ptr %v120, i64 %i8
  store <4 x double> %v118, ptr %v121, align 8
  br label %join123
join123:
  %v124 = add nsw i64 %v11, 3
  %v130 = icmp slt i64 %v124, %v79
  br i1 %v130, label %row125, label %join131
row125:
  %v126 = fadd <4 x double> %v103, %v51
  %v127 = mul i64 %v124, %v56
  %v128 = getelementptr inbounds double, ptr %v54, i64 %v127
  %v129 = getelementptr inbounds double, ptr %v128, i64 %i8
  store <4 x double> %v126, ptr %v129, align 8
  br label %join131
join131:
  br label %join132
join132:
  %v133 = add nsw i64 %i8, 4
  %v134 = icmp slt i64 %v133, %v5
  br i1 %v134, label %loop6, label %end7
end7:
  %v261 = icmp slt i64 %v5, %v2
  br i1 %v261, label %loop136, label %end137
loop136:
  %i138 = phi i64 [ %v5, %end7 ], [ %v259, %join258 ]
  %v139 = sub nsw i64 %v2, %i138
  %v140 = call i64 @llvm.umin.i64(i64 %v139, i64 4)
  %v141 = trunc i64 %v140 to i32
  %v142 = insertelement <4 x i32> poison, i32 %v141, i64 0
  %v143 = shufflevector <4 x i32> %v142, <4 x i32> poison, <4 x i32> zeroinitializer
  %v144 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v143
  %v145 = freeze <4 x i1> %v144
  %v150 = add nsw i64 %i138, 0
  %v151 = mul nsw i64 %v150, %v19
  %v152 = getelementptr inbounds double, ptr %v17, i64 %v151
  %v153 = add nsw i64 %i138, 1
  %v154 = mul nsw i64 %v153, %v19
  %v155 = getelementptr inbounds double, ptr %v17, i64 %v154
  %v156 = extractelement <4 x i1> %v144, i64 1
  %v157 = select i1 %v156, ptr %v155, ptr %v152
  %v158 = add nsw i64 %i138, 2
  %v159 = mul nsw i64 %v158, %v19
  %v160 = getelementptr inbounds double, ptr %v17, i64 %v159
  %v161 = extractelement <4 x i1> %v144, i64 2
  %v162 = select i1 %v161, ptr %v160, ptr %v152
  %v163 = add nsw i64 %i138, 3
  %v164 = mul nsw i64 %v163, %v19
  %v165 = getelementptr inbounds double, ptr %v17, i64 %v164
  %v166 = extractelement <4 x i1> %v144, i64 3
  %v167 = select i1 %v166, ptr %v165, ptr %v152
  %v205 = icmp slt i64 %lo, %v11
  br i1 %v205, label %loop146, label %end147
loop146:
  %i148 = phi i64 [ %lo, %loop136 ], [ %v203, %loop146 ]
  %v149 = add i64 %i148, 4
  %v168 = getelementptr inbounds double, ptr %v152, i64 %i148
  %v169 = load <4 x double>, ptr %v168, align 8
  %v170 = getelementptr inbounds double, ptr %v157, i64 %i148
  %v171 = load <4 x double>, ptr %v170, align 8
  %v172 = getelementptr inbounds double, ptr %v162, i64 %i148
  %v173 = load <4 x double>, ptr %v172, align 8
  %v174 = getelementptr inbounds double, ptr %v167, i64 %i148
  %v175 = load <4 x double>, ptr %v174, align 8
  %v176 = shufflevector <4 x double> %v169, <4 x double> %v171, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v177 = shufflevector <4 x double> %v169, <4 x double> %v171, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v178 = shufflevector <4 x double> %v173, <4 x double> %v175, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v179 = shufflevector <4 x double> %v173, <4 x double> %v175, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v180 = shufflevector <4 x double> %v176, <4 x double> %v178, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v181 = shufflevector <4 x double> %v176, <4 x double> %v178, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v182 = shufflevector <4 x double> %v177, <4 x double> %v179, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v183 = shufflevector <4 x double> %v177, <4 x double> %v179, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v184 = fadd <4 x double> %v180, %v51
  %v185 = mul i64 %i148, %v56
  %v186 = getelementptr inbounds double, ptr %v54, i64 %v185
  %v187 = getelementptr inbounds double, ptr %v186, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v184, ptr align 8 %v187, <4 x i1> %v145)
  %v188 = add nsw i64 %i148, 1
  %v189 = fadd <4 x double> %v182, %v51
  %v190 = mul i64 %v188, %v56
  %v191 = getelementptr inbounds double, ptr %v54, i64 %v190
  %v192 = getelementptr inbounds double, ptr %v191, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v189, ptr align 8 %v192, <4 x i1> %v145)
  %v193 = add nsw i64 %i148, 2
  %v194 = fadd <4 x double> %v181, %v51
  %v195 = mul i64 %v193, %v56
  %v196 = getelementptr inbounds double, ptr %v54, i64 %v195
  %v197 = getelementptr inbounds double, ptr %v196, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v194, ptr align 8 %v197, <4 x i1> %v145)
  %v198 = add nsw i64 %i148, 3
  %v199 = fadd <4 x double> %v183, %v51
  %v200 = mul i64 %v198, %v56
  %v201 = getelementptr inbounds double, ptr %v54, i64 %v200
  %v202 = getelementptr inbounds double, ptr %v201, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v199, ptr align 8 %v202, <4 x i1> %v145)
  %v203 = add nsw i64 %i148, 4
  %v204 = icmp slt i64 %v203, %v11
  br i1 %v204, label %loop146, label %end147
end147:
  %v206 = icmp slt i64 %v11, %v79
  br i1 %v206, label %tile207, label %join258
tile207:
  %v208 = sub nsw i64 %v79, %v11
  %v209 = call i64 @llvm.umin.i64(i64 %v208, i64 4)
  %v210 = trunc i64 %v209 to i32
  %v211 = insertelement <4 x i32> poison, i32 %v210, i64 0
  %v212 = shufflevector <4 x i32> %v211, <4 x i32> poison, <4 x i32> zeroinitializer
  %v213 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v212
  %v214 = getelementptr inbounds double, ptr %v152, i64 %v11
  %v215 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v214, <4 x i1> %v213, <4 x double> zeroinitializer)
  %v216 = getelementptr inbounds double, ptr %v157, i64 %v11
  %v217 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v216, <4 x i1> %v213, <4 x double> zeroinitializer)
  %v218 = getelementptr inbounds double, ptr %v162, i64 %v11
  %v219 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v218, <4 x i1> %v213, <4 x double> zeroinitializer)
  %v220 = getelementptr inbounds double, ptr %v167, i64 %v11
  %v221 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v220, <4 x i1> %v213, <4 x double> zeroinitializer)
  %v222 = shufflevector <4 x double> %v215, <4 x double> %v217, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v223 = shufflevector <4 x double> %v215, <4 x double> %v217, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v224 = shufflevector <4 x double> %v219, <4 x double> %v221, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v225 = shufflevector <4 x double> %v219, <4 x double> %v221, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v226 = shufflevector <4 x double> %v222, <4 x double> %v224, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v227 = shufflevector <4 x double> %v222, <4 x double> %v224, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v228 = shufflevector <4 x double> %v223, <4 x double> %v225, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v229 = shufflevector <4 x double> %v223, <4 x double> %v225, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v230 = fadd <4 x double> %v226, %v51
  %v231 = mul i64 %v11, %v56
  %v232 = getelementptr inbounds double, ptr %v54, i64 %v231
  %v233 = getelementptr inbounds double, ptr %v232, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v230, ptr align 8 %v233, <4 x i1> %v144)
  %v234 = add nsw i64 %v11, 1
  %v240 = icmp slt i64 %v234, %v79
  br i1 %v240, label %row235, label %join241
row235:
  %v236 = fadd <4 x double> %v228, %v51
  %v237 = mul i64 %v234, %v56
  %v238 = getelementptr inbounds double, ptr %v54, i64 %v237
  %v239 = getelementptr inbounds double, ptr %v238, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v236, ptr align 8 %v239, <4 x i1> %v144)
  br label %join241
join241:
  %v242 = add nsw i64 %v11, 2
  %v248 = icmp slt i64 %v242, %v79
  br i1 %v248, label %row243, label %join249
row243:
  %v244 = fadd <4 x double> %v227, %v51
  %v245 = mul i64 %v242, %v56
  %v246 = getelementptr inbounds double, ptr %v54, i64 %v245
  %v247 = getelementptr inbounds double, ptr %v246, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v244, ptr align 8 %v247, <4 x i1> %v144)
  br label %join249
join249:
  %v250 = add nsw i64 %v11, 3
  %v256 = icmp slt i64 %v250, %v79
  br i1 %v256, label %row251, label %join257
row251:
  %v252 = fadd <4 x double> %v229, %v51
  %v253 = mul i64 %v250, %v56
  %v254 = getelementptr inbounds double, ptr %v54, i64 %v253
  %v255 = getelementptr inbounds double, ptr %v254, i64 %i138
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v252, ptr align 8 %v255, <4 x i1> %v144)
  br label %join257
join257:
  br label %join258
join258:
  %v259 = add nsw i64 %i138, 4
  %v260 = icmp slt i64 %v259, %v2
  br i1 %v260, label %loop136, label %end137
end137:
  ret void
}
