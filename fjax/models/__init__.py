"""Models by name: `model, state = fjax.models.resnet50(key)`, `y, state = model(x, state)`."""

from fjax.models.alexnet import alexnet
from fjax.models.mobilenet import mobilenet_v2
from fjax.models.resnet import resnet18, resnet50
from fjax.models.vgg import vgg19, vgg19_bn

__all__ = ["alexnet", "mobilenet_v2", "resnet18", "resnet50", "vgg19", "vgg19_bn"]
