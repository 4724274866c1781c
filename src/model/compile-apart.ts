import type { PlaceId } from "../messages/events.ts"
import { drawRoute, drawSequence, type Site } from "./compile-blocks.ts"
import type { Block, ScopedProperties } from "./definition.ts"
import { NetDraft } from "./net-draft.ts"

/** Draws what may stand in for a step beside it: each alternative with a way in of its own, and the step's way out. */
export function drawAlternatives(
  { alternatives = [] }: Pick<ScopedProperties, "alternatives">,
  of: string,
  to: PlaceId,
  site: Site,
): void {
  alternatives.forEach((blocks, index) => {
    const number = index + 1
    const name = `${of}~alternative.${number}`
    const entry = site.draft.place(`>${name}`)
    const inside = { ...site, alternative: { of, number } }
    const from = site.draft.mark()
    if (blocks.length > 0) drawSequence(blocks, entry, to, inside, { isApart: true, alternativeOf: of })
    else {
      drawRoute(inside, { name, inputs: [entry], outputs: [{ place: to }] })
      site.draft.drewSequence({ entry, from, isApart: true }, of)
    }
  })
}

/** Draws blocks that lie aside: each has a way in that only arcs and jumps take, and leads to the end or where it says. */
export function drawAside(aside: readonly Block[], site: Site): readonly WayBack[] {
  const { draft } = site
  return aside.flatMap((block, index) => {
    const name = `aside~${index + 1}`
    const exit = block.then ? draft.place(`${name}>`) : draft.end
    drawSequence([block], draft.place(`>${name}`), exit, site, { isApart: true, isAside: true })
    return block.then ? [{ name, exit, then: block.then.name }] : []
  })
}

/** From a block that lies aside to where it says to go on. */
export interface WayBack {
  readonly name: string
  readonly exit: PlaceId
  readonly then: string
}

/** Only when all is drawn is known where the ways back lead. */
export function drawWaysBack(waysBack: readonly WayBack[], site: Site): void {
  for (const { name, exit, then } of waysBack) {
    const outputs = site.draft.inFrontOf(then, site.workshop.blocks).map((place) => ({ place }))
    if (outputs.length > 0) drawRoute(site, { name: `${name}~then`, inputs: [exit], outputs })
  }
}

/** Draws blocks where nothing keeps them, to find what is wrong with them. */
export function tryOut({ alternatives = [] }: Pick<ScopedProperties, "alternatives">, site: Site): void {
  const workshop = { ...site.workshop, nets: new Map(), blocks: new Map() }
  const draft = new NetDraft("apart", "flow")
  for (const blocks of alternatives)
    for (const block of blocks) drawSequence([block], draft.start, draft.end, { ...site, draft, workshop })
}
