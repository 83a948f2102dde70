target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = and i32 %v1, 7
  %v9 = zext i32 %v8 to i64
  %v10 = lshr i32 %v6, 3
  %v11 = zext i32 %v10 to i64
  %v12 = lshr i32 %v7, 3
  %v13 = zext i32 %v12 to i64
  %v14 = and i32 %v1, 24
  %v15 = shl i32 255, %v14
  %v76 = icmp slt i64 %v11, %extent
  br i1 %v76, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v74, %end23 ]
  %v19 = mul i64 8, 1
  %v20 = mul i64 %v9, 1
  %v21 = sub i64 %w4, 1
  %v29 = mul i64 %i18, %w0
  %v30 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v29
  %v65 = mul i64 %i18, %w2
  %v66 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v65
  %v72 = icmp slt i64 0, %w4
  br i1 %v72, label %loop22, label %end23
loop22:
  %i24 = phi i64 [ 0, %loop16 ], [ %v70, %join69 ]
  %p25 = phi float [ 0x8000000000000000, %loop16 ], [ %v62, %join69 ]
  %v26 = add nsw i64 %i24, %v20
  %v27 = icmp slt i64 %v26, %w4
  %v28 = call i64 @llvm.smin.i64(i64 %v26, i64 %v21)
  %v31 = mul i64 %v28, %w1
  %v32 = getelementptr inbounds float, ptr addrspace(1) %v30, i64 %v31
  %v33 = load float, ptr addrspace(1) %v32, align 4, !invariant.load !{}
  %v34 = select i1 %v27, float %v33, float 0x8000000000000000
  %v35 = bitcast float %v34 to i32
  %v36 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v35, i32 1, i32 6144)
  %v37 = bitcast i32 %v36 to float
  %v38 = fadd float %v37, %v34
  %v39 = icmp uge i32 %v8, 1
  %v40 = select i1 %v39, float %v38, float %v34
  %v41 = bitcast float %v40 to i32
  %v42 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v41, i32 2, i32 6144)
  %v43 = bitcast i32 %v42 to float
  %v44 = fadd float %v43, %v40
  %v45 = icmp uge i32 %v8, 2
  %v46 = select i1 %v45, float %v44, float %v40
  %v47 = bitcast float %v46 to i32
  %v48 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v47, i32 4, i32 6144)
  %v49 = bitcast i32 %v48 to float
  %v50 = fadd float %v49, %v46
  %v51 = icmp uge i32 %v8, 4
  %v52 = select i1 %v51, float %v50, float %v46
  %v53 = bitcast float %v52 to i32
  %v54 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v53, i32 1, i32 6144)
  %v55 = bitcast i32 %v54 to float
  %v56 = icmp eq i32 %v8, 0
  %v57 = select i1 %v56, float 0x8000000000000000, float %v55
  %v58 = bitcast float %v52 to i32
  %v59 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %v15, i32 %v58, i32 7, i32 6175)
  %v60 = bitcast i32 %v59 to float
  %v61 = fadd float %p25, %v57
  %v62 = fadd float %p25, %v60
  %v67 = mul i64 %v28, %w3
  %v68 = getelementptr inbounds float, ptr addrspace(1) %v66, i64 %v67
  br i1 %v27, label %put63, label %join69
put63:
  %v64 = fadd float %v61, %v33
  store float %v64, ptr addrspace(1) %v68, align 4
  br label %join69
join69:
  %v70 = add nsw i64 %i24, %v19
  %v71 = icmp slt i64 %v70, %w4
  br i1 %v71, label %loop22, label %end23
end23:
  %v73 = phi float [ 0x8000000000000000, %loop16 ], [ %v62, %join69 ]
  %v74 = add nsw i64 %i18, %v13
  %v75 = icmp slt i64 %v74, %extent
  br i1 %v75, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = zext i32 %v1 to i64
  %v6 = zext i32 %v3 to i64
  %v7 = zext i32 %v2 to i64
  %v8 = zext i32 %v4 to i64
  %v9 = and i32 %v1, 31
  %v10 = lshr i32 %v1, 5
  %v11 = lshr i32 %v3, 5
  %v137 = icmp slt i64 %v7, %extent
  br i1 %v137, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v135, %end19 ]
  %v15 = mul i64 %v6, 1
  %v16 = mul i64 %v5, 1
  %v17 = sub i64 %w4, 1
  %v25 = mul i64 %i14, %w0
  %v26 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v25
  %v126 = mul i64 %i14, %w2
  %v127 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v126
  %v133 = icmp slt i64 0, %w4
  br i1 %v133, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ 0, %loop12 ], [ %v131, %join130 ]
  %p21 = phi float [ 0x8000000000000000, %loop12 ], [ %v123, %join130 ]
  %v22 = add nsw i64 %i20, %v16
  %v23 = icmp slt i64 %v22, %w4
  %v24 = call i64 @llvm.smin.i64(i64 %v22, i64 %v17)
  %v27 = mul i64 %v24, %w1
  %v28 = getelementptr inbounds float, ptr addrspace(1) %v26, i64 %v27
  %v29 = load float, ptr addrspace(1) %v28, align 4, !invariant.load !{}
  %v30 = select i1 %v23, float %v29, float 0x8000000000000000
  %v31 = bitcast float %v30 to i32
  %v32 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v31, i32 1, i32 0)
  %v33 = bitcast i32 %v32 to float
  %v34 = fadd float %v33, %v30
  %v35 = icmp uge i32 %v9, 1
  %v36 = select i1 %v35, float %v34, float %v30
  %v37 = bitcast float %v36 to i32
  %v38 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v37, i32 2, i32 0)
  %v39 = bitcast i32 %v38 to float
  %v40 = fadd float %v39, %v36
  %v41 = icmp uge i32 %v9, 2
  %v42 = select i1 %v41, float %v40, float %v36
  %v43 = bitcast float %v42 to i32
  %v44 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v43, i32 4, i32 0)
  %v45 = bitcast i32 %v44 to float
  %v46 = fadd float %v45, %v42
  %v47 = icmp uge i32 %v9, 4
  %v48 = select i1 %v47, float %v46, float %v42
  %v49 = bitcast float %v48 to i32
  %v50 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v49, i32 8, i32 0)
  %v51 = bitcast i32 %v50 to float
  %v52 = fadd float %v51, %v48
  %v53 = icmp uge i32 %v9, 8
  %v54 = select i1 %v53, float %v52, float %v48
  %v55 = bitcast float %v54 to i32
  %v56 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v55, i32 16, i32 0)
  %v57 = bitcast i32 %v56 to float
  %v58 = fadd float %v57, %v54
  %v59 = icmp uge i32 %v9, 16
  %v60 = select i1 %v59, float %v58, float %v54
  %v61 = bitcast float %v60 to i32
  %v62 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v61, i32 1, i32 0)
  %v63 = bitcast i32 %v62 to float
  %v64 = icmp eq i32 %v9, 0
  %v65 = select i1 %v64, float 0x8000000000000000, float %v63
  %v66 = bitcast float %v60 to i32
  %v67 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v66, i32 31, i32 31)
  %v68 = bitcast i32 %v67 to float
  call void @llvm.nvvm.barrier0()
  %v71 = icmp eq i32 %v9, 31
  br i1 %v71, label %put69, label %join72
