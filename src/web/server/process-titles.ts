import { titleOf } from "../../model/forms.ts"
import { useAsk } from "./ask.ts"
import { useSession } from "./session.tsx"

/** What processes are called, by their names; whoever may not see them reads their names as words. */
export function useProcessTitle(): (name: string) => string {
  const { may } = useSession()
  const { data } = useAsk("processes", {}, { when: may("see") })
  return (name) => data?.rows.find((row) => row.name === name)?.title ?? titleOf(name)
}
