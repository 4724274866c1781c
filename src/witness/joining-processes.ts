import { plainEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { sharedNames } from "../model/shared-data.ts"
import { saysItWrites } from "../verify/data-faults.ts"
import type { Outside } from "./environment.ts"
import type { Stage } from "./stage.ts"

/**
 * Returns what cases that join a family by its case number may do there and rules of others wait for: processes in which it is done, and
 * shared variables that they write.
 */
export function joiningProcesses({ rulebook, processes }: Stage): readonly Outside[] {
  const found = new Map<string, Outside>()
  const add = (name: string, kind: "join" | "write", at: string) => {
    const key = `${kind} ${name}`
    const known = found.get(key)
    found.set(key, known ? { ...known, at: [...known.at, at] } : { name, kind, at: [at] })
  }
  const writers = writersOfShared(processes)
  for (const tree of rulebook.trees()) {
    const plain = tree.root.except && plainEvent(tree.on)
    if (!plain) continue
    const own = placeOfScope(tree.at).process
    const [process = ""] = plain.about.split("/")
    if (plain.word === "written") {
      const isElsewhere = writers.get(plain.about)?.some((name) => name !== own)
      if (isElsewhere) add(plain.about, "write", tree.at)
    } else if (plain.word !== "message" && process !== own && processes.current(process)) add(process, "join", tree.at)
  }
  return [...found.values()].slice(0, mostJoining)
}

/** Each of them is tried wherever something is held. */
const mostJoining = 10

/** By variable, the processes that share it and have a step that says it writes it. */
function writersOfShared(processes: Stage["processes"]): ReadonlyMap<string, readonly string[]> {
  const writers = new Map<string, string[]>()
  for (const name of processes.names()) {
    const process = processes.current(name)
    const shared = process ? sharedNames(process) : []
    if (process === undefined || shared.length === 0) continue
    const nodes = [...process.nets.values()].flatMap((net) => [...net.nodes.values()])
    const written = new Set(nodes.flatMap((node) => saysItWrites(process, node)))
    for (const variable of shared)
      if (written.has(variable)) writers.set(variable, [...(writers.get(variable) ?? []), name])
  }
  return writers
}
