import { operations } from "../../src/api/operations.ts"
import type { OperationName } from "../../src/api/routes.ts"
import { RIGHTS, type Right } from "../../src/model/organisation.ts"
import { secretMark, staff } from "./house.ts"
import type { KeyWanted } from "./seam.ts"

/** Somebody with a key, and what the organisation and the key together allow him: thought out here a second time, to compare. */
export interface Who {
  readonly agent: string
  /** The rights he has in every process, and beyond. */
  readonly everywhere: readonly Right[]
  /** The rights he has in some processes only. */
  readonly within: Readonly<Record<string, readonly Right[]>>
  /** What his key leaves of it. */
  readonly scope: { readonly rights?: readonly Right[]; readonly processes?: readonly string[] }
}

const processes = ["open", "open-help", "vault", "vault-help"]
const unbound = { everywhere: [], within: {}, scope: {} }
const inProcesses = (names: readonly string[], rights: readonly Right[]) =>
  Object.fromEntries(names.map((name) => [name, rights]))

const ofRoles: Readonly<Record<string, Who>> = Object.fromEntries(
  RIGHTS.flatMap((right): [string, Who][] => [
    [`${right}-everywhere`, { ...unbound, agent: `${right}-everywhere`, everywhere: [right] }],
    [`${right}-open`, { ...unbound, agent: `${right}-open`, within: inProcesses(["open", "open-help"], [right]) }],
    [`${right}-vault`, { ...unbound, agent: `${right}-vault`, within: inProcesses(["vault", "vault-help"], [right]) }],
  ]),
)

const boss: Who = { ...unbound, agent: "administrator", everywhere: RIGHTS }

/** Everybody, by the name of his key. */
export const everybody: Readonly<Record<string, Who>> = {
  boss,
  ...ofRoles,
  nobody: { ...unbound, agent: "nobody" },
  stranger: { ...unbound, agent: "stranger" },
  "boss-who-sees": { ...boss, scope: { rights: ["see"] } },
  "boss-in-open": { ...boss, scope: { processes: ["open", "open-help"] } },
  "boss-who-sees-open": { ...boss, scope: { rights: ["see"], processes: ["open", "open-help"] } },
  "boss-without-rights": { ...boss, scope: { rights: [] } },
  "boss-without-processes": { ...boss, scope: { processes: [] } },
  "sees-but-key-only-does": { ...unbound, agent: "see-everywhere", everywhere: ["see"], scope: { rights: ["do"] } },
  "sees-vault-but-key-only-open": {
    ...unbound,
    agent: "see-vault",
    within: inProcesses(["vault", "vault-help"], ["see"]),
    scope: { processes: ["open", "open-help"] },
  },
}

export const keysOfEverybody: Readonly<Record<string, KeyWanted>> = Object.fromEntries(
  Object.entries(everybody).map(([name, { agent, scope }]) => [name, { agent, ...scope }]),
)

/** Who plays which role, and what each role may do. */
export const organisation = {
  roles: { ...staff.roles, ...Object.fromEntries(Object.keys(ofRoles).map((name) => [`may-${name}`, {}])) },
  capabilities: staff.capabilities,
  agents: {
    ...staff.agents,
    nobody: { name: `${secretMark} nobody` },
    ...Object.fromEntries(Object.keys(ofRoles).map((name) => [name, { roles: [`may-${name}`] }])),
  },
  permissions: Object.fromEntries(
    Object.entries(ofRoles).map(([name, { everywhere, within }]) => [
      `may-${name}`,
      everywhere.length > 0 ? [...everywhere] : placesOf(within),
    ]),
  ),
}

function placesOf(within: Who["within"]): Record<string, string[]> {
  const [rights] = Object.values(within)
  return Object.fromEntries((rights ?? []).map((right) => [right, Object.keys(within)]))
}

/** Whether one of an operation's rights is his there; no process: where no process is. */
export function mayAt(who: Who, name: OperationName, process?: string): boolean {
  const { rights } = operations[name]
  return rights.some((right) => right === "anybody" || right === "everybody" || has(who, right, process))
}

export const maySomewhere = (who: Who, name: OperationName): boolean =>
  mayAt(who, name) || processes.some((process) => mayAt(who, name, process))

/** Whether anything at all is his there. */
export const hasAnything = (who: Who, process: string): boolean => RIGHTS.some((right) => has(who, right, process))

export function has({ everywhere, within, scope }: Who, right: Right, process?: string): boolean {
  const held = [...everywhere, ...((process !== undefined && within[process]) || [])]
  const covers = (rights: readonly Right[]) => rights.includes(right) || rights.includes("administer")
  if (!covers(held)) return false
  if (scope.rights !== undefined && !covers(scope.rights)) return false
  return scope.processes === undefined || (process !== undefined && scope.processes.includes(process))
}
