target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %extent) nounwind {
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
  %v90 = icmp slt i64 %v11, %extent
  br i1 %v90, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v88, %join87 ]
  %v19 = mul i64 %i18, %w0
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = icmp eq i64 %v23, 0
  %v25 = and i64 %w1, -4
  %v26 = select i1 %v24, i64 %v25, i64 0
  %v27 = mul i64 %v9, 4
  %v28 = mul i64 8, 4
  %v51 = icmp slt i64 %v27, %v26
  br i1 %v51, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v27, %loop16 ], [ %v49, %loop29 ]
  %p32 = phi float [ 0x8000000000000000, %loop16 ], [ %v45, %loop29 ]
  %p33 = phi float [ 0x8000000000000000, %loop16 ], [ %v46, %loop29 ]
  %p34 = phi float [ 0x8000000000000000, %loop16 ], [ %v47, %loop29 ]
  %p35 = phi float [ 0x8000000000000000, %loop16 ], [ %v48, %loop29 ]
  %v36 = add nsw i64 %i31, 1
  %v37 = add nsw i64 %i31, 2
  %v38 = add nsw i64 %i31, 3
  %v39 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i31
  %v40 = load <4 x float>, ptr addrspace(1) %v39, align 16, !invariant.load !{}
  %v41 = extractelement <4 x float> %v40, i32 0
  %v42 = extractelement <4 x float> %v40, i32 1
  %v43 = extractelement <4 x float> %v40, i32 2
  %v44 = extractelement <4 x float> %v40, i32 3
  %v45 = fadd float %p32, %v41
  %v46 = fadd float %p33, %v42
  %v47 = fadd float %p34, %v43
  %v48 = fadd float %p35, %v44
  %v49 = add nsw i64 %i31, %v28
  %v50 = icmp slt i64 %v49, %v26
  br i1 %v50, label %loop29, label %end30
end30:
  %v52 = phi float [ 0x8000000000000000, %loop16 ], [ %v45, %loop29 ]
  %v53 = phi float [ 0x8000000000000000, %loop16 ], [ %v46, %loop29 ]
  %v54 = phi float [ 0x8000000000000000, %loop16 ], [ %v47, %loop29 ]
  %v55 = phi float [ 0x8000000000000000, %loop16 ], [ %v48, %loop29 ]
  %v56 = fadd float %v52, %v53
  %v57 = fadd float %v56, %v54
  %v58 = fadd float %v57, %v55
  %v59 = add nsw i64 %v26, %v9
  %v69 = icmp slt i64 %v59, %w1
  br i1 %v69, label %loop60, label %end61
loop60:
  %i62 = phi i64 [ %v59, %end30 ], [ %v67, %loop60 ]
  %p63 = phi float [ %v58, %end30 ], [ %v66, %loop60 ]
  %v64 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i62
  %v65 = load float, ptr addrspace(1) %v64, align 4, !invariant.load !{}
  %v66 = fadd float %p63, %v65
  %v67 = add nsw i64 %i62, 8
  %v68 = icmp slt i64 %v67, %w1
  br i1 %v68, label %loop60, label %end61
end61:
  %v70 = phi float [ %v58, %end30 ], [ %v66, %loop60 ]
  %v71 = bitcast float %v70 to i32
  %v72 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v71, i32 4, i32 31)
  %v73 = bitcast i32 %v72 to float
  %v74 = fadd float %v70, %v73
  %v75 = bitcast float %v74 to i32
  %v76 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v75, i32 2, i32 31)
  %v77 = bitcast i32 %v76 to float
  %v78 = fadd float %v74, %v77
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v79, i32 1, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = fadd float %v78, %v81
  %v83 = fadd float 0x0000000000000000, %v82
  %v84 = icmp eq i32 %v8, 0
  %v85 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %i18
  br i1 %v84, label %put86, label %join87
put86:
  store float %v83, ptr addrspace(1) %v85, align 4
  br label %join87
join87:
  %v88 = add nsw i64 %i18, %v13
  %v89 = icmp slt i64 %v88, %extent
  br i1 %v89, label %loop16, label %end17
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
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %extent) nounwind {
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
  %v122 = icmp slt i64 %v7, %extent
  br i1 %v122, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v120, %join119 ]
  %v15 = mul i64 %i14, %w0
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = icmp eq i64 %v19, 0
  %v21 = and i64 %w1, -4
  %v22 = select i1 %v20, i64 %v21, i64 0
  %v23 = mul i64 %v5, 4
  %v24 = mul i64 %v6, 4
  %v47 = icmp slt i64 %v23, %v22
  br i1 %v47, label %loop25, label %end26
