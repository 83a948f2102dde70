target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) readonly %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %extent) nounwind {
entry:
  %v9 = trunc i64 %w1 to i32
  %v10 = bitcast i32 %v9 to float
  %v32 = icmp slt i64 0, %w0
  br i1 %v32, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ 0, %entry ], [ %v30, %join29 ]
  br label %while4
while4:
  %p7 = phi i64 [ 0, %loop1 ], [ %v12, %join16 ]
  %p8 = phi float [ 0x3FF0000000000000, %loop1 ], [ %v18, %join16 ]
  %v11 = fcmp olt float %p8, %v10
  br i1 %v11, label %do5, label %end6
do5:
  %v12 = add i64 %p7, 1
  br i1 %v11, label %in13, label %join16
in13:
  %v14 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %p7
  %v15 = load float, ptr addrspace(1) %v14, align 4, !invariant.load !{}
  br label %join16
join16:
  %v17 = phi float [ 0x0000000000000000, %do5 ], [ %v15, %in13 ]
  %v18 = fmul float %p8, %v17
  br label %while4
end6:
  %v19 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i3
  %v20 = load i64, ptr addrspace(1) %v19, align 8, !invariant.load !{}
  %v21 = icmp sge i64 %p7, %v20
  %v23 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %i3
  br i1 %v21, label %then22, label %join26
then22:
  br i1 %v21, label %put24, label %join25
put24:
  store i64 %p7, ptr addrspace(1) %v23, align 8
  br label %join25
join25:
  br label %join26
join26:
  %v27 = xor i1 %v21, true
  br i1 %v27, label %then28, label %join29
then28:
  store i64 %v20, ptr addrspace(1) %v23, align 8
  br label %join29
join29:
  %v30 = add nsw i64 %i3, 1
  %v31 = icmp slt i64 %v30, %w0
  br i1 %v31, label %loop1, label %end2
end2:
  ret void
}
