import type { Client, Told } from "../client.ts"
import { agentOf } from "./connecting.ts"
import type { Given } from "./given.ts"
import type { Surroundings } from "./surroundings.ts"

export interface OfAgent {
  readonly agent?: string
}

/** Where no agent is named, it is about whoever asks. */
export const himself = {
  optional: ["agent"],
  fill(given: Given, around: Surroundings): OfAgent {
    const agent = given.text("agent") ?? agentOf(given, around)
    return agent === undefined ? {} : { agent }
  },
  async seek({ agent }: OfAgent, client: Client): Promise<Told<OfAgent>> {
    if (agent !== undefined) return { ok: true, value: {} }
    const me = await client.me()
    return me.ok ? { ok: true, value: { agent: me.value.agent } } : me
  },
} as const
