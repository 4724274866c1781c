import fc from "fast-check"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { isMap } from "../../src/model/read-value.ts"

/** Letters that are something in XML, in CEL, in neither, or twice as long as others. */
const letter = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }) },
  fc.constantFrom(
    "&",
    "<",
    ">",
    '"',
    "'",
    "]]>",
    "&lt;",
    "&#10;",
    "<!--",
    "\n",
    "\t",
    "\r",
    "\r\n",
    "é",
    "∈",
    "😀",
    "\u0085",
    "\u2028",
    "\uFFFD",
  ),
)
/** Text that is not only white space. */
const text = fc.array(letter, { maxLength: 12 }).map((letters) => `x${letters.join("")}`)
const padded = fc.oneof(
  text,
  text.map((inner) => ` ${inner}\n `),
)
/** An expression is any text here: nobody looks into it. */
const formula = padded.filter((source) => source !== "true")

const wild = fc.constantFrom("é", "中", "𝒜", "A-b", "a_1", "Z9")
const name = fc.tuple(wild, fc.integer({ min: 0, max: 99 })).map(([word, number]) => `${word}${number}`)
const variable = fc.integer({ min: 0, max: 99 }).map((number) => `v_${number}`)
const duration = fc.constantFrom("P1D", "PT10S", "P1DT12H")

/** The keys whose value is there. */
const some = <T extends Record<string, fc.Arbitrary<Json>>>(parts: T): fc.Arbitrary<JsonObject> =>
  fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>

/** Of each name the first. */
const unique = <T>(values: readonly T[], nameOf: (value: T) => unknown): T[] =>
  values.filter((value, index) => values.findIndex((other) => nameOf(other) === nameOf(value)) === index)

const byName = (key: fc.Arbitrary<string>, value: fc.Arbitrary<Json>, maxLength: number): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(key, value), { maxLength }).map((entries) => Object.fromEntries(entries))

interface Scalar {
  readonly type: string
  readonly value: fc.Arbitrary<Json>
  readonly isBounded: boolean
}

const anyValue = fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null) as fc.Arbitrary<Json>
const scalars: readonly Scalar[] = [
  { type: "string", value: fc.oneof(padded, fc.constantFrom("", " ", "true", "[1]")), isBounded: true },
  { type: "integer", value: fc.maxSafeInteger(), isBounded: true },
  {
    type: "number",
    value: fc.oneof(
      fc.constantFrom(0, 1.5, -2e-7, 1e21, 1e300),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    ),
    isBounded: true,
  },
  { type: "boolean", value: fc.boolean(), isBounded: false },
  { type: "date", value: fc.constantFrom("2026-01-05", "1999-12-31"), isBounded: false },
  { type: "datetime", value: fc.constant("2026-01-05T09:00:00Z"), isBounded: false },
  { type: "duration", value: duration, isBounded: false },
  { type: "any", value: anyValue, isBounded: false },
]

/** A type as it is read from WQM: its name alone where no more is said. */
const scalarType: fc.Arbitrary<Json> = fc
  .constantFrom(...scalars)
  .chain(({ type, value }) =>
    fc.oneof(
      fc.constant<Json>(type),
      some({ title: text, default: value, required: fc.constant(true), class: name }).map((more) => ({
        type,
        ...more,
      })),
      fc
        .array(value, { minLength: 1, maxLength: 3 })
        .map((allowed) => unique(allowed, (each) => JSON.stringify(each)))
        .map((allowed) => ({ type, enum: allowed })),
    ),
  )
  .map((type) => (isMap(type) && Object.keys(type).length === 1 ? String(type.type) : type))

const boundedType: fc.Arbitrary<Json> = some({
  min: fc.integer({ min: -5, max: 0 }),
  max: fc.constantFrom(1, 2.5, 1e21),
})
  .filter((bounds) => Object.keys(bounds).length > 0)
  .map((bounds) => ({ type: "number", ...bounds }))

const { dataType } = fc.letrec<{ dataType: Json }>((tie) => ({
  dataType: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: scalarType },
    boundedType,
    tie("dataType").map((of): Json => ({ list: of })),
    byName(name, tie("dataType"), 3).map((fields): Json => ({ object: fields, title: "An object" })),
  ),
}))

const task = some({
  title: padded,
  needs: name.map((role) => ({ role })),
  worker: name,
  reads: fc.array(variable, { maxLength: 3 }).map((names) => unique(names, String)),
  writes: fc.array(variable, { maxLength: 3 }).map((names) => unique(names, String)),
  deadline: fc.oneof(duration, fc.constantFrom("2026-01-05", "2026-01-05T09:00:00Z")),
}).map((more): JsonObject => ({ task: "", ...more }))

