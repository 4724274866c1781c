import { Drawing } from "./drawing.ts"
import type { FlowNet, Part } from "./flow-net.ts"
import { joinBlock, joinBranches } from "./reduce-blocks.ts"
import { joinChoices, joinPlaces, joinTwins, skipNothing } from "./reduce-choices.ts"
import { closeLoop, joinSequence, takeOutLoop } from "./reduce-sequences.ts"

/**
 * A smaller net that is sound if and only if this one is: what lies one after the other, side by side, in a choice or in a loop
 * becomes one part, again and again. What is cancelled, or left by a detour, is put together only where all of it goes at once.
 * `isSafe`: as long as no second token comes to a block that an or-join closes before the first has left it.
 */
export function reduced(net: FlowNet, isSafe = true): FlowNet {
  const rules = isSafe ? allRules : allRules.filter((rule) => rule !== joinBlock)
  const drawing = new Drawing(net)
  for (;;) {
    const [name] = drawing.stirred
    if (name === undefined) return drawing.finish()
    drawing.stirred.delete(name)
    const part = drawing.parts.get(name)
    if (part) rules.some((rule) => rule(drawing, part))
  }
}

/** Makes the net smaller around a part, if it can. Gives whether it did. */
type Rule = (drawing: Drawing, part: Part) => boolean

const allRules: readonly Rule[] = [
  joinSequence,
  closeLoop,
  takeOutLoop,
  joinPlaces,
  joinTwins,
  joinChoices,
  skipNothing,
  joinBranches,
  joinBlock,
]
