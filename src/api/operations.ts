import { bindings } from "./bindings.ts"
import { cases } from "./cases.ts"
import { definitions } from "./definitions.ts"
import { handling } from "./handling.ts"
import { history } from "./history.ts"
import { interventions } from "./interventions.ts"
import { items } from "./items.ts"
import { notifications } from "./notifications.ts"
import type { AnswerOf, InputOf, Operation } from "./operation.ts"
import { overviews } from "./overviews.ts"
import { people } from "./people.ts"
import { programs } from "./programs.ts"
import { records } from "./records.ts"
import type { OperationName } from "./routes.ts"
import { rules } from "./rules.ts"
import { running } from "./running.ts"
import { signingIn } from "./signing-in.ts"
import { teaching } from "./teaching.ts"

/** Every verb of the doors. A name that has no route, or a route that has no operation, does not compile. */
export const operations = {
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
  ...signingIn,
  ...running,
  ...records,
} satisfies { readonly [Name in OperationName]: Operation }

export type Operations = typeof operations
/** What an operation takes: its parameters and its input together. */
export type Input<Name extends OperationName> = InputOf<Operations[Name]>
export type Output<Name extends OperationName> = AnswerOf<Operations[Name]>