const titled = some({ title: padded })
const { block } = fc.letrec<{ block: JsonObject; blocks: readonly Json[] }>((tie) => ({
  blocks: fc.array(tie("block"), { maxLength: 3 }),
  block: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: task },
    fc
      .tuple(titled, fc.boolean(), tie("blocks"))
      .map(([more, isNamed, inside]) => ({ sequence: isNamed ? "" : null, ...more, do: inside })),
    fc
      .tuple(titled, fc.boolean(), fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }))
      .map(([more, isNamed, branches]) => ({ parallel: isNamed ? "" : null, ...more, branches })),
    fc
      .tuple(
        titled,
        fc.boolean(),
        fc.array(fc.tuple(formula, tie("blocks")), { maxLength: 3 }),
        fc.option(tie("blocks")),
      )
      .map(([more, isNamed, cases, otherwise]) => ({
        choice: isNamed ? "" : null,
        ...more,
        cases: [
          ...cases.map(([when, inside]) => ({ when, do: inside })),
          ...(otherwise || cases.length === 0 ? [{ otherwise: otherwise ?? [] }] : []),
        ],
      })),
    fc
      .tuple(titled, fc.boolean(), formula, tie("blocks"))
      .map(([more, isNamed, when, inside]) => ({ while: isNamed ? "" : null, ...more, when, do: inside })),
  ),
}))

/** Names are unique in a process: every place for one gets the next. */
function named(flow: Json, next: { count: number; readonly word: string }): Json {
  if (Array.isArray(flow)) return flow.map((inner: Json) => named(inner, next))
  if (typeof flow !== "object" || flow === null) return flow
  return Object.fromEntries(
    Object.entries(flow).map(([key, inner]) => {
      const isKind = ["task", "sequence", "parallel", "choice", "while"].includes(key)
      if (isKind && inner === "") return [key, `${next.word}${next.count++}`]
      return [key, ["do", "branches", "cases", "otherwise"].includes(key) ? named(inner, next) : inner]
    }),
  )
}

const process = fc
  .record(
    {
      process: name,
      title: padded,
      deadline: duration,
      result: formula,
      data: byName(variable, dataType, 4).filter((data) => Object.keys(data).length > 0),
      flow: fc
        .tuple(wild, fc.array(block, { minLength: 1, maxLength: 4 }))
        .map(([word, flow]) => named(flow, { count: 0, word })),
    },
    { requiredKeys: ["process", "flow"] },
  )
  .map((value) => value as JsonObject)

const place = fc
  .tuple(name, fc.option(fc.tuple(name, fc.constantFrom("", "+"))))
  .map(([workflow, step]) => (step ? `${workflow}/${step.join("")}` : workflow))
const step = fc.oneof(
  fc
    .tuple(fc.constantFrom("suspend", "waitAndSuspend", "resume"), place)
    .map(([word, at]): JsonObject => ({ [word]: at })),
  name.map((workflow): JsonObject => ({ terminate: workflow })),
  fc
    .tuple(name, fc.option(fc.constantFrom("new", "42", "family.number", '"VIN-" + string(v_1)')))
    .map(([workflow, number]): JsonObject => ({ start: workflow, ...(number !== null && { case: number }) })),
)
const exlet = fc
  .tuple(fc.array(step, { maxLength: 4 }), fc.option(padded))
  .map(([steps, title]): Json => (title === null ? steps : { title, steps }))

const event = fc.constantFrom(
  "done(B3)",
  "done(wf4)",
  "started(x)",
  "Cancel",
  "change_request",
  "Timeout",
  "every(PT1H)",
  "written(v_1)",
)
const rule = fc
  .tuple(event, some({ if: formula, title: padded }), fc.oneof(name, fc.constant("nothing")))
  .map(([on, more, then]): JsonObject => ({ on, ...more, then }))

/** A workflow has rules for an event in one list only, and no two lists that follow each other are of the same workflow. */
const rules = fc
  .array(fc.tuple(name, fc.array(rule, { minLength: 1, maxLength: 4 })), { maxLength: 5 })
  .map((lists) => {
    const seen = new Set<string>()
    const kept = lists.flatMap(([at, list]) => {
      const fresh = list.filter(({ on }) => !seen.has(`${at} ${on}`))
      for (const { on } of fresh) seen.add(`${at} ${on}`)
      return fresh.length === 0 ? [] : [{ at, first: fresh }]
    })
    return kept.filter(({ at }, index) => index === 0 || kept[index - 1]?.at !== at)
  })

/** A bundle of nothing but what WQM has words for, as it is read from WQM. */
export const wqmBundle: fc.Arbitrary<JsonObject> = fc
  .record({
    processes: fc.array(process, { maxLength: 3 }).map((all) => unique(all, (each) => each.process)),
    exlets: byName(name, exlet, 4),
    rules,
  })
  .map((bundle) => Object.fromEntries(Object.entries(bundle).filter(([, part]) => Object.keys(part).length > 0)))
