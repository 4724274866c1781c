import { type Path, pathText } from "../messages/findings.ts"
import { administrator, engineAgent } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { Interruptible } from "./interruptible.ts"
import { passesForReserved } from "./look-alikes.ts"
import { quoted } from "./names.ts"
import type { OrganisationEntry, OrganisationKind } from "./organisation.ts"
import { readAgent } from "./read-agent.ts"
import { checkKeys, optional } from "./read-fields.ts"
import { type ReadReport, wrongKey } from "./read-finding.ts"
import { readPermission } from "./read-permission.ts"
import { readCapability, readRole, readUnit } from "./read-role.ts"
import { type Reader, readMap, readName } from "./read-value.ts"
import type { Locate } from "./source.ts"

/** The words under `organisation`, and what each entry there is. */
export const ORGANISATION_PARTS = {
  roles: "role",
  capabilities: "capability",
  units: "unit",
  agents: "agent",
  permissions: "permission",
} as const satisfies { readonly [key: string]: OrganisationKind }

/** Instead of a definition: the entry is to go. */
export const REMOVED = "removed"

/**
 * The entries under `organisation`, one by one. Of one with anything wrong in it the rest is given, so that others may refer to it.
 */
export function* readingOrganisation(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): Interruptible<readonly OrganisationEntry[]> {
  const map = readMap(value ?? {}, path, "'organisation'", report)
  if (map === undefined) return []
  const fields = { map, path, what: "the organisation", report }
  checkKeys(fields, PART_KEYS)
  const all: OrganisationEntry[] = []
  for (const key of PART_KEYS) {
    const entries = optional(fields, key, (part, place, what) => readMap(part ?? {}, place, what, report)) ?? {}
    for (const [name, entry] of Object.entries(entries)) {
      const read = readEntry(ORGANISATION_PARTS[key], name, entry, [...path, key, name], locate, report)
      if (read) all.push(read)
      yield
    }
  }
  return all
}

/** One entry from what was stored of it, as `source` of an entry was; null: it is removed. Undefined if its name is none. */
export function readOrganisationEntry(
  kind: OrganisationKind,
  name: string,
  source: Json,
): OrganisationEntry | undefined {
  const key = PART_KEYS.find((part) => ORGANISATION_PARTS[part] === kind) ?? kind
  const path = ["organisation", key, name]
  const locate: Locate = (place) => ({ path: pathText(place) })
  return readEntry(kind, name, source ?? REMOVED, path, locate, () => {})
}

const PART_KEYS = Object.keys(ORGANISATION_PARTS) as (keyof typeof ORGANISATION_PARTS)[]

type Definition<Kind extends OrganisationKind> = NonNullable<
  Extract<OrganisationEntry, { readonly kind: Kind }>["definition"]
>

const READERS: { readonly [Kind in OrganisationKind]: Reader<Definition<Kind>> } = {
  role: readRole,
  capability: readCapability,
  unit: readUnit,
  agent: readAgent,
  permission: readPermission,
}

function readEntry(
  kind: OrganisationKind,
  name: string,
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): OrganisationEntry | undefined {
  const isNamed = readName(name, path, TITLES[kind], (finding) => report({ ...finding, at: "key" })) !== undefined
  const what = `${kind === "permission" ? "what is allowed to" : `the ${kind}`} ${quoted(name)}`
  const entry =
    value === REMOVED
      ? { source: null }
      : {
          source: value ?? {},
          definition: READERS[kind](value, path, what, report) ?? READERS[kind]({}, path, what, () => {}),
        }
  if (kind === "agent" && RESERVED.includes(name)) {
    const message = `An agent cannot be ${quoted(name)}: that is who acts when nobody is named, or the engine itself.`
    wrongKey(report, "RESERVED_NAME", path, message, "Choose another name.")
    return undefined
  }
  // What was stored before is read all the same.
  if (kind === "agent" && passesForReserved(name)) {
    const message = `An agent cannot be ${quoted(name)}: it looks like the name of the administrator or the engine.`
    wrongKey(report, "RESERVED_NAME", path, message, "Choose another name.")
  }
  return isNamed ? ({ kind, name, ...entry, path, locate } as OrganisationEntry) : undefined
}

const RESERVED: readonly string[] = [administrator, engineAgent]

const TITLES: { readonly [Kind in OrganisationKind]: string } = {
  role: "A role",
  capability: "A capability",
  unit: "A unit",
  agent: "An agent",
  permission: "The name of a role, unit or agent",
}
