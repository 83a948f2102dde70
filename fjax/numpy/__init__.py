# ruff: noqa: F401
"""NumPy's functions on fjax's arrays: traceable, differentiable, compilable."""

import sys as _sys
from typing import TYPE_CHECKING

from numpy import dtype as dtype, iterable as iterable
from numpy.exceptions import ComplexWarning as ComplexWarning

from fjax import absent as _absent
from fjax.core.array import Array as ndarray
from fjax.numpy.array_api import (
    API_VERSION as __array_api_version__,
    __array_namespace_info__ as __array_namespace_info__,
)
from fjax.numpy.constants import (
    e as e,
    euler_gamma as euler_gamma,
    inf as inf,
    nan as nan,
    newaxis as newaxis,
    pi as pi,
)
from fjax.numpy.einsum import einsum as einsum, einsum_path as einsum_path
from fjax.numpy.scalar_types import (
    astype as astype,
    bfloat16 as bfloat16,
    bool_ as bool_,
    can_cast as can_cast,
    cdouble as cdouble,
    character as character,
    complex64 as complex64,
    complex128 as complex128,
    complex_ as complex_,
    complexfloating as complexfloating,
    csingle as csingle,
    double as double,
    finfo as finfo,
    flexible as flexible,
    float4_e2m1fn as float4_e2m1fn,
    float6_e2m3fn as float6_e2m3fn,
    float6_e3m2fn as float6_e3m2fn,
    float8_e3m4 as float8_e3m4,
    float8_e4m3 as float8_e4m3,
    float8_e4m3b11fnuz as float8_e4m3b11fnuz,
    float8_e4m3fn as float8_e4m3fn,
    float8_e4m3fnuz as float8_e4m3fnuz,
    float8_e5m2 as float8_e5m2,
    float8_e5m2fnuz as float8_e5m2fnuz,
    float8_e8m0fnu as float8_e8m0fnu,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    float_ as float_,
    floating as floating,
    generic as generic,
    iinfo as iinfo,
    inexact as inexact,
    int1 as int1,
    int2 as int2,
    int4 as int4,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int_ as int_,
    integer as integer,
    iscomplexobj as iscomplexobj,
    isdtype as isdtype,
    isrealobj as isrealobj,
    isscalar as isscalar,
    issubdtype as issubdtype,
    number as number,
    object_ as object_,
    promote_types as promote_types,
    result_type as result_type,
    signedinteger as signedinteger,
    single as single,
    uint as uint,
    uint1 as uint1,
    uint2 as uint2,
    uint4 as uint4,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    unsignedinteger as unsignedinteger,
)
from fjax.numpy.values import array as array, asarray as asarray

