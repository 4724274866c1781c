import type { UseQueryResult } from "@tanstack/react-query"
import type { Output } from "../../../client.ts"
import { useLocation } from "../../app/location.tsx"
import { useAsk } from "../../server/ask.ts"

/** Whose way through the tree is looked at: a decision of the past, or a live case or item as it stands. */
export interface LookedAt {
  readonly kind: "past" | "live" | undefined
  readonly family?: string
  readonly version?: number
  readonly case?: string
  readonly item?: string
  readonly answer: UseQueryResult<Output<"explain">>
}

/** From the address: `family` and `version`, or `case` and `item`. */
export function useLookedAt(on: string): LookedAt {
  const { query } = useLocation()
  const [family, version] = [query.get("family") ?? "", Number(query.get("version") ?? 0)]
  const [id, item] = [query.get("case") ?? "", query.get("item") ?? ""]
  const kind = family && version > 0 ? "past" : id ? "live" : undefined
  const past = useAsk("explain", { family, version: version || 1 }, { when: kind === "past" })
  const live = useAsk("whatIf", { on, case: id, ...(item && { item }) }, { when: kind === "live" })
  return {
    kind,
    answer: kind === "live" ? live : past,
    ...(kind === "past" && { family, version }),
    ...(kind === "live" && { case: id, ...(item && { item }) }),
  }
}
