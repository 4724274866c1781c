import type { Output } from "../../client.ts"
import { titlesIn } from "../server/step-titles.ts"
import { type Known, nothingKnown } from "./event-words.ts"

/** The names of what a case consists of, for telling what happens to it; with the drawings of processes also the titles. */
export function knownOfCase(seen: Output<"case"> | undefined, drawings: readonly Output<"net">[] = []): Known {
  if (seen === undefined) return nothingKnown
  return {
    tasks: new Map(seen.items.map(({ id, task }) => [id, task])),
    exlets: new Map(seen.runs.map(({ id, exlet }) => [id, exlet])),
    processes: new Map([[seen.id, seen.process]]),
    holds: new Map(seen.holds.map(({ id, target }) => [id, target])),
    classes: new Map(seen.exceptions.map(({ id, class: name }) => [id, name])),
    titles: new Map([
      ...seen.items.flatMap(({ task, title }) => (title === undefined ? [] : [[task, title] as const])),
      ...drawings.flatMap((drawing) => [...titlesIn(drawing)]),
    ]),
  }
}
