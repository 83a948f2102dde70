"""Operations close to the primitives: no implicit promotion, no implicit broadcasting."""

from fjax.api.devices import with_sharding_constraint as with_sharding_constraint
from fjax.lax import linalg as linalg
from fjax.lax.accuracy import *  # noqa: F403
from fjax.lax.applying import *  # noqa: F403
from fjax.lax.associative import *  # noqa: F403
from fjax.lax.contraction import *  # noqa: F403
from fjax.lax.control_flow import *  # noqa: F403
from fjax.lax.convolution import *  # noqa: F403
from fjax.lax.elementwise import *  # noqa: F403
from fjax.lax.elementwise_primitives import *  # noqa: F403
from fjax.lax.fourier import *  # noqa: F403
from fjax.lax.names import *  # noqa: F403
from fjax.lax.parallel import *  # noqa: F403
from fjax.lax.ragged import *  # noqa: F403
from fjax.lax.random_bits import *  # noqa: F403
from fjax.lax.reductions import *  # noqa: F403
from fjax.lax.shaping import *  # noqa: F403
from fjax.lax.slicing import *  # noqa: F403
from fjax.lax.sorting import *  # noqa: F403
from fjax.lax.staging import *  # noqa: F403
from fjax.lax.windows import *  # noqa: F403
