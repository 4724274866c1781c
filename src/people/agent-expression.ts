import { compileExpression, isExpression, type Outcome, type Vocabulary } from "../expressions/expression.ts"
import { formatMoment } from "../expressions/time.ts"
import type { JsonObject } from "../messages/json.ts"
import { capabilityVocabulary } from "../model/vocabulary.ts"
import { orgObject } from "./org-object.ts"
import type { Question } from "./question.ts"
import type { Agent } from "./roster.ts"

/** What a `when` and an order by expression may speak of: as derivations, and every other name is the case's. */
const agentVocabulary: Vocabulary = {
  names: { agent: { map: "any" }, now: "timestamp" },
  ...(capabilityVocabulary.functions && { functions: capabilityVocabulary.functions }),
  open: true,
}

/** What an expression over an agent gives for him, or why it gives nothing. */
export type Evaluate = (agent: Agent) => Outcome | string

/** Ready to be asked for many agents. Names but `agent` have the values given with it; `now` is the present if none is given. */
export function agentExpression(
  question: Question,
  source: string,
  values: JsonObject,
  use: "when" | "order",
): Evaluate {
  const compiled = compiledOnce(source)
  if (!isExpression(compiled)) {
    const message = compiled[0]?.message ?? "It makes no sense."
    return () => message
  }
  const { organisation, about } = question
  return (agent) => {
    const given = organisation.givenTo(agent.id, about.now, about.granted?.get(agent.id))
    return compiled.evaluate({
      value: (name) => {
        if (name === "agent") return candidateObject(question, agent, use)
        if (Object.hasOwn(values, name)) return values[name]
        if (name === "org") return orgObject(organisation)
        return name === "now" ? formatMoment(about.now) : undefined
      },
      call: (name, [asked]) =>
        typeof asked === "string" &&
        (organisation.closures.players(asked).has(agent.number) ||
          (name === "has" && organisation.has(agent, asked, given))),
    })
  }
}

/** How much somebody has to do is for the order: whether he may have it does not change with every item he ends. */
function candidateObject({ organisation, workload, about }: Question, agent: Agent, use: "when" | "order"): JsonObject {
  return {
    ...organisation.objectOf(agent),
    ...(use === "order" && { load: workload.load(agent.id) }),
    // Rarely asked for, and everything derivable has to be tried.
    get capabilities() {
      return organisation.tokensOf(agent.id, about.now, about.granted?.get(agent.id))
    },
  }
}

type Compiled = ReturnType<typeof compileExpression>

const compiled = new Map<string, Compiled>()
const MOST_COMPILED = 1000

function compiledOnce(source: string): Compiled {
  const known = compiled.get(source)
  if (known) return known
  const expression = compileExpression(source, agentVocabulary)
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(source, expression)
  return expression
}
