import { useMemo } from "react"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"

export interface ProcessCount {
  readonly running: number
  /** Of those: with something open. */
  readonly trouble: number
}

/** How many cases of each process run, and how many of them are in trouble; undefined until it is known. */
export function useProcessCounts(): (process: string) => ProcessCount | undefined {
  const { may } = useSession()
  const { data } = useAsk("overview", {}, { when: may("see") })
  return useMemo(() => {
    const counts = new Map(data?.rows.map(({ process, running, trouble }) => [process, { running, trouble }]))
    return (process) => (data ? (counts.get(process) ?? none) : undefined)
  }, [data])
}

const none: ProcessCount = { running: 0, trouble: 0 }
