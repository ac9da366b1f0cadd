"""Whether a page can be read by everybody, as far as axe-core sees it."""

from __future__ import annotations

from typing import Final, Literal

from tests.clients.web.person import Person
from tests.e2e.process import ROOT

AXE: Final = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
FOUND: Final = """async () => (await axe.run()).violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary}`))"""


async def read(person: Person, axe: str) -> None:
    """Looks at the page as it is, in light and in dark."""
    page = person.page
    await page.evaluate(axe)
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = await page.evaluate(FOUND)
        assert not found, "\n".join([scheme, *found])
