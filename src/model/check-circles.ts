import { asksOf } from "./check-derivations.ts"
import { circlesFrom, turnedTo } from "./circles.ts"
import type { Absence, OrganisationEntry } from "./organisation.ts"
import type { OrganisationCheck } from "./organisation-check.ts"
import { fieldOf } from "./read-fields.ts"
import { isList, isMap } from "./read-value.ts"

/** That nothing is itself by a detour, and that stand-ins do not wait for each other. */
export function checkCircles(check: OrganisationCheck): void {
  const { all } = check
  tellCircles("role", (name) => all.definition("role", name)?.is ?? [], check)
  tellCircles("unit", (name) => listed(all.definition("unit", name)?.in), check)
  tellCircles(
    "capability",
    (name) => {
      const from = all.definition("capability", name)?.from
      return from ? asksOf(from).has.filter((asked) => all.definition("capability", asked)?.from) : []
    },
    check,
  )
  tellStandIns(check)
}

type AgentEntry = Extract<OrganisationEntry, { readonly kind: "agent" }>

const CIRCLES = {
  role: { key: "is", says: "is itself by a detour", remedy: "Take one of these away from 'is'." },
  unit: { key: "in", says: "lies in itself", remedy: "Let one of them lie in no unit." },
  capability: { key: "from", says: "is derived from itself", remedy: "Derive one of them from what is held." },
} as const

function tellCircles(
  kind: keyof typeof CIRCLES,
  next: (name: string) => readonly string[],
  { entries, tell }: OrganisationCheck,
): void {
  const own = new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [entry.name, entry]))
  const { key, says, remedy } = CIRCLES[kind]
  for (const circle of circlesFrom(own.keys(), next)) {
    const [name = "", ...rest] = turnedTo(circle, (each) => own.has(each))
    const entry = own.get(name)
    if (entry === undefined) continue
    const message = `'${name}' ${says}: ${shortened([name, ...rest, name], ` ${key} `)}.`
    tell(entry, { code: `${kind.toUpperCase()}_CYCLE`, severity: "error", path: [...entry.path, key], message, remedy })
  }
}

/** Only where all of them are away at the same time is nobody there. */
function tellStandIns({ entries, all, tell }: OrganisationCheck): void {
  const own = new Map(entries.flatMap((entry) => (entry.kind === "agent" ? [[entry.name, entry] as const] : [])))
  const awayOf = (agent: string): readonly Absence[] => all.definition("agent", agent)?.away ?? []
  const keysOf = (agent: string) => awayOf(agent).map((_, index) => `${agent} ${index}`)
  const read = (key: string) => {
    const [agent = "", index] = key.split(" ")
    return { agent, index: Number(index), absence: awayOf(agent)[Number(index)] }
  }
  const next = (key: string): readonly string[] => {
    const { agent, absence } = read(key)
    if (absence?.standIn === undefined || absence.standIn === agent) return []
    return keysOf(absence.standIn).filter((other) => overlap([absence, ...listed(read(other).absence)]))
  }
  const told = new Set<string>()
  for (const circle of circlesFrom([...own.keys()].flatMap(keysOf), next)) {
    const turned = turnedTo(circle, (key) => own.has(read(key).agent)).map(read)
    const [first] = turned
    const entry = own.get(first?.agent ?? "")
    const names = turned.map(({ agent }) => agent)
    const key = names.toSorted().join(" ")
    if (entry === undefined || told.has(key) || !overlap(turned.flatMap(({ absence }) => listed(absence)))) continue
    told.add(key)
    tell(entry, standInCircle(entry, names, first?.index ?? 0))
  }
}

function standInCircle(entry: AgentEntry, names: readonly string[], index: number) {
  const { source, path, definition } = entry
  const written = isMap(source) ? fieldOf(source, "away") : undefined
  const isWhole = isList(written) && written.length === definition?.away.length
  return {
    code: "STAND_IN_CYCLE",
    severity: "warning",
    path: [...path, "away", ...(isWhole ? [index] : []), "standIn"],
    message: `Each stands in for the other while all are away: ${shortened([...names, entry.name], " → ")}.`,
    remedy: "Let somebody who is there stand in for one of them.",
  } as const
}

function overlap(absences: readonly Absence[]): boolean {
  return Math.max(...absences.map(({ from }) => from)) < Math.min(...absences.map(({ to }) => to))
}

function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}

function shortened(names: readonly string[], between: string): string {
  return (names.length > 12 ? [...names.slice(0, 6), "…", ...names.slice(-5)] : names).join(between)
}
