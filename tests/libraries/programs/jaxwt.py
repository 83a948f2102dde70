import jaxwt
import pywt

from tests.libraries.inputs import x


def hello():
    line = x.reshape(1, -1)
    parts = jaxwt.wavedec(line, pywt.Wavelet("haar"), mode="reflect", level=2)
    return parts, jaxwt.waverec(parts, pywt.Wavelet("haar"))
