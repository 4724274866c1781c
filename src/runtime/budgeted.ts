import type { Process } from "../model/net.ts"

/** Whether a process says anywhere what may be spent. Asked at every command, so it is found out once. */
export function isBudgeted(process: Process): boolean {
  const known = those.get(process)
  if (known !== undefined) return known
  const nodes = [...process.nets.values()].flatMap((net) => [...net.nodes.values()])
  const is = process.budget !== undefined || nodes.some(({ task }) => task?.budget !== undefined)
  those.set(process, is)
  return is
}

const those = new WeakMap<Process, boolean>()
