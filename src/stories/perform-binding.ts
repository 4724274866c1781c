import { parseScope } from "../model/scope-text.ts"
import type { Act } from "../runtime/answer.ts"
import { accepted, type Outcome, outcomeOf } from "./outcome.ts"
import type { BindHandlers } from "./story.ts"
import type { World } from "./world.ts"

/** Binds or unbinds, through the engine's own verbs. A task of the case a story is about may stand without its process. */
export async function performBinding(
  world: World,
  { do: word, bindings }: BindHandlers,
  of: string | undefined,
  act: Act,
): Promise<Outcome> {
  const { engine } = world
  for (const { handler, at, with: given } of bindings) {
    const scopes = at && (await Promise.all(at.map((scope) => scopeMeant(world, scope, of))))
    const where = scopes && { at: scopes }
    const outcome = outcomeOf(
      word === "bind"
        ? await engine.bind({ handler, at: scopes ?? [], ...(given && { with: given }) }, act)
        : await engine.unbind({ handler, ...where }, act),
    )
    if (outcome.kind !== "accepted") return outcome
  }
  return accepted
}

async function scopeMeant(world: World, at: string, of: string | undefined): Promise<string> {
  const scope = parseScope(at)
  if (scope.kind !== "place" || scope.task !== undefined || world.engine.process(at)) return at
  const id = await world.caseOf(of)
  const view = id && (await world.engine.case(id, { most: Number.POSITIVE_INFINITY }))
  return view && Object.hasOwn(view.states, at) ? `${view.process}/${at}` : at
}
