import { useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import type { Input, OperationName, Output, Told } from "../../client.ts"
import { useClient } from "./client.ts"
import { RequestKeys } from "./request-keys.ts"

type Command = Exclude<OperationName, "events" | "backup" | "backtest">

export interface ActOptions {
  /** The same key again does nothing again; one of its own unless set, which it keeps while no answer comes. */
  readonly key?: string
  readonly expected?: number
}

const keys = new RequestKeys()

/** Does something. A refusal is a value; what was looked at is asked again afterwards. */
export function useAct<Name extends Command>(name: Name) {
  const client = useClient()
  const queries = useQueryClient()
  return useCallback(
    async (input: Input<Name>, options: ActOptions = {}): Promise<Told<Output<Name>>> => {
      const verb = client[name] as (input: Input<Name>, options: ActOptions) => Promise<Told<Output<Name>>>
      const told = await verb(input, { key: keys.keyOf(name, input), ...options })
      if (told.ok || told.status < 500) keys.answered(name, input)
      const isTried = (input as { readonly dryRun?: boolean }).dryRun === true
      if (told.ok && !isTried) await queries.invalidateQueries()
      return told
    },
    [client, queries, name],
  )
}