if TYPE_CHECKING:
    from fjax.numpy import fft as fft, linalg as linalg
    from fjax.numpy.binary import (
        arctan2 as arctan2,
        atan2 as atan2,
        bitwise_left_shift as bitwise_left_shift,
        bitwise_right_shift as bitwise_right_shift,
        clip as clip,
        copysign as copysign,
        divide as divide,
        divmod as divmod,
        equal as equal,
        float_power as float_power,
        floor_divide as floor_divide,
        fmax as fmax,
        fmin as fmin,
        fmod as fmod,
        gcd as gcd,
        greater as greater,
        greater_equal as greater_equal,
        heaviside as heaviside,
        hypot as hypot,
        lcm as lcm,
        left_shift as left_shift,
        less as less,
        less_equal as less_equal,
        mod as mod,
        nextafter as nextafter,
        not_equal as not_equal,
        pow as pow,
        power as power,
        remainder as remainder,
        right_shift as right_shift,
        true_divide as true_divide,
    )
    from fjax.numpy.bits import packbits as packbits, unpackbits as unpackbits
    from fjax.numpy.calculus import (
        convolve as convolve,
        correlate as correlate,
        diff as diff,
        ediff1d as ediff1d,
        gradient as gradient,
        interp as interp,
        trapezoid as trapezoid,
        unwrap as unwrap,
    )
    from fjax.numpy.comparing import (
        allclose as allclose,
        array_equal as array_equal,
        array_equiv as array_equiv,
        isclose as isclose,
    )
    from fjax.numpy.creation import (
        arange as arange,
        copy as copy,
        empty as empty,
        empty_like as empty_like,
        eye as eye,
        full as full,
        full_like as full_like,
        geomspace as geomspace,
        identity as identity,
        linspace as linspace,
        logspace as logspace,
        ones as ones,
        ones_like as ones_like,
        tri as tri,
        zeros as zeros,
        zeros_like as zeros_like,
    )
    from fjax.numpy.cumulative import (
        cumprod as cumprod,
        cumsum as cumsum,
        cumulative_prod as cumulative_prod,
        cumulative_sum as cumulative_sum,
        nancumprod as nancumprod,
        nancumsum as nancumsum,
    )
    from fjax.numpy.elementwise import (
        abs as abs,
        absolute as absolute,
        acos as acos,
        acosh as acosh,
        angle as angle,
        arccos as arccos,
        arccosh as arccosh,
        arcsin as arcsin,
        arcsinh as arcsinh,
        arctan as arctan,
        arctanh as arctanh,
        around as around,
        asin as asin,
        asinh as asinh,
        atan as atan,
        atanh as atanh,
        bitwise_count as bitwise_count,
        bitwise_invert as bitwise_invert,
        bitwise_not as bitwise_not,
        cbrt as cbrt,
        ceil as ceil,
        conj as conj,
        conjugate as conjugate,
        cos as cos,
        cosh as cosh,
        deg2rad as deg2rad,
        degrees as degrees,
        exp as exp,
        exp2 as exp2,
        expm1 as expm1,
        fabs as fabs,
        floor as floor,
        i0 as i0,
        imag as imag,
        invert as invert,
        iscomplex as iscomplex,
        isfinite as isfinite,
        isinf as isinf,
        isnan as isnan,
        isneginf as isneginf,
        isposinf as isposinf,
        isreal as isreal,
        log as log,
        log1p as log1p,
        log2 as log2,
        log10 as log10,
        logical_not as logical_not,
        nan_to_num as nan_to_num,
        positive as positive,
        rad2deg as rad2deg,
        radians as radians,
        real as real,
        reciprocal as reciprocal,
        rint as rint,
        round as round,
        sign as sign,
        signbit as signbit,
        sin as sin,
        sinc as sinc,
        sinh as sinh,
        sqrt as sqrt,
        square as square,
        tan as tan,
        tanh as tanh,
        trunc as trunc,
    )
    from fjax.numpy.float_parts import (
        frexp as frexp,
        ldexp as ldexp,
        modf as modf,
        spacing as spacing,
    )
    from fjax.numpy.foreign import (
        from_dlpack as from_dlpack,
        frombuffer as frombuffer,
        fromfile as fromfile,
        fromiter as fromiter,
        fromstring as fromstring,
        load as load,
        save as save,
        savez as savez,
    )
    from fjax.numpy.functional import (
        apply_along_axis as apply_along_axis,
        apply_over_axes as apply_over_axes,
        vectorize as vectorize,
    )
    from fjax.numpy.grids import (
        c_ as c_,
        fromfunction as fromfunction,
        index_exp as index_exp,
        indices as indices,
        ix_ as ix_,
        meshgrid as meshgrid,
        mgrid as mgrid,
        ogrid as ogrid,
        r_ as r_,
        s_ as s_,
    )
    from fjax.numpy.joining import (
        append as append,
        array_split as array_split,
        block as block,
        column_stack as column_stack,
        concat as concat,
        concatenate as concatenate,
        delete as delete,
        dsplit as dsplit,
        dstack as dstack,
        hsplit as hsplit,
        hstack as hstack,
        insert as insert,
        repeat as repeat,
        resize as resize,
        split as split,
        stack as stack,
        tile as tile,
        trim_zeros as trim_zeros,
        unstack as unstack,
        vsplit as vsplit,
        vstack as vstack,
    )
    from fjax.numpy.matrices import (
        diag as diag,
        diag_indices as diag_indices,
        diag_indices_from as diag_indices_from,
        diagflat as diagflat,
        diagonal as diagonal,
        mask_indices as mask_indices,
        ravel_multi_index as ravel_multi_index,
        trace as trace,
        tril as tril,
        tril_indices as tril_indices,
        tril_indices_from as tril_indices_from,
        triu as triu,
        triu_indices as triu_indices,
        triu_indices_from as triu_indices_from,
        unravel_index as unravel_index,
        vander as vander,
    )
    from fjax.numpy.nan_reductions import (
        nanargmax as nanargmax,
        nanargmin as nanargmin,
        nanmax as nanmax,
        nanmean as nanmean,
        nanmin as nanmin,
        nanprod as nanprod,
        nanstd as nanstd,
        nansum as nansum,
        nanvar as nanvar,
    )
    from fjax.numpy.padding import pad as pad
    from fjax.numpy.polynomials import (
        poly as poly,
        polyadd as polyadd,
        polyder as polyder,
        polydiv as polydiv,
        polyfit as polyfit,
        polyint as polyint,
        polymul as polymul,
        polysub as polysub,
        polyval as polyval,
        roots as roots,
    )
    from fjax.numpy.printing import (
        array_repr as array_repr,
        array_str as array_str,
        get_printoptions as get_printoptions,
        printoptions as printoptions,
        set_printoptions as set_printoptions,
    )
    from fjax.numpy.products import (
        cross as cross,
        dot as dot,
        inner as inner,
        kron as kron,
        matmul as matmul,
        matvec as matvec,
        outer as outer,
        tensordot as tensordot,
        vdot as vdot,
        vecdot as vecdot,
        vecmat as vecmat,
    )
    from fjax.numpy.putting import (
        fill_diagonal as fill_diagonal,
        place as place,
        put as put,
        put_along_axis as put_along_axis,
    )
    from fjax.numpy.quantiles import (
        median as median,
        nanmedian as nanmedian,
        nanpercentile as nanpercentile,
        nanquantile as nanquantile,
        percentile as percentile,
        quantile as quantile,
    )
    from fjax.numpy.reductions import (
        all as all,
        amax as amax,
        amin as amin,
        any as any,
        average as average,
        count_nonzero as count_nonzero,
        max as max,
        mean as mean,
        min as min,
        prod as prod,
        ptp as ptp,
        std as std,
        sum as sum,
        var as var,
    )
    from fjax.numpy.selection import (
        argwhere as argwhere,
        choose as choose,
        compress as compress,
        extract as extract,
        flatnonzero as flatnonzero,
        nonzero as nonzero,
        piecewise as piecewise,
        select as select,
        take as take,
        take_along_axis as take_along_axis,
        where as where,
    )
    from fjax.numpy.sets import (
        intersect1d as intersect1d,
        isin as isin,
        setdiff1d as setdiff1d,
        setxor1d as setxor1d,
        union1d as union1d,
        unique as unique,
        unique_all as unique_all,
        unique_counts as unique_counts,
        unique_inverse as unique_inverse,
        unique_values as unique_values,
    )
    from fjax.numpy.shaping import (
        atleast_1d as atleast_1d,
        atleast_2d as atleast_2d,
        atleast_3d as atleast_3d,
        broadcast_arrays as broadcast_arrays,
        broadcast_shapes as broadcast_shapes,
        broadcast_to as broadcast_to,
        expand_dims as expand_dims,
        flip as flip,
        fliplr as fliplr,
        flipud as flipud,
        matrix_transpose as matrix_transpose,
        moveaxis as moveaxis,
        ndim as ndim,
        permute_dims as permute_dims,
        ravel as ravel,
        reshape as reshape,
        roll as roll,
        rollaxis as rollaxis,
        rot90 as rot90,
        shape as shape,
        size as size,
        squeeze as squeeze,
        swapaxes as swapaxes,
        transpose as transpose,
    )
    from fjax.numpy.sorting import (
        argmax as argmax,
        argmin as argmin,
        argpartition as argpartition,
        argsort as argsort,
        digitize as digitize,
        lexsort as lexsort,
        partition as partition,
        searchsorted as searchsorted,
        sort as sort,
        sort_complex as sort_complex,
    )
    from fjax.numpy.statistics import (
        bincount as bincount,
        corrcoef as corrcoef,
        cov as cov,
        histogram as histogram,
        histogram2d as histogram2d,
        histogram_bin_edges as histogram_bin_edges,
        histogramdd as histogramdd,
    )
    from fjax.numpy.ufuncs import (
        add as add,
        bitwise_and as bitwise_and,
        bitwise_or as bitwise_or,
        bitwise_xor as bitwise_xor,
        frompyfunc as frompyfunc,
        logaddexp as logaddexp,
        logaddexp2 as logaddexp2,
        logical_and as logical_and,
        logical_or as logical_or,
        logical_xor as logical_xor,
        maximum as maximum,
        minimum as minimum,
        multiply as multiply,
        negative as negative,
        subtract as subtract,
        ufunc as ufunc,
    )
    from fjax.numpy.windows import (
        bartlett as bartlett,
        blackman as blackman,
        hamming as hamming,
        hanning as hanning,
        kaiser as kaiser,
    )

