"""Every example in the documentation is run, of the native classes too."""

import doctest
import importlib
import inspect
from pathlib import Path

import obverse
import pytest
from obverse import _native

MODULES = ["obverse", "obverse._engine", "obverse._players", "obverse._random", "obverse.gym", "obverse.zoo"]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def native_examples() -> list[tuple[str, str]]:
    found = []
    for name, thing in vars(_native).items():
        members = [(name, thing)]
        if inspect.isclass(thing):
            members += [(f"{name}.{inner}", value) for inner, value in vars(thing).items()]
        found += [(where, thing.__doc__) for where, thing in members if ">>>" in (getattr(thing, "__doc__", "") or "")]
    return found


@pytest.mark.parametrize(("where", "text"), native_examples())
def test_examples_of_native_classes(where: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), vars(obverse).copy(), where, None, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str) -> None:
    module = importlib.import_module(name)
    outcome = doctest.testmod(module, extraglobs=vars(obverse).copy(), optionflags=FLAGS)
    assert outcome.failed == 0


def test_everything_public_is_documented() -> None:
    for name in obverse.__all__:
        thing = getattr(obverse, name)
        assert name == "__version__" or (thing.__doc__ or "").strip(), name
        if inspect.isclass(thing) and not issubclass(thing, (Exception, tuple)):
            for inner, value in vars(thing).items():
                if not inner.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert getattr(value, "__doc__", None), f"{name}.{inner}"


@pytest.mark.parametrize("page", ["docs/python.md", "crates/python/README.md"])
def test_examples_of_the_pages(page: str) -> None:
    """A page's blocks of Python are one program."""
    path = Path(__file__).parents[3] / page
    blocks = path.read_text(encoding="utf-8").split("```python\n")[1:]
    assert blocks
    program = "\n".join(block.split("```")[0] for block in blocks)
    exec(compile(program, page, "exec"), {"__name__": "__main__"})
