"""An extension of Griffe: examples in docstrings become blocks of code, which they are for doctest but not for Markdown."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*(?:\n\n>>> .*(?:\n(?!\s*$).*)*)*", re.M)


class DoctestBlocks(griffe.Extension):
    """Fences the examples of every object."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Fence the examples of one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda block: f"\n```python\n{block[0]}\n```\n", obj.docstring.value)
