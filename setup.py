"""Builds the package. What a wheel has and a checkout has not: an index of the tests that prove each paragraph."""

import json
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "src"))


class BuildWithIndex(build_py):
    """Copies the modules and their data, and writes the index beside them."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # the tests themselves are there
            return
        from pitboss.proof.proving_tests import INDEX, PACKAGE, index_of

        target = Path(self.build_lib) / "pitboss" / INDEX.relative_to(PACKAGE)
        target.write_text(json.dumps(index_of(ROOT / "tests"), ensure_ascii=False), encoding="utf-8")


setup(cmdclass={"build_py": BuildWithIndex})
