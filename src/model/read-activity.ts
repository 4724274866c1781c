import type { ActivityBlock, ActivityProperties, StepProperties } from "./definition.ts"
import { checkKeys, type Fields, has, optional, present, writtenAs } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { readAmount, readStep, STEP_KEYS } from "./read-properties.ts"
import { asideOf, newLevel, type Reading } from "./read-reading.ts"

export const INSIDE_KEYS = ["budget", "aside"] as const
const BODY_KEYS = ["do", "flow", "net"] as const
export const ACTIVITY_KEYS = [...STEP_KEYS, ...INSIDE_KEYS, ...BODY_KEYS] as const

type Inside = Pick<ActivityBlock, "body" | "properties">

/** An activity of the block form: all about it stands in one map. */
export function readActivity(fields: Fields, reading: Reading): Inside | undefined {
  const inside = { ...reading, level: newLevel() }
  const body = readBody(fields, BODY_KEYS, inside)
  const properties = { ...readInside(fields, inside), ...readStep(fields, reading) }
  return body && { properties, body }
}

/** A composite task of a net: `outer` is the node, `inner` what stands under `activity`; either may say what is to be said. */
export function readComposite(outer: Fields, inner: Fields, reading: Reading): Inside | undefined {
  checkKeys(inner, ACTIVITY_KEYS)
  for (const key of [...STEP_KEYS, ...INSIDE_KEYS]) {
    if (!has(outer.map, key) || !has(inner.map, key)) continue
    const message = `The key '${key}' of ${outer.what} stands here and beside 'activity'.`
    wrongKey(inner.report, "CONTRADICTION", [...inner.path, key], message, "Remove one of the two.")
  }
  const inside = { ...reading, level: newLevel() }
  const body = readBody(inner, BODY_KEYS, inside)
  const beside = { ...readInside(outer, inside), ...readStep(outer, reading) }
  const within = { ...readInside(inner, inside), ...readStep(inner, reading) }
  return body && { properties: merged(beside, within), body }
}

/** A flow or a net, exactly one of them. */
export function readBody(fields: Fields, keys: readonly string[], inside: Reading): ActivityBlock["body"] | undefined {
  const { map, path, what, report } = fields
  const [key, second] = keys.filter((candidate) => has(map, writtenAs(map, candidate)))
  const choices = keys.map((candidate) => `'${candidate}'`).join(" or ")
  if (key === undefined)
    return wrong(report, "MISSING_KEY", path, `There is nothing to do in ${what}.`, `Write the steps under ${choices}.`)
  if (second !== undefined) {
    const message = `The keys '${key}' and '${second}' in ${what} exclude each other.`
    wrongKey(report, "CONTRADICTION", [...path, second], message, `Keep one of ${choices}.`)
  }
  if (key === "net") {
    const net = optional(fields, "net", (value, place) => inside.net(value, place, inside))
    return net && { form: "net", net }
  }
  const flow = optional(fields, key, (value, place, name) => inside.blocks(value, place, name, inside))
  return flow && { form: "flow", flow }
}

/** The purse and the blocks that only arcs lead to, of an activity or a process. */
export function readInside(fields: Fields, inside: Reading): Pick<ActivityProperties, "budget" | "aside"> {
  const level = asideOf(inside.level)
  const aside = optional(fields, "aside", (value, path, what) =>
    inside.blocks(value, path, what, { ...inside, level }, { canGoOn: true }),
  )
  return { ...present({ budget: optional(fields, "budget", readAmount) }), aside: aside ?? [] }
}

function merged(beside: ActivityProperties, within: ActivityProperties): ActivityProperties {
  return { ...beside, ...within, ...bothSteps(beside, within), aside: [...beside.aside, ...within.aside] }
}

function bothSteps(
  beside: StepProperties,
  within: StepProperties,
): Pick<StepProperties, "on" | "select" | "cancels" | "pauseTimers"> {
  return {
    on: new Map([...beside.on, ...within.on]),
    select: beside.select || within.select,
    cancels: [...beside.cancels, ...within.cancels],
    pauseTimers: beside.pauseTimers || within.pauseTimers,
  }
}
