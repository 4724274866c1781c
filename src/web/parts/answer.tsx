import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Problem } from "./problem.tsx"
import { Skeleton } from "./skeleton.tsx"

interface Props<Value> {
  readonly of: UseQueryResult<Value>
  /** While nothing is there yet; some grey lines unless set. */
  readonly loading?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Shows an answer when it is there, that it is on its way before, and what is wrong if it does not come. */
export function Answer<Value>({ of, loading = <Skeleton />, children }: Props<Value>) {
  if (of.data !== undefined) return children(of.data)
  if (of.isError) return <Problem error={of.error} onRetry={() => void of.refetch()} />
  return loading
}
