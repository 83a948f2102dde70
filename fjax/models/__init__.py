"""Models by name: `model, state = fjax.models.resnet50(key)`, `y, state = model(x, state)`."""

from fjax import absent
from fjax.core.plain_arguments import name_places
from fjax.models.alexnet import alexnet
from fjax.models.beam import beam_search
from fjax.models.bert import bert
from fjax.models.densenet import densenet121
from fjax.models.efficientnet import efficientnet_b0
from fjax.models.gnmt import gnmt
from fjax.models.gpt import generate, gpt
from fjax.models.mobilenet import mobilenet_v2
from fjax.models.ncf import ncf
from fjax.models.resnet import resnet18, resnet34, resnet50, resnet101, resnet152
from fjax.models.unet import unet
from fjax.models.vae import evidence, vae
from fjax.models.vgg import vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
from fjax.models.vit import vit, vit_b_16

__all__ = [
    "alexnet",
    "beam_search",
    "bert",
    "densenet121",
    "efficientnet_b0",
    "evidence",
    "generate",
    "gnmt",
    "gpt",
    "mobilenet_v2",
    "ncf",
    "resnet101",
    "resnet152",
    "resnet18",
    "resnet34",
    "resnet50",
    "unet",
    "vae",
    "vgg11",
    "vgg11_bn",
    "vgg13",
    "vgg13_bn",
    "vgg16",
    "vgg16_bn",
    "vgg19",
    "vgg19_bn",
    "vit",
    "vit_b_16",
]

absent.install(__name__)
name_places(__name__, annotated=True, least=1, end=0)
