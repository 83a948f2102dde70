import jax
import mujoco
from mujoco import mjx

XML = "<mujoco><worldbody><body><joint type='free'/><geom size='.1'/></body></worldbody></mujoco>"


def hello():
    model = mujoco.MjModel.from_xml_string(XML)
    mx = mjx.put_model(model)
    data = jax.jit(mjx.step)(mx, mjx.make_data(mx))
    return data.qpos, data.qvel