loop25:
  %i27 = phi i64 [ %v23, %loop12 ], [ %v45, %loop25 ]
  %p28 = phi float [ 0x8000000000000000, %loop12 ], [ %v41, %loop25 ]
  %p29 = phi float [ 0x8000000000000000, %loop12 ], [ %v42, %loop25 ]
  %p30 = phi float [ 0x8000000000000000, %loop12 ], [ %v43, %loop25 ]
  %p31 = phi float [ 0x8000000000000000, %loop12 ], [ %v44, %loop25 ]
  %v32 = add nsw i64 %i27, 1
  %v33 = add nsw i64 %i27, 2
  %v34 = add nsw i64 %i27, 3
  %v35 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i27
  %v36 = load <4 x float>, ptr addrspace(1) %v35, align 16, !invariant.load !{}
  %v37 = extractelement <4 x float> %v36, i32 0
  %v38 = extractelement <4 x float> %v36, i32 1
  %v39 = extractelement <4 x float> %v36, i32 2
  %v40 = extractelement <4 x float> %v36, i32 3
  %v41 = fadd float %p28, %v37
  %v42 = fadd float %p29, %v38
  %v43 = fadd float %p30, %v39
  %v44 = fadd float %p31, %v40
  %v45 = add nsw i64 %i27, %v24
  %v46 = icmp slt i64 %v45, %v22
  br i1 %v46, label %loop25, label %end26
end26:
  %v48 = phi float [ 0x8000000000000000, %loop12 ], [ %v41, %loop25 ]
  %v49 = phi float [ 0x8000000000000000, %loop12 ], [ %v42, %loop25 ]
  %v50 = phi float [ 0x8000000000000000, %loop12 ], [ %v43, %loop25 ]
  %v51 = phi float [ 0x8000000000000000, %loop12 ], [ %v44, %loop25 ]
  %v52 = fadd float %v48, %v49
  %v53 = fadd float %v52, %v50
  %v54 = fadd float %v53, %v51
  %v55 = add nsw i64 %v22, %v5
  %v65 = icmp slt i64 %v55, %w1
  br i1 %v65, label %loop56, label %end57
loop56:
  %i58 = phi i64 [ %v55, %end26 ], [ %v63, %loop56 ]
  %p59 = phi float [ %v54, %end26 ], [ %v62, %loop56 ]
  %v60 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i58
  %v61 = load float, ptr addrspace(1) %v60, align 4, !invariant.load !{}
  %v62 = fadd float %p59, %v61
  %v63 = add nsw i64 %i58, %v6
  %v64 = icmp slt i64 %v63, %w1
  br i1 %v64, label %loop56, label %end57
end57:
  %v66 = phi float [ %v54, %end26 ], [ %v62, %loop56 ]
  %v67 = bitcast float %v66 to i32
  %v68 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v67, i32 16, i32 31)
  %v69 = bitcast i32 %v68 to float
  %v70 = fadd float %v66, %v69
  %v71 = bitcast float %v70 to i32
  %v72 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v71, i32 8, i32 31)
  %v73 = bitcast i32 %v72 to float
  %v74 = fadd float %v70, %v73
  %v75 = bitcast float %v74 to i32
  %v76 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v75, i32 4, i32 31)
  %v77 = bitcast i32 %v76 to float
  %v78 = fadd float %v74, %v77
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v79, i32 2, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = fadd float %v78, %v81
  %v83 = bitcast float %v82 to i32
  %v84 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v83, i32 1, i32 31)
  %v85 = bitcast i32 %v84 to float
  %v86 = fadd float %v82, %v85
  call void @llvm.nvvm.barrier0()
  %v89 = icmp eq i32 %v9, 0
  br i1 %v89, label %put87, label %join90
put87:
  %v88 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v86, ptr addrspace(3) %v88, align 8
  br label %join90
join90:
  call void @llvm.nvvm.barrier0()
  %v91 = icmp ult i32 %v9, %v11
  %v92 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v93 = load float, ptr addrspace(3) %v92, align 8
  %v94 = select i1 %v91, float %v93, float 0x8000000000000000
  %v95 = bitcast float %v94 to i32
  %v96 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v95, i32 16, i32 31)
  %v97 = bitcast i32 %v96 to float
  %v98 = fadd float %v94, %v97
  %v99 = bitcast float %v98 to i32
  %v100 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v99, i32 8, i32 31)
  %v101 = bitcast i32 %v100 to float
  %v102 = fadd float %v98, %v101
  %v103 = bitcast float %v102 to i32
  %v104 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v103, i32 4, i32 31)
  %v105 = bitcast i32 %v104 to float
  %v106 = fadd float %v102, %v105
  %v107 = bitcast float %v106 to i32
  %v108 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v107, i32 2, i32 31)
  %v109 = bitcast i32 %v108 to float
  %v110 = fadd float %v106, %v109
  %v111 = bitcast float %v110 to i32
  %v112 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v111, i32 1, i32 31)
  %v113 = bitcast i32 %v112 to float
  %v114 = fadd float %v110, %v113
  %v115 = fadd float 0x0000000000000000, %v114
  %v116 = icmp eq i32 %v1, 0
  %v117 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %i14
  br i1 %v116, label %put118, label %join119
put118:
  store float %v115, ptr addrspace(1) %v117, align 4
  br label %join119
join119:
  %v120 = add nsw i64 %i14, %v8
  %v121 = icmp slt i64 %v120, %extent
  br i1 %v121, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes
; vectorize i1 4x1 aligned

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; vectorize i1 4x1 aligned
