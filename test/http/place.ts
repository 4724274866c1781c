import type { FastifyInstance } from "fastify"
import { onTestFinished } from "vitest"
import type { Principal } from "../../src/access/principal.ts"
import { openDoor } from "../../src/http/app.ts"
import type { DoorOptions } from "../../src/http/door.ts"
import type { Handlers } from "../../src/http/handler.ts"
import { accepted, type Engine, openEngine } from "../../src/main.ts"
import { asAgentId, asFamilyId, asItemId } from "../../src/messages/ids.ts"

export interface Place {
  readonly engine: Engine
  readonly app: FastifyInstance
}

/** The bearer of these tests is the agent's name; `nobody` is let in nowhere. */
export const authenticate: DoorOptions["authenticate"] = async ({ authorization = "Bearer ann", as }) => {
  const agent = authorization.replace(/^Bearer /, "")
  if (agent === "nobody") {
    return { ok: false, rejection: { code: "NOT_SIGNED_IN", message: "nobody is signed in", remedy: "Sign in" } }
  }
  const principal: Principal = { agent: asAgentId(as ?? agent), scope: {}, by: "key", credential: `key of ${agent}` }
  return { ok: true, value: as === undefined ? principal : { ...principal, behind: asAgentId(agent) } }
}

/** A few handlers that do as little as the door needs to be seen at work; the others are missing. */
export function fewHandlers(engine: Engine): Partial<Handlers> {
  return {
    deploy: async ({ text, bundle }, { desk }) => {
      const told = await engine.deploy(text ?? (bundle as never) ?? "", desk.act({}))
      return told.ok ? { ok: true, value: { ...told.value, findings: [] } as never } : told
    },
    start: async ({ process, data }, { desk, key }) => {
      const told = await engine.start(process, { ...desk.act({}), ...(data && { data: data as never }) })
      return told.ok ? { ok: true, value: { case: key === undefined ? told.value.case : key } } : told
    },
    items: async ({ process, live }) => ({
      ok: true,
      value: { rows: (await engine.items({ ...(process && { process }), ...(live && { live }) })) as never },
    }),
    completeItem: async ({ item, data }, { desk }) => {
      const told = await engine.completeItem(asItemId(item), data as never, desk.act({}))
      return told.ok ? { ok: true, value: { events: told.value } } : told
    },
    log: async ({ family }, { desk }) => ({
      ok: true,
      value: { lines: [`read by ${desk.principal.agent}`, ...(await engine.log(asFamilyId(family)))], revision: 7 },
    }),
    suspendCase: async ({ reason = "" }, { expected, key }) => ({
      ok: true,
      value: { events: [{ type: "Told", reason, expected, key } as never] },
    }),
    me: async (_, { desk, csrf }) => ({
      ok: true,
      value: { agent: desk.principal.agent, by: desk.principal.by, rights: [], ...(csrf !== undefined && { csrf }) },
    }),
    may: async () => ({ ok: true, value: { may: true } }),
  }
}

export async function openPlace(options: Partial<DoorOptions> = {}, handlers: Partial<Handlers> = {}): Promise<Place> {
  const engine = options.engine ?? (await openEngine())
  accepted(await engine.deploy("process: order\nflow: [ { task: pack } ]"))
  const app = openDoor({
    ...{ engine, authenticate, version: "1.2.3", checkAnswers: true },
    handlers: { ...fewHandlers(engine), ...handlers } as Handlers,
    ...options,
  })
  onTestFinished(async () => {
    await app.close()
    await engine.stop()
  })
  return { engine, app }
}
