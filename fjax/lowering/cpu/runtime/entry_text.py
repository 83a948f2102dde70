"""The CPython function, in LLVM IR, that is a whole jitted call: from Arrays to Arrays.

It checks that its arguments are the Arrays that a program was compiled for, hands their memory to
`run` (program_text.py), and wraps what that wrote into new Arrays. Whatever it does not expect, it
returns NotImplemented and has done nothing: the caller then takes the long way.

Its `self` is an int64 array, the entry's words (`entry.py` lays it out). BUFFER, AVAL and PLACEMENT
are where an Array keeps its slots, FLAGS where an ndarray keeps its flags; all are measured.
"""

from __future__ import annotations

import re

# Words of an entry's head.
(
    N_ARGUMENTS,
    N_READ,
    N_OUTPUTS,
    PROGRAM,
    AVALS,
    PICKS,
    OUTPUTS,
    NDARRAY,
    ARRAY,
    NONE,
    NOT_IMPLEMENTED,
    NEW_NDARRAY,
    SINGLE,
    ENTRY_WORDS,
) = range(14)

# Words of an output's record.
(AVAL, PLACE, RANK, SHAPE, DESCRIPTION, MAKER, MAKER_ARGUMENTS, OUTPUT_WORDS) = range(8)

ENTRY_TEXT = """
declare ptr @PyType_GenericAlloc(ptr, i64)
declare ptr @PyObject_CallObject(ptr, ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare void @Py_DecRef(ptr)

; Whether an object is an unplaced Array of this aval over a contiguous ndarray; if so its ndarray.
define internal ptr @expected_ndarray(ptr %entry, ptr %object, ptr %aval) nounwind {
begin:
  %array = word %entry, 8
  %typep = getelementptr i8, ptr %object, i64 TYPE
  %type = load i64, ptr %typep, align 8
  %is_array = icmp eq i64 %type, %array
  br i1 %is_array, label %slots, label %no
slots:
  %none = word %entry, 9
  %avalp = getelementptr i8, ptr %object, i64 AVAL
  %its_aval = load ptr, ptr %avalp, align 8
  %placep = getelementptr i8, ptr %object, i64 PLACEMENT
  %place = load i64, ptr %placep, align 8
  %same = icmp eq ptr %its_aval, %aval
  %unplaced = icmp eq i64 %place, %none
  %fits = and i1 %same, %unplaced
  br i1 %fits, label %memory, label %no
memory:
  %ndarray = word %entry, 7
  %bufferp = getelementptr i8, ptr %object, i64 BUFFER
  %buffer = load ptr, ptr %bufferp, align 8
  %there = icmp ne ptr %buffer, null
  br i1 %there, label %kind, label %no
kind:
  %btypep = getelementptr i8, ptr %buffer, i64 TYPE
  %btype = load i64, ptr %btypep, align 8
  %plain = icmp eq i64 %btype, %ndarray
  br i1 %plain, label %layout, label %no
layout:
  %flagsp = getelementptr i8, ptr %buffer, i64 FLAGS
  %flags = load i32, ptr %flagsp, align 4
  %c0 = and i32 %flags, 1
  %contiguous = icmp ne i32 %c0, 0
  br i1 %contiguous, label %yes, label %no
yes:
  ret ptr %buffer
no:
  ret ptr null
}

; A new ndarray for an output; null after an error.
define internal ptr @new_output(ptr %entry, ptr %record) nounwind {
begin:
  %maker0 = word %record, 5
  %maker = inttoptr i64 %maker0 to ptr
  %pooled = icmp ne ptr %maker, null
  br i1 %pooled, label %call, label %direct
call:
  %given0 = word %record, 6
  %given = inttoptr i64 %given0 to ptr
  %made = call ptr @PyObject_CallObject(ptr %maker, ptr %given)
  ret ptr %made
direct:
  %class0 = word %entry, 7
  %class = inttoptr i64 %class0 to ptr
  %new0 = word %entry, 11
  %new = inttoptr i64 %new0 to ptr
  %rank0 = word %record, 2
  %rank = trunc i64 %rank0 to i32
  %shape0 = word %record, 3
  %shape = inttoptr i64 %shape0 to ptr
  %dtype0 = word %record, 4
  %dtype = inttoptr i64 %dtype0 to ptr
  call void @Py_IncRef(ptr %dtype)
  %empty = call ptr %new(ptr %class, ptr %dtype, i32 %rank, ptr %shape, ptr null, ptr null, i32 0,
                         ptr null)
  ret ptr %empty
}

; A new Array over an ndarray, whose reference it takes; null after an error.
define internal ptr @new_array(ptr %entry, ptr %record, ptr %buffer) nounwind {
begin:
  %class0 = word %entry, 8
  %class = inttoptr i64 %class0 to ptr
  %array = call ptr @PyType_GenericAlloc(ptr %class, i64 0)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %drop, label %fill
drop:
  call void @Py_DecRef(ptr %buffer)
  ret ptr null
fill:
  %none0 = word %entry, 9
  %none = inttoptr i64 %none0 to ptr
  %aval0 = word %record, 0
  %aval = inttoptr i64 %aval0 to ptr
  call void @Py_IncRef(ptr %none)
  call void @Py_IncRef(ptr %aval)
  %bufferp = getelementptr i8, ptr %array, i64 BUFFER
  %avalp = getelementptr i8, ptr %array, i64 AVAL
  %placep = getelementptr i8, ptr %array, i64 PLACEMENT
  store ptr %buffer, ptr %bufferp, align 8
  store ptr %aval, ptr %avalp, align 8
  store ptr %none, ptr %placep, align 8
  ret ptr %array
}

define ptr @call(ptr %self, ptr %args, i64 %nargs) nounwind {
begin:
  %entryp = getelementptr i8, ptr %self, i64 DATA
  %entry = load ptr, ptr %entryp, align 8
  %expected = word %entry, 0
  %nread = word %entry, 1
  %nout = word %entry, 2
  %avals0 = word %entry, 4
  %avals = inttoptr i64 %avals0 to ptr
  %picks0 = word %entry, 5
  %picks = inttoptr i64 %picks0 to ptr
  %outputs0 = word %entry, 6
  %outputs = inttoptr i64 %outputs0 to ptr
  %single0 = word %entry, 12
  %single = icmp ne i64 %single0, 0
  %counted = icmp eq i64 %nargs, %expected
  br i1 %counted, label %room, label %refuse
refuse:
  %no0 = word %entry, 10
  %no = inttoptr i64 %no0 to ptr
  call void @Py_IncRef(ptr %no)
  ret ptr %no
room:
  %total = add i64 %nread, %nout
  %objects = alloca ptr, i64 %total, align 16
  %some = alloca ptr, i64 %nargs, align 16
  %any = icmp ne i64 %nargs, 0
  br i1 %any, label %check, label %allocate
check:
  %i = phi i64 [ 0, %room ], [ %i1, %fine ]
  %argp = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %argp, align 8
  %wantedp = getelementptr ptr, ptr %avals, i64 %i
  %wanted = load ptr, ptr %wantedp, align 8
  %found = call ptr @expected_ndarray(ptr %entry, ptr %arg, ptr %wanted)
  %missing = icmp eq ptr %found, null
  br i1 %missing, label %refuse, label %fine
fine:
  %keep = getelementptr ptr, ptr %some, i64 %i
  store ptr %found, ptr %keep, align 8
  %i1 = add i64 %i, 1
  %unchecked = icmp slt i64 %i1, %nargs
  br i1 %unchecked, label %check, label %reads
reads:
  %reading = icmp ne i64 %nread, 0
  br i1 %reading, label %pick, label %allocate
pick:
  %r = phi i64 [ 0, %reads ], [ %r1, %pick ]
  %which = word %picks, %r
  %takenp = getelementptr ptr, ptr %some, i64 %which
  %taken = load ptr, ptr %takenp, align 8
  call void @Py_IncRef(ptr %taken)
  %putp = getelementptr ptr, ptr %objects, i64 %r
  store ptr %taken, ptr %putp, align 8
  %r1 = add i64 %r, 1
  %unread = icmp slt i64 %r1, %nread
  br i1 %unread, label %pick, label %allocate
allocate:
  br i1 %single, label %produce, label %collect
collect:
  %tuple = call ptr @PyTuple_New(i64 %nout)
  %no_tuple = icmp eq ptr %tuple, null
  br i1 %no_tuple, label %failed, label %produce
produce:
  %holder = phi ptr [ null, %allocate ], [ %tuple, %collect ]
  br label %each
each:
  %k = phi i64 [ 0, %produce ], [ %k1, %stored ]
  %recordat = mul i64 %k, 7
  %record = getelementptr i64, ptr %outputs, i64 %recordat
  %buffer = call ptr @new_output(ptr %entry, ptr %record)
  %no_buffer = icmp eq ptr %buffer, null
  br i1 %no_buffer, label %failed, label %wrap
wrap:
  %outat = add i64 %nread, %k
  %outp = getelementptr ptr, ptr %objects, i64 %outat
  store ptr %buffer, ptr %outp, align 8
  %array = call ptr @new_array(ptr %entry, ptr %record, ptr %buffer)
  %no_array = icmp eq ptr %array, null
  br i1 %no_array, label %failed, label %place
place:
  br i1 %single, label %stored, label %item
item:
  %at = word %record, 1
  %set = call i32 @PyTuple_SetItem(ptr %holder, i64 %at, ptr %array)
  br label %stored
stored:
  %result = phi ptr [ %array, %place ], [ %holder, %item ]
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %nout
  br i1 %more, label %each, label %compute
compute:
  %program0 = word %entry, 3
  %program = inttoptr i64 %program0 to ptr
  %none = call ptr @run(ptr %program, ptr %objects, i64 %total)
  %broken = icmp eq ptr %none, null
  br i1 %broken, label %failed, label %ran
ran:
  call void @Py_DecRef(ptr %none)
  br label %finish
failed:
  %partial = phi ptr [ null, %collect ], [ %holder, %each ], [ %holder, %wrap ],
                     [ %result, %compute ]
  %nothing = icmp eq ptr %partial, null
  br i1 %nothing, label %finish, label %discard
discard:
  call void @Py_DecRef(ptr %partial)
  br label %finish
finish:
  %answer = phi ptr [ %result, %ran ], [ null, %failed ], [ null, %discard ]
  %held = icmp ne i64 %nread, 0
  br i1 %held, label %release, label %end
release:
  %d = phi i64 [ 0, %finish ], [ %d1, %release ]
  %usedp = getelementptr ptr, ptr %objects, i64 %d
  %used = load ptr, ptr %usedp, align 8
  call void @Py_DecRef(ptr %used)
  %d1 = add i64 %d, 1
  %unreleased = icmp slt i64 %d1, %nread
  br i1 %unreleased, label %release, label %end
end:
  ret ptr %answer
}
"""
PYTHON_SYMBOLS = (
    "PyType_GenericAlloc",
    "PyObject_CallObject",
    "PyTuple_New",
    "PyTuple_SetItem",
    "Py_DecRef",
)
EXPORTS = ("call",)


def entry_text(data: int, kind: int, flags: int, slots: dict[str, int]) -> str:
    """The entry's LLVM IR; it needs the runner's text beside it. All numbers are byte offsets."""
    text = re.sub(
        r"(%\w+) = word (%\w+), ([%\w]+)",
        r"\1.at = getelementptr i64, ptr \2, i64 \3\n  \1 = load i64, ptr \1.at, align 8",
        ENTRY_TEXT,
    )
    offsets = {
        "DATA": data,
        "TYPE": kind,
        "FLAGS": flags,
        "BUFFER": slots["buffer"],
        "AVAL": slots["aval"],
        "PLACEMENT": slots["placement"],
    }
    for name, offset in offsets.items():
        text = re.sub(rf"\b{name}\b", str(offset), text)
    return text