# What many programs do without: the first use of a name imports it.
_LATER = ("fft", "linalg")
_DEFINED_LATER = {
    "fjax.numpy.binary": "arctan2 atan2 bitwise_left_shift bitwise_right_shift clip copysign "
    "divide divmod equal float_power floor_divide fmax fmin fmod gcd greater greater_equal "
    "heaviside hypot lcm left_shift less less_equal mod nextafter not_equal pow power "
    "remainder right_shift true_divide",
    "fjax.numpy.bits": "packbits unpackbits",
    "fjax.numpy.calculus": "convolve correlate diff ediff1d gradient interp trapezoid unwrap",
    "fjax.numpy.comparing": "allclose array_equal array_equiv isclose",
    "fjax.numpy.creation": "arange copy empty empty_like eye full full_like geomspace identity "
    "linspace logspace ones ones_like tri zeros zeros_like",
    "fjax.numpy.cumulative": "cumprod cumsum cumulative_prod cumulative_sum nancumprod nancumsum",
    "fjax.numpy.elementwise": "abs absolute acos acosh angle arccos arccosh arcsin arcsinh "
    "arctan arctanh around asin asinh atan atanh bitwise_count bitwise_invert bitwise_not "
    "cbrt ceil conj conjugate cos cosh deg2rad degrees exp exp2 expm1 fabs floor i0 imag "
    "invert iscomplex isfinite isinf isnan isneginf isposinf isreal log log1p log2 log10 "
    "logical_not nan_to_num positive rad2deg radians real reciprocal rint round sign "
    "signbit sin sinc sinh sqrt square tan tanh trunc",
    "fjax.numpy.float_parts": "frexp ldexp modf spacing",
    "fjax.numpy.foreign": "from_dlpack frombuffer fromfile fromiter fromstring load save savez",
    "fjax.numpy.functional": "apply_along_axis apply_over_axes vectorize",
    "fjax.numpy.grids": "c_ fromfunction index_exp indices ix_ meshgrid mgrid ogrid r_ s_",
    "fjax.numpy.joining": "append array_split block column_stack concat concatenate delete "
    "dsplit dstack hsplit hstack insert repeat resize split stack tile trim_zeros unstack "
    "vsplit vstack",
    "fjax.numpy.matrices": "diag diag_indices diag_indices_from diagflat diagonal mask_indices "
    "ravel_multi_index trace tril tril_indices tril_indices_from triu triu_indices "
    "triu_indices_from unravel_index vander",
    "fjax.numpy.nan_reductions": "nanargmax nanargmin nanmax nanmean nanmin nanprod nanstd "
    "nansum nanvar",
    "fjax.numpy.padding": "pad",
    "fjax.numpy.polynomials": "poly polyadd polyder polydiv polyfit polyint polymul polysub "
    "polyval roots",
    "fjax.numpy.printing": "array_repr array_str get_printoptions printoptions set_printoptions",
    "fjax.numpy.products": "cross dot inner kron matmul matvec outer tensordot vdot vecdot vecmat",
    "fjax.numpy.putting": "fill_diagonal place put put_along_axis",
    "fjax.numpy.quantiles": "median nanmedian nanpercentile nanquantile percentile quantile",
    "fjax.numpy.reductions": "all amax amin any average count_nonzero max mean min prod ptp std "
    "sum var",
    "fjax.numpy.selection": "argwhere choose compress extract flatnonzero nonzero piecewise "
    "select take take_along_axis where",
    "fjax.numpy.sets": "intersect1d isin setdiff1d setxor1d union1d unique unique_all "
    "unique_counts unique_inverse unique_values",
    "fjax.numpy.shaping": "atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_shapes "
    "broadcast_to expand_dims flip fliplr flipud matrix_transpose moveaxis ndim "
    "permute_dims ravel reshape roll rollaxis rot90 shape size squeeze swapaxes transpose",
    "fjax.numpy.sorting": "argmax argmin argpartition argsort digitize lexsort partition "
    "searchsorted sort sort_complex",
    "fjax.numpy.statistics": "bincount corrcoef cov histogram histogram2d histogram_bin_edges "
    "histogramdd",
    "fjax.numpy.ufuncs": "add bitwise_and bitwise_or bitwise_xor frompyfunc logaddexp "
    "logaddexp2 logical_and logical_or logical_xor maximum minimum multiply negative "
    "subtract ufunc",
    "fjax.numpy.windows": "bartlett blackman hamming hanning kaiser",
}

bool = bool_
_absent.install(__name__)
__all__ = [n for n in dir(_sys.modules[__name__]) if n[0] != "_" and n != "TYPE_CHECKING"]
