target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %extent) nounwind {
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
  %v39 = trunc i64 %w2 to i32
  %v40 = bitcast i32 %v39 to float
  %v76 = icmp slt i64 %v11, %extent
  br i1 %v76, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v74, %end64 ]
  %v19 = mul i64 %i18, %w0
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = icmp eq i64 %v23, 0
  %v25 = and i64 %w3, -4
  %v26 = select i1 %v24, i64 %v25, i64 0
  %v27 = mul i64 %v9, 4
  %v28 = mul i64 8, 4
  %v35 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i18
  %v61 = icmp slt i64 %v27, %v26
  br i1 %v61, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v27, %loop16 ], [ %v59, %loop29 ]
  %v32 = add nsw i64 %i31, 1
  %v33 = add nsw i64 %i31, 2
  %v34 = add nsw i64 %i31, 3
  %v36 = mul i64 %i31, %w1
  %v37 = getelementptr inbounds float, ptr addrspace(1) %v35, i64 %v36
  %v38 = load float, ptr addrspace(1) %v37, align 4, !invariant.load !{}
  %v41 = fadd float %v38, %v40
  %v42 = mul i64 %v32, %w1
  %v43 = getelementptr inbounds float, ptr addrspace(1) %v35, i64 %v42
  %v44 = load float, ptr addrspace(1) %v43, align 4, !invariant.load !{}
  %v45 = fadd float %v44, %v40
  %v46 = mul i64 %v33, %w1
  %v47 = getelementptr inbounds float, ptr addrspace(1) %v35, i64 %v46
  %v48 = load float, ptr addrspace(1) %v47, align 4, !invariant.load !{}
  %v49 = fadd float %v48, %v40
  %v50 = mul i64 %v34, %w1
  %v51 = getelementptr inbounds float, ptr addrspace(1) %v35, i64 %v50
  %v52 = load float, ptr addrspace(1) %v51, align 4, !invariant.load !{}
  %v53 = fadd float %v52, %v40
  %v54 = insertelement <4 x float> poison, float %v41, i32 0
  %v55 = insertelement <4 x float> %v54, float %v45, i32 1
  %v56 = insertelement <4 x float> %v55, float %v49, i32 2
  %v57 = insertelement <4 x float> %v56, float %v53, i32 3
  %v58 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i31
  store <4 x float> %v57, ptr addrspace(1) %v58, align 16
  %v59 = add nsw i64 %i31, %v28
  %v60 = icmp slt i64 %v59, %v26
  br i1 %v60, label %loop29, label %end30
end30:
  %v62 = add nsw i64 %v26, %v9
  %v73 = icmp slt i64 %v62, %w3
  br i1 %v73, label %loop63, label %end64
loop63:
  %i65 = phi i64 [ %v62, %end30 ], [ %v71, %loop63 ]
  %v66 = mul i64 %i65, %w1
  %v67 = getelementptr inbounds float, ptr addrspace(1) %v35, i64 %v66
  %v68 = load float, ptr addrspace(1) %v67, align 4, !invariant.load !{}
  %v69 = fadd float %v68, %v40
  %v70 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i65
  store float %v69, ptr addrspace(1) %v70, align 4
  %v71 = add nsw i64 %i65, 8
  %v72 = icmp slt i64 %v71, %w3
  br i1 %v72, label %loop63, label %end64
end64:
  %v74 = add nsw i64 %i18, %v13
  %v75 = icmp slt i64 %v74, %extent
  br i1 %v75, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %extent) nounwind {
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
  %v35 = trunc i64 %w2 to i32
  %v36 = bitcast i32 %v35 to float
  %v76 = icmp slt i64 %v7, %extent
  br i1 %v76, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v74, %join72 ]
  %v15 = mul i64 %i14, %w0
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = icmp eq i64 %v19, 0
  %v21 = and i64 %w3, -4
  %v22 = select i1 %v20, i64 %v21, i64 0
  %v23 = mul i64 %v5, 4
  %v24 = mul i64 %v6, 4
  %v31 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i14
  %v57 = icmp slt i64 %v23, %v22
  br i1 %v57, label %loop25, label %end26
loop25:
  %i27 = phi i64 [ %v23, %loop12 ], [ %v55, %loop25 ]
  %v28 = add nsw i64 %i27, 1
  %v29 = add nsw i64 %i27, 2
  %v30 = add nsw i64 %i27, 3
  %v32 = mul i64 %i27, %w1
  %v33 = getelementptr inbounds float, ptr addrspace(1) %v31, i64 %v32
  %v34 = load float, ptr addrspace(1) %v33, align 4, !invariant.load !{}
  %v37 = fadd float %v34, %v36
  %v38 = mul i64 %v28, %w1
  %v39 = getelementptr inbounds float, ptr addrspace(1) %v31, i64 %v38
  %v40 = load float, ptr addrspace(1) %v39, align 4, !invariant.load !{}
  %v41 = fadd float %v40, %v36
  %v42 = mul i64 %v29, %w1
  %v43 = getelementptr inbounds float, ptr addrspace(1) %v31, i64 %v42
  %v44 = load float, ptr addrspace(1) %v43, align 4, !invariant.load !{}
  %v45 = fadd float %v44, %v36
  %v46 = mul i64 %v30, %w1
  %v47 = getelementptr inbounds float, ptr addrspace(1) %v31, i64 %v46
  %v48 = load float, ptr addrspace(1) %v47, align 4, !invariant.load !{}
  %v49 = fadd float %v48, %v36
  %v50 = insertelement <4 x float> poison, float %v37, i32 0
  %v51 = insertelement <4 x float> %v50, float %v41, i32 1
  %v52 = insertelement <4 x float> %v51, float %v45, i32 2
  %v53 = insertelement <4 x float> %v52, float %v49, i32 3
  %v54 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i27
  store <4 x float> %v53, ptr addrspace(1) %v54, align 16
  %v55 = add nsw i64 %i27, %v24
  %v56 = icmp slt i64 %v55, %v22
  br i1 %v56, label %loop25, label %end26
end26:
  %v58 = add nsw i64 %v22, %v5
  %v69 = icmp slt i64 %v58, %w3
  br i1 %v69, label %loop59, label %end60
loop59:
  %i61 = phi i64 [ %v58, %end26 ], [ %v67, %loop59 ]
  %v62 = mul i64 %i61, %w1
  %v63 = getelementptr inbounds float, ptr addrspace(1) %v31, i64 %v62
  %v64 = load float, ptr addrspace(1) %v63, align 4, !invariant.load !{}
  %v65 = fadd float %v64, %v36
  %v66 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i61
  store float %v65, ptr addrspace(1) %v66, align 4
  %v67 = add nsw i64 %i61, %v6
  %v68 = icmp slt i64 %v67, %w3
  br i1 %v68, label %loop59, label %end60
end60:
  call void @llvm.nvvm.barrier0()
  %v71 = icmp eq i32 %v9, 0
  br i1 %v71, label %put70, label %join72
put70:
  br label %join72
join72:
  call void @llvm.nvvm.barrier0()
  %v73 = icmp ult i32 %v9, %v11
  %v74 = add nsw i64 %i14, %v8
  %v75 = icmp slt i64 %v74, %extent
  br i1 %v75, label %loop12, label %end13
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
