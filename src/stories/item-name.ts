import { isName } from "../model/names.ts"

/** How stories name an item: its task, and the instances of the `forEach` blocks around it, outer first. */
export interface ItemName {
  readonly task: string
  readonly instances: readonly number[]
}

/** `review`, `item review`, `review[2]`, `review[2][1]`; anything else is undefined. */
export function parseItemName(text: string): ItemName | undefined {
  const match = ITEM.exec(text.trim())
  const task = match?.[1]
  if (task === undefined || !isName(task)) return undefined
  const instances = [...(match?.[2] ?? "").matchAll(/\d+/g)].map(([digits]) => Number(digits))
  return instances.includes(0) ? undefined : { task, instances }
}

export function itemNameText({ task, instances }: ItemName): string {
  return `${task}${instances.map((instance) => `[${instance}]`).join("")}`
}

const ITEM = /^(?:item\s+)?([^\s[\]]+)((?:\[\d{1,9}\])*)$/
