import { familyOf } from "../messages/ids.ts"
import type { Act } from "../runtime/answer.ts"
import { aliasOf } from "./aliases.ts"
import { accepted, type Outcome, outcomeOf } from "./outcome.ts"
import { performBinding } from "./perform-binding.ts"
import { isHandling, performHandling } from "./perform-handling.ts"
import { commandOf } from "./step-command.ts"
import type { SendMessage, Step } from "./story.ts"
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
      const { number, data } = action
      const under = number === undefined ? {} : { number }
      const answer = await world.engine.start(action.process, { ...act, ...under, data })
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
      const { name, key, data, start } = action
      const message = { name, data, ...(key !== undefined && { key }) }
      const to = await addressOf(world, step, message)
      const alias = "case" in to ? undefined : aliasOf(step)
      if (alias !== undefined) world.nameNextFamily(alias)
      const answer = await world.engine.message({ ...message, ...to, ...(start !== undefined && { start }) }, act)
      if (answer.ok && alias !== undefined) world.remember(alias, answer.value.case)
      return outcomeOf(answer)
    }
    case "deploy":
      return outcomeOf(await world.engine.deploy(action.definitions, act))
    case "bind":
    case "unbind":
      return performBinding(world, action, step.of, act)
    case "grant": {
      const { agent, capabilities, until } = action
      return outcomeOf(await world.engine.grant(agent, capabilities, { ...act, ...(until !== undefined && { until }) }))
    }
    case "expect":
      return accepted
    default: {
      const id = await world.caseOf(step.of)
      const view = id && (await world.engine.case(id, { most: Number.POSITIVE_INFINITY }))
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

/** A message finds the case that waits for it; one that no case waits for may be for rules about the case meant. */
async function addressOf(world: World, { of, action }: Step, message: Pick<SendMessage, "name" | "key">) {
  const meant = await world.caseOf(of)
  if (of !== undefined && meant) return { case: meant }
  const waiting = await world.engine.expecting(message)
  if (waiting) return { case: waiting }
  return meant && action.do === "message" && action.start === undefined ? { family: familyOf(meant) } : {}
}
