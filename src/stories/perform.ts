import type { Act } from "../runtime/answer.ts"
import { aliasOf } from "./aliases.ts"
import { accepted, type Outcome, outcomeOf } from "./outcome.ts"
import { isHandling, performHandling } from "./perform-handling.ts"
import { commandOf } from "./step-command.ts"
import type { Step } from "./story.ts"
import type { World } from "./world.ts"

/** Does what a step says, through the engine's own verbs. Looking (`expect`) is not doing. */
export async function perform(world: World, step: Step): Promise<Outcome> {
  const { action } = step
  const act: Act = {
    ...(step.by !== undefined && { by: step.by }),
    ...(step.reason !== undefined && { reason: step.reason }),
  }
  switch (action.do) {
    case "start": {
      const alias = aliasOf(step) ?? action.process
      world.nameNextFamily(alias)
      const answer = await world.engine.start(action.process, { ...act, data: action.data })
      if (answer.ok) world.remember(alias, answer.value.case)
      return outcomeOf(answer)
    }
    case "advance":
      if ("by" in action.time) await world.clock.advance(action.time.by)
      else await world.clock.advanceTo(action.time.to)
      return accepted
    case "crash":
      await world.crash()
      return accepted
    case "message": {
      const { name, key, data } = action
      const to = step.of === undefined ? undefined : await world.caseOf(step.of)
      return outcomeOf(
        await world.engine.message({ name, data, ...(key !== undefined && { key }), ...(to && { case: to }) }, act),
      )
    }
    case "deploy":
      return outcomeOf(await world.engine.deploy(action.definitions, act))
    case "grant": {
      const { agent, capabilities, until } = action
      return outcomeOf(await world.engine.grant(agent, capabilities, { ...act, ...(until !== undefined && { until }) }))
    }
    case "expect":
    case "later":
      return accepted
    default: {
      const id = await world.caseOf(step.of)
      const view = id && (await world.engine.case(id))
      if (!view)
        return {
          kind: "mistaken",
          message: step.of === undefined ? "No case has been started yet." : `There is no case ${step.of}.`,
        }
      if (isHandling(action)) return performHandling(world, view, action, act)
      const command = await commandOf(world, view, action)
      return "kind" in command ? command : outcomeOf(await world.engine.execute(view.family, command, act))
    }
  }
}
