import { useCallback } from "react"
import type { Input, OperationName, Output, Told } from "../../client.ts"
import { useClient } from "./client.ts"
import { changedBy } from "./families-of.ts"
import { RequestKeys } from "./request-keys.ts"
import { useFreshness } from "./use-freshness.ts"

type Command = Exclude<OperationName, "events" | "backup" | "backtest">

export interface ActOptions {
  /** The same key again does nothing again; one of its own unless set, which it keeps while no answer comes. */
  readonly key?: string
  readonly expected?: number
}

const keys = new RequestKeys()

/** Does something. A refusal is a value; what it makes old is asked again afterwards. */
export function useAct<Name extends Command>(name: Name) {
  const client = useClient()
  const freshness = useFreshness()
  return useCallback(
    async (input: Input<Name>, options: ActOptions = {}): Promise<Told<Output<Name>>> => {
      const verb = client[name] as (input: Input<Name>, options: ActOptions) => Promise<Told<Output<Name>>>
      const perform = async () => {
        const told = await verb(input, { key: keys.keyOf(name, input), ...options })
        if (told.ok || told.status < 500) keys.answered(name, input)
        return told
      }
      if ((input as { readonly dryRun?: boolean }).dryRun === true) return perform()
      let answered: Told<Output<Name>> | undefined
      await freshness.act(changedBy(name, input), async () => {
        answered = await perform()
        return answered.ok ? { ok: true, ...eventsIn(answered.value) } : { ok: false }
      })
      if (answered === undefined) throw new Error(`${name} was not answered`)
      return answered
    },
    [client, freshness, name],
  )
}

function eventsIn(value: unknown): { readonly events?: readonly unknown[] } {
  const { events } = (value ?? {}) as { readonly events?: unknown }
  return Array.isArray(events) ? { events } : {}
}