put69:
  %v70 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v60, ptr addrspace(3) %v70, align 8
  br label %join72
join72:
  call void @llvm.nvvm.barrier0()
  %v73 = icmp ult i32 %v9, %v11
  %v74 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v75 = load float, ptr addrspace(3) %v74, align 8
  %v76 = select i1 %v73, float %v75, float 0x8000000000000000
  %v77 = bitcast float %v76 to i32
  %v78 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v77, i32 1, i32 0)
  %v79 = bitcast i32 %v78 to float
  %v80 = fadd float %v79, %v76
  %v81 = icmp uge i32 %v9, 1
  %v82 = select i1 %v81, float %v80, float %v76
  %v83 = bitcast float %v82 to i32
  %v84 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v83, i32 2, i32 0)
  %v85 = bitcast i32 %v84 to float
  %v86 = fadd float %v85, %v82
  %v87 = icmp uge i32 %v9, 2
  %v88 = select i1 %v87, float %v86, float %v82
  %v89 = bitcast float %v88 to i32
  %v90 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v89, i32 4, i32 0)
  %v91 = bitcast i32 %v90 to float
  %v92 = fadd float %v91, %v88
  %v93 = icmp uge i32 %v9, 4
  %v94 = select i1 %v93, float %v92, float %v88
  %v95 = bitcast float %v94 to i32
  %v96 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v95, i32 8, i32 0)
  %v97 = bitcast i32 %v96 to float
  %v98 = fadd float %v97, %v94
  %v99 = icmp uge i32 %v9, 8
  %v100 = select i1 %v99, float %v98, float %v94
  %v101 = bitcast float %v100 to i32
  %v102 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v101, i32 16, i32 0)
  %v103 = bitcast i32 %v102 to float
  %v104 = fadd float %v103, %v100
  %v105 = icmp uge i32 %v9, 16
  %v106 = select i1 %v105, float %v104, float %v100
  %v107 = bitcast float %v106 to i32
  %v108 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v107, i32 1, i32 0)
  %v109 = bitcast i32 %v108 to float
  %v110 = icmp eq i32 %v9, 0
  %v111 = select i1 %v110, float 0x8000000000000000, float %v109
  %v112 = bitcast float %v106 to i32
  %v113 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v112, i32 31, i32 31)
  %v114 = bitcast i32 %v113 to float
  %v115 = sub i32 %v10, 1
  %v116 = bitcast float %v106 to i32
  %v117 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v116, i32 %v115, i32 31)
  %v118 = bitcast i32 %v117 to float
  %v119 = icmp eq i32 %v10, 0
  %v120 = select i1 %v119, float 0x8000000000000000, float %v118
  %v121 = fadd float %v120, %v65
  %v122 = fadd float %p21, %v121
  %v123 = fadd float %p21, %v114
  %v128 = mul i64 %v24, %w3
  %v129 = getelementptr inbounds float, ptr addrspace(1) %v127, i64 %v128
  br i1 %v23, label %put124, label %join130
put124:
  %v125 = fadd float %v122, %v29
  store float %v125, ptr addrspace(1) %v129, align 4
  br label %join130
join130:
  %v131 = add nsw i64 %i20, %v15
  %v132 = icmp slt i64 %v131, %w4
  br i1 %v132, label %loop18, label %end19
end19:
  %v134 = phi float [ 0x8000000000000000, %loop12 ], [ %v123, %join130 ]
  %v135 = add nsw i64 %i14, %v8
  %v136 = icmp slt i64 %v135, %extent
  br i1 %v136, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: Variant(lanes=16, wide=True, changed=frozenset(), tile=0), 19 blocks of 256

; rows of 700: Variant(lanes=0, wide=True, changed=frozenset(), tile=0), 32 blocks of 256
