import type { Client, Input, Output } from "../../../client.ts"
import { ask } from "../../server/ask.ts"

export const mostAtOnce = 1000

/** The cases that fit, page by page, up to as many as something is done with at once. */
export async function gatherCases(
  client: Client,
  query: Input<"cases">,
  signal: AbortSignal,
): Promise<Output<"cases">["rows"]> {
  const found: Output<"cases">["rows"][number][] = []
  let after: string | undefined
  do {
    const page = await ask(client, "cases", { ...query, limit: mostAtOnce, ...(after && { after }) }, signal)
    found.push(...page.rows)
    after = page.next
  } while (after !== undefined && found.length < mostAtOnce)
  return found.slice(0, mostAtOnce)
}
