import type { Command } from "../messages/commands.ts"
import { type AgentId, engineAgent, type FamilyId, type InterventionId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"

export interface Welcoming {
  readonly store: Pick<Store, "interventions">
  look(family: FamilyId): Promise<LoadedFamily | undefined>
  ask(family: FamilyId, command: Command, by: AgentId, more: { readonly reason: string }): Promise<unknown>
}

/** What nobody could do before can be done now that a worker is there: it is tried again. */
export async function welcome(house: Welcoming, worker: string): Promise<void> {
  for (let after: { readonly after: InterventionId } | undefined; ; ) {
    const rows = await house.store.interventions({ limit: 500, ...after })
    for (const { family, class: name, id } of rows) {
      if (name !== "ResourceUnavailable") continue
      const handling = (await house.look(family))?.handling
      const about = handling?.interventions.get(id)?.exception
      const raised = about && handling?.exceptions.get(about)
      if (raised?.item && raised.parameters.worker === worker)
        await house.ask(family, { type: "RetryItem", item: raised.item }, engineAgent, {
          reason: `there is a worker ${worker} now`,
        })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < 500) return
    after = { after: last.id }
  }
}
