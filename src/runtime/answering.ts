import type { Family } from "../engine/family.ts"
import type { OpenException } from "../exceptions/handling.ts"
import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import type { Answer as InterventionAnswer } from "../messages/handling.ts"
import { type FamilyId, familyOf, type InterventionId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { isName } from "../model/names.ts"
import { readScope } from "../model/read-scope.ts"
import { isList, isMap } from "../model/read-value.ts"
import { findNode } from "../model/rule-scope.ts"
import { type Act, type Answer, accept, refuse } from "./answer.ts"
import { type Deployable, examine, invalidPart } from "./examining.ts"
import type { LoadedFamily } from "./families.ts"
import { afterPart, learntAs } from "./partly-done.ts"
import { nameFrom } from "./rulebook.ts"
import type { Learnt, TeachingParts } from "./teaching.ts"
import type { Lesson } from "./verbs/asked.ts"

/** The engine's verbs an answer may need. */
export interface Answering {
  look(family: FamilyId): Promise<LoadedFamily | undefined>
  execute(family: FamilyId, command: Command, act?: Act): Promise<Answer<readonly Event[]>>
  /** What comes with a rule that is taught at a process, and takes no other right. */
  declare(what: Deployable, process: string, act: Act): Promise<Answer<unknown>>
  learn(lesson: Lesson, act?: Act): Promise<Answer<Learnt>>
  /** The answer of some work, also if a store failed in it. */
  attempt<Value>(work: () => Promise<Answer<Value>>): Promise<Answer<Value>>
  /** What a command would do, without doing anything. */
  tryOut(family: FamilyId, command: Command, act?: Act): Promise<Answer<unknown>>
}

/** Reads what a person answers and does it; `teach` writes a rule first, and then does what it says. */
export async function answerAsTold(
  parts: TeachingParts,
  answering: Answering,
  id: InterventionId,
  told: Json,
  act: Act,
): Promise<Answer<readonly Event[]>> {
  const execute = (answer: InterventionAnswer) =>
    answering.execute(familyOf(id), { type: "AnswerIntervention", intervention: id, answer }, act)
  if (isMap(told) && told.do === "teach") return teach(parts, answering, id, { told, act, execute })
  const answer = read(parts, told)
  return "code" in answer ? refuse(answer) : execute(answer)
}

/** Why nothing can be answered so, whatever is asked; undefined: something may be. */
export function wrongAnswer(parts: TeachingParts, told: Json): Rejection | undefined {
  const answer = read(parts, told)
  return "code" in answer ? answer : undefined
}

/** What goes with each answer; `data`, which is changed first, goes with all of them. */
const taken: { readonly [verb: string]: readonly string[] } = {
  run: ["exlet", "steps"],
  teach: ["if", "then", "on", "at", "title"],
  retry: ["with"],
  reassign: ["to"],
  needs: ["needs"],
  jump: ["to"],
  rollback: ["to"],
  remove: ["target"],
  confirm: ["answer"],
}

function strangeIn(answer: JsonObject): Rejection | undefined {
  const { do: verb, data: _, ...rest } = answer
  const takes = (typeof verb === "string" && Object.hasOwn(taken, verb) && taken[verb]) || []
  const strange = Object.keys(rest).find((key) => rest[key] !== undefined && !takes.includes(key))
  if (strange === undefined) return undefined
  const known = [...takes, "data"].map((name) => `\`${name}\``).join(", ")
  return wrong(`\`${String(verb)}\` takes no \`${strange}\``, `Leave it out; \`${String(verb)}\` takes ${known}`)
}

function read(parts: TeachingParts, told: Json): InterventionAnswer | Rejection {
  const answer: JsonObject = typeof told === "string" ? { do: told } : isMap(told) ? told : {}
  const { do: verb, data } = answer
  const strange = verbs.includes(String(verb)) ? strangeIn(answer) : undefined
  if (strange) return strange
  if (data !== undefined && !isMap(data)) return wrong("`data` is not an object of names and values")
  const given = data === undefined ? {} : { data }
  switch (verb) {
    case "run": {
      if (typeof answer.exlet === "string") return { do: "run", exlet: answer.exlet, ...given }
      if (!isList(answer.steps)) return wrong("`run` needs an exlet or steps", "Name an `exlet`, or write `steps`")
      const { bundle, findings } = examine({ exlets: { steps: answer.steps } }, parts)
      const [exlet] = bundle.repertoire.exlets
      if (findings.some(({ severity }) => severity === "error") || !exlet)
        return invalidPart("the answer", /^exlets(?=\.steps)/, findings)
      return { do: "run", steps: exlet.steps, ...given }
    }
    case "retry": {
      const { with: how } = answer
      if (how !== undefined && how !== "same" && how !== "next")
        return wrong("`retry` goes `with: same` or `with: next`", "Say one of the two, or nothing")
      return { do: "retry", ...(how && { with: how }), ...given }
    }
    case "needs": {
      if (!isMap(answer.needs))
        return wrong("`needs` needs the needs, under `needs`", "Write them as in a process, as in { role: clerk }")
      return { do: "needs", needs: answer.needs, ...given }
    }
    case "wait":
    case "restart":
    case "skip":
    case "dismiss":
    case "propagate":
      return { do: verb, ...given }
    case "set":
      if (data === undefined || Object.keys(data).length === 0)
        return wrong("`set` needs the data to set, under `data`", "Say names and values, as in { amount: 5 }")
      return { do: "set", data }
    case "reassign":
      if (typeof answer.to !== "string") return wrong("`reassign` needs the agent it goes to, under `to`", sayTo)
      return { do: "reassign", to: answer.to, ...given }
    case "jump":
      if (typeof answer.to !== "string") return wrong("`jump` needs the step it goes on at, under `to`", sayTo)
      return { do: "jump", to: answer.to, ...given }
    case "rollback":
      if (typeof answer.to !== "string") return wrong("`rollback` needs the step it goes back to, under `to`", sayTo)
      return { do: "rollback", to: answer.to, ...given }
    case "remove": {
      const { target = "item" } = answer
      if (target !== "item" && target !== "case")
        return wrong("`remove` takes `target: item` or `target: case`", "Say one of the two, or nothing for the item")
      return { do: "remove", target, ...given }
    }
    case "confirm":
      return { do: "confirm", ...(answer.answer !== undefined && { answer: answer.answer }), ...given }
    default:
      return wrong(`there is no answer ${JSON.stringify(verb ?? null)}`)
  }
}

interface Teaching {
  readonly told: JsonObject
  readonly act: Act
  execute(answer: InterventionAnswer): Promise<Answer<readonly Event[]>>
}

/**
 * A rule is learnt from the exception, so that the next one like it is handled without asking. What was reported as unforeseen
 * becomes a trigger of that title, which cases offer from then on.
 */
async function teach(
  parts: TeachingParts,
  answering: Answering,
  id: InterventionId,
  { told, act, execute }: Teaching,
): Promise<Answer<readonly Event[]>> {
  const loaded = await answering.look(familyOf(id))
  const open = loaded?.handling.interventions.get(id)
  const raised = open?.exception && loaded?.handling.exceptions.get(open.exception)
  const found = open && loaded?.state.cases.get(open.case)
  if (!loaded || !open || !raised || !found) {
    const isThere = open !== undefined
    return refuse({
      code: isThere ? "ANSWER_NOT_POSSIBLE" : "INTERVENTION_NOT_OPEN",
      message: isThere ? "only the answer to an exception can be taught" : `intervention ${id} is not open`,
      remedy: isThere ? "Choose another answer" : "Look at the list of interventions",
    })
  }
  const { then: conclusion } = told
  const strange = strangeIn(told)
  if (strange) return refuse(strange)
  const isSaid = typeof conclusion === "string" || isList(conclusion)
  if (!isSaid)
    return refuse(wrong("`teach` needs `then`: an exlet's name, or steps", "Say what is to be done from now on"))
  const { classes } = parts.rulebook
  const { title: reported } = raised.parameters
  const isReport = classes.is(raised.class, "Unforeseen") && typeof reported === "string"
  const on = typeof told.on === "string" ? canonicalEvent(told.on) : isReport ? "Unforeseen" : raised.class
  if (!classes.names(raised.class).includes(on))
    return refuse(
      wrong(
        `this is ${raised.class}, and no rule on ${on} is asked about it`,
        "Name its class, or one it is a kind of",
      ),
    )
  const at = scopeTold(told.at, placeOf(parts, loaded.state, raised))
  if (typeof at !== "string") return refuse(at)
  const answer = answerBy(parts, conclusion, told)
  if ("code" in answer) return refuse(answer)
  const command = { type: "AnswerIntervention", intervention: id, answer } as const
  const tried = await answering.tryOut(familyOf(id), command, act)
  if (!tried.ok) return tried
  const item = raised.item ? { item: raised.item } : {}
  const learnt = await answering.learn(
    {
      on,
      at,
      if: isReport && on === "Unforeseen" ? aboutReport(reported, told.if) : conditionOf(told.if),
      then: conclusion,
      ...(typeof told.title === "string" && { title: told.title }),
      from: { case: open.case, ...item },
    },
    act,
  )
  if (!learnt.ok) return learnt
  const rest = async (): Promise<Answer<readonly Event[]>> => {
    const { process } = found
    const declared = isReport ? await declare(parts, answering, { title: reported, process }, act) : learnt
    return declared.ok ? execute(answer) : declared
  }
  const answered = await answering.attempt(rest)
  if (act.dryRun) return answered
  return afterPart({ done: learntAs(learnt.value), left: `do what it says, and answer intervention ${id}` }, answered)
}

/** Where a rule about an exception belongs: the task or activity it concerns, where that is a place for rules, else the process. */
function placeOf({ processes }: TeachingParts, { cases, items }: Family, { case: id, item }: OpenException): string {
  const found = cases.get(id)
  const process = found && processes.find(found.process, found.version)
  const task = item && items.get(item)?.task
  if (process === undefined) return ""
  return task !== undefined && findNode(process, task) ? `${process.name}/${task}` : process.name
}

/** A scope as text, as the map that files have, or unsaid. */
function scopeTold(told: Json | undefined, usual: string): string | Rejection {
  if (told === undefined) return usual
  const problems: string[] = []
  const scope = readScope(told, [], "`at`", ({ message }) => problems.push(message))
  return (
    scope ?? wrong(problems.join(" "), "Name a task, an activity, a process, `everywhere`, or a role as in role:clerk")
  )
}

const conditionOf = (told: Json | undefined): string => (told === undefined ? "true" : String(told))

/** Another report is another matter, whatever else is asked for: unless the condition itself says which titles it is for. */
function aboutReport(title: string, told: Json | undefined): string {
  const isThis = `event.title == ${JSON.stringify(title)}`
  const condition = String(told ?? "true").trim()
  if (condition === "true") return isThis
  return /\bevent\s*\.\s*title\b/.test(condition) ? condition : `${isThis} && (${condition})`
}

/** What the rule says is also the answer this time. */
function answerBy(parts: TeachingParts, conclusion: Json, told: JsonObject): InterventionAnswer | Rejection {
  if (conclusion === "nothing") return { do: "dismiss" }
  const program = isList(conclusion) ? { steps: conclusion } : { exlet: conclusion }
  return read(parts, { do: "run", ...program, ...(told.data !== undefined && { data: told.data }) })
}

/** What was reported once has a name from now on, and can be picked from the list of triggers. */
async function declare(
  { rulebook }: TeachingParts,
  answering: Answering,
  { title, process }: { readonly title: string; readonly process: string },
  act: Act,
): Promise<Answer<unknown>> {
  if (rulebook.classes.titled(title)) return accept(undefined)
  const plain = nameFrom(title)
  const isFree = isName(plain) && canonicalEvent(plain) === plain && !rulebook.classes.has(plain)
  const name = isFree ? plain : `report-${rulebook.declaredClasses().length + 1}`
  const parameters = { title: { type: "string", default: title }, text: { type: "string", default: "" } }
  return answering.declare({ exceptions: { [name]: { is: "Unforeseen", title, parameters } } }, process, act)
}

function wrong(message: string, remedy = `Answer with ${verbs.slice(0, -1).join(", ")} or ${verbs.at(-1)}`): Rejection {
  return { code: "ANSWER_NOT_POSSIBLE", message, remedy }
}

const sayTo = "Look at the intervention: it lists what there is to choose from"
const verbs: readonly string[] = [
  "run",
  "teach",
  "retry",
  "restart",
  "skip",
  "set",
  "reassign",
  "needs",
  "wait",
  "jump",
  "rollback",
  "remove",
  "propagate",
  "confirm",
  "dismiss",
]
