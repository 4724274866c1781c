import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"

type Trigger = Output<"caseTriggers">["rows"][number]

/** Something that can be raised, and a name for it in the address. */
export interface RaisedChoice extends Trigger {
  readonly key: string
}

/** Those of the item first: whoever comes from an item means it. Classes without a title get one made from their names. */
export function triggersFrom(known: {
  readonly atCase: readonly Trigger[]
  readonly atItem: readonly Trigger[]
}): readonly RaisedChoice[] {
  const all = [...known.atItem, ...known.atCase].map((trigger) => ({
    ...trigger,
    title: trigger.title === trigger.class ? titleOf(trigger.class) : trigger.title,
    key: `${trigger.level}:${trigger.class}`,
  }))
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index)
}

/** What is reported, as one text: what happened, and what whoever reports it would do. */
export function reportText(happened: string, wanted: string): string {
  return [happened.trim(), wanted.trim() && `What should be done: ${wanted.trim()}`].filter(Boolean).join("\n\n")
}
