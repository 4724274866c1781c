import type { Keys } from "../access/keys.ts"
import type { Handlers } from "./handler.ts"
import { bindings } from "./handlers/bindings.ts"
import { cases } from "./handlers/cases.ts"
import { definitions } from "./handlers/definitions.ts"
import { handling } from "./handlers/handling.ts"
import { history } from "./handlers/history.ts"
import { interventions } from "./handlers/interventions.ts"
import { items } from "./handlers/items.ts"
import { notifications } from "./handlers/notifications.ts"
import { overviews } from "./handlers/overviews.ts"
import { people } from "./handlers/people.ts"
import { programs } from "./handlers/programs.ts"
import { records } from "./handlers/records.ts"
import { rules } from "./handlers/rules.ts"
import { running, type ServerFacts } from "./handlers/running.ts"
import { signingIn } from "./handlers/signing-in.ts"
import { teaching } from "./handlers/teaching.ts"

/** What is done for each operation that is JSON in and JSON out. One that is forgotten does not compile. */
export function handlersOf({ keys, facts }: { readonly keys: Keys; readonly facts: ServerFacts }): Handlers {
  return {
    ...definitions,
    ...cases,
    ...overviews,
    ...items,
    ...handling,
    ...interventions,
    ...rules,
    ...teaching,
    ...bindings,
    ...people,
    ...notifications,
    ...programs,
    ...history,
    ...signingIn(keys),
    ...running(facts),
    ...records,
  }
}
