"""The exponentially scaled modified Bessel functions of the first kind, of order 0 and 1."""

from __future__ import annotations

from typing import Any

from fjax.core import scalar
from fjax.core.scalar import FLOAT64, Expr
from fjax.core.vectormath.exponential import expm1_of_reduced, reduce_exponent
from fjax.core.vectormath.support import (
    constant,
    horner,
    is_single,
    led,
    power_of_magic,
    two_product,
    two_sum,
)

# exp(-x) I0(x) = P(x/4 - 1), 0 <= x <= 8; P(16/x - 1) / sqrt(x) above: relative error 2^-26.8.
_I0_SINGLE = (
    0.20700192291589345,
    -0.11300431663978149,
    0.0945153385459508,
    -0.08904390255133142,
    0.08735154198399515,
    -0.08495783541120337,
    0.07918836249221674,
    -0.06956608723700701,
    0.05723754236009316,
    -0.0429570642863423,
    0.02882266649280151,
    -0.0195711166835502,
    0.014265014659512415,
    -0.00721851338666966,
    0.001395054558518318,
    -0.0012281641801243056,
    0.0019384419979919384,
    -0.0007371050088046266,
)
_I0_FAR_SINGLE = (
    0.4021765127574493,
    0.0033605580702001123,
    0.00013615653218744045,
    1.1102882856547415e-05,
    1.6386249436203333e-06,
    3.699944948893015e-07,
)
# I0(x) = P(x^2), 0 <= x <= 8, relative error 2^-60; exp(-x) I0(x) = P(16/x - 1) / sqrt(x) above,
# 2^-55.
_I0_DOUBLE = (
    1.0,
    0.25,
    0.015624999999999977,
    0.00043402777777779505,
    6.781684027771294e-06,
    6.781684027919265e-08,
    4.709502795104962e-10,
    2.4028075678348813e-12,
    9.385965799556934e-15,
    2.8969089125657076e-17,
    7.242074006782709e-20,
    1.496778867095884e-22,
    2.590172625465845e-25,
    3.933553258588703e-28,
    4.199197959969969e-31,
    8.567008693384492e-34,
)
_I0_FAR_DOUBLE = (
    0.4021765094450081,
    0.0033605519836677937,
    0.0001362160743896999,
    1.1143033797356376e-05,
    1.4838476726367617e-06,
    2.9735968101106963e-07,
    8.872020303073354e-08,
    3.932810092719676e-08,
    2.1567555201733597e-08,
    7.538858809043278e-09,
    -6.856200800796634e-09,
    -1.3341404204446511e-08,
    -5.016007862960449e-09,
    7.368478075381516e-09,
    6.515090053378459e-09,
    -3.1780821705272757e-09,
    -4.517221870401627e-09,
    1.1405726130670037e-09,
    2.150414588087482e-09,
    -2.965467137095028e-10,
    -6.425558031921041e-10,
    3.94571136865126e-11,
    8.966632054835136e-11,
)
# exp(-x) I1(x) = x P(x/4 - 1), 0 <= x <= 8; P(16/x - 1) / sqrt(x) above: relative error 2^-26.6.
_I1_SINGLE = (
    0.044687709953049826,
    -0.061124334806330255,
    0.06805758212697127,
    -0.0684827746961205,
    0.0637680140289843,
    -0.05527756679943443,
    0.044666986873221716,
    -0.03368695236592203,
    0.023731225122110514,
    -0.015522212272075283,
    0.009437794253809369,
    -0.005612899857491425,
    0.003274636570398603,
    -0.0014876126420639026,
    0.0004668450298199594,
    -0.00032909386601057746,
    0.0002931107446412451,
    -9.264580915880136e-05,
)
_I1_FAR_SINGLE = (
    0.3893984553032961,
    -0.009749584691522518,
    -0.00021916874972598122,
    -1.4990888027606074e-05,
    -2.009118897104562e-06,
    -4.314146716817148e-07,
)
# I1(x) = x P(x^2), 0 <= x <= 8, relative error 2^-62.7; exp(-x) I1(x) as above, 2^-55.
_I1_DOUBLE = (
    0.5,
    0.0625,
    0.0026041666666666652,
    5.425347222222312e-05,
    6.781684027774702e-07,
    5.65140335654371e-09,
    3.363930568525318e-11,
    1.5017547255837562e-13,
    5.214425664343881e-16,
    1.4484536552929388e-18,
    3.2918726752877055e-21,
    6.2361933900943456e-24,
    9.967128296805883e-27,
    1.4006972459371602e-29,
    1.420342036319404e-32,
    2.631274063978463e-35,
)
_I1_FAR_DOUBLE = (
    0.38939845902587233,
    -0.009749577193235678,
    -0.00021923576383157798,
    -1.503854720613321e-05,
    -1.8349102434736456e-06,
    -3.4838542072940767e-07,
    -1.000108133841201e-07,
    -4.313116422677324e-08,
    -2.339383660460873e-08,
    -8.413740106118946e-09,
    6.847180729633874e-09,
    1.3974082477393408e-08,
    5.570628352215601e-09,
    -7.477491065309062e-09,
    -6.937365867014228e-09,
    3.131151436089609e-09,
    4.750291491852263e-09,
    -1.0957012875898207e-09,
    -2.248861461720262e-09,
    2.7997864051090494e-10,
    6.701544481129794e-10,
    -3.689397753329784e-11,
    -9.338293464303081e-11,
)


