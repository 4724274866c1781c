import { placeOfScope } from "../../../model/scope-text.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"

/** Names that may stand in a field of a step, by its kind: who there is, the steps of the process, the processes. */
export function useOffers(kind: string, at: string): readonly string[] {
  const { may } = useSession()
  const process = placeOfScope(at).process ?? ""
  const people = useAsk("organisation", {}, { when: may("see") && kind in entries })
  const net = useAsk(
    "net",
    { process },
    { when: may("see") && process !== "" && (kind === "task" || kind === "place") },
  )
  const processes = useAsk("processes", {}, { when: may("see") && kind === "place" })
  const tasks = (net.data?.nets ?? []).flatMap(({ nodes }) => nodes.flatMap(({ task }) => task ?? []))
  switch (kind) {
    case "agent":
    case "capability":
      return (people.data?.rows ?? []).filter((row) => entries[kind].includes(row.kind)).map(({ name }) => name)
    case "task":
      return tasks
    case "place":
      return [...tasks.map((task) => `${process}/${task}`), ...(processes.data?.rows ?? []).map(({ name }) => name)]
    default:
      return []
  }
}

const entries = { agent: ["agent", "role", "unit"], capability: ["capability"] }