def _far(a: Expr, table: tuple[Any, ...]) -> Expr:
    """The value for a > 8."""
    large = scalar.select(a > 8, a, 8)
    return led(table, 16 / large - 1) / scalar.sqrt(large)


def _grown_series(a: Expr, table: tuple[Any, ...], least: float, more: float) -> Expr:
    """exp(-a) P(a^2) for a <= 8. All terms are positive, so that nothing cancels.

    P'/P is about 1 / max(least, 2a + more): by it, what a^2 loses goes into the exponent.
    """
    a = scalar.select(a > 8, 8, a)
    square = a * a
    lost = scalar.fma(a, a, -square) / scalar.maximum(2 * a + more, least)
    t, _, r = reduce_exponent(-a)
    # exp(-a) = 2^n (1 + q), P = s + s_low: what is rounded last counts alone
    q = expm1_of_reduced(r + lost)
    product, low = two_product(square, horner(table[1:], square))
    s, s_low = two_sum(constant(table[0], a), product)
    return (s + scalar.fma(q, s, s_low + low)) * power_of_magic(t)


def _in_double(x: Expr, near: tuple[Any, ...], far: tuple[Any, ...], order: int) -> Expr:
    """A float32 value by way of float64."""
    a = scalar.convert(abs(x), FLOAT64)
    close = horner(near, scalar.select(a > 8, 8, a) * 0.25 - 1)
    close = close * a if order else close
    return scalar.convert(scalar.select(a > 8, _far(a, far), close), x.dtype)


@scalar.function
def bessel_i0e(x: Expr) -> Expr:
    """exp(-|x|) I0(x)."""
    if is_single(x):
        return _in_double(x, _I0_SINGLE, _I0_FAR_SINGLE, 0)
    a = abs(x)
    return scalar.select(a > 8, _far(a, _I0_FAR_DOUBLE), _grown_series(a, _I0_DOUBLE, 4, 1.2))


@scalar.function
def bessel_i1e(x: Expr) -> Expr:
    """exp(-|x|) I1(x)."""
    if is_single(x):
        return scalar.copysign(_in_double(x, _I1_SINGLE, _I1_FAR_SINGLE, 1), x)
    a = abs(x)
    near = _grown_series(a, _I1_DOUBLE, 8, 3.6) * a
    return scalar.copysign(scalar.select(a > 8, _far(a, _I1_FAR_DOUBLE), near), x)
