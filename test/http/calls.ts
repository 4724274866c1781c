import type { Input } from "../../src/api/operations.ts"
import { operations } from "../../src/api/operations.ts"
import { basePath, type OperationName, routes, targetOf } from "../../src/api/routes.ts"
import { type House, helper, lessonOf, secretAgent } from "./house.ts"

/**
 * Where what an operation is about stands.
 * `place`: in the process of a case, item or tree. `list`: rows of many, shown to whom they concern. `everywhere`: in no process,
 * so the right must not be bound to one. `repertoire`: shared by all processes. `worklist`: somebody's. `nowhere`: asks for no right.
 */
export type Standing = "place" | "list" | "everywhere" | "repertoire" | "worklist" | "nowhere"

export interface Call<Name extends OperationName = OperationName> {
  readonly stands: Standing
  readonly input: (house: House) => Input<Name>
  /** Why it may be refused to somebody who has the right, as a house is furnished. */
  readonly refused?: readonly string[]
}

/** A good call of every operation. One that is not here does not compile. */
export const calls: { readonly [Name in OperationName]: Call<Name> } = {
  deploy: { stands: "everywhere", input: () => ({ text: "process: extra\nflow: [ { task: a } ]" }) },
  verify: { stands: "repertoire", input: () => ({ text: "process: extra\nflow: [ { task: a } ]" }) },
  convert: { stands: "repertoire", input: () => ({ text: "process: extra\nflow: [ { task: a } ]", to: "wqm" }) },
  processes: { stands: "list", input: () => ({}) },
  process: { stands: "place", input: ({ process }) => ({ process }) },
  net: { stands: "place", input: ({ process }) => ({ process }) },
  removeProcess: { stands: "everywhere", input: () => ({ process: "idle" }) },
  exlets: { stands: "repertoire", input: () => ({}) },
  stepForms: { stands: "repertoire", input: () => ({}) },
  removeExlet: { stands: "everywhere", input: () => ({ exlet: "unused" }) },
  whereUsed: { stands: "repertoire", input: ({ exlet }) => ({ name: exlet }) },
  bundle: { stands: "everywhere", input: () => ({}) },

  start: { stands: "place", input: ({ process }) => ({ process, data: { coins: [1] } }) },
  overview: { stands: "list", input: () => ({}) },
  taskCounts: { stands: "place", input: ({ process }) => ({ process }) },
  whoCan: { stands: "place", input: ({ process }) => ({ process, task: "guard" }) },
  cases: { stands: "list", input: () => ({ limit: 1000 }) },
  case: { stands: "place", input: (house) => ({ case: house.case }) },
  caseItems: { stands: "place", input: (house) => ({ case: house.case, limit: 1000 }) },
  removeCase: { stands: "place", input: (house) => ({ case: house.case }) },
  setData: { stands: "place", input: (house) => ({ case: house.case, data: { plan: "another" } }) },
  suspendCase: { stands: "place", input: (house) => ({ case: house.case }) },
  continueCase: { stands: "place", input: ({ heldCase }) => ({ case: heldCase }), refused: ["NOT_HELD"] },
  jump: { stands: "place", input: (house) => ({ case: house.case, to: "weigh" }) },
  recheckCase: { stands: "place", input: (house) => ({ case: house.case }) },
  rollback: { stands: "place", input: (house) => ({ case: house.case, to: "weigh" }), refused: ["TASK_NOT_DONE"] },
  run: { stands: "place", input: (house) => ({ case: house.case, steps: [{ notify: helper, text: "hello" }] }) },
  message: {
    stands: "place",
    input: (house) => ({ name: `${house.process}-signal`, key: 900, case: house.case }),
  },

  items: { stands: "list", input: () => ({ limit: 1000 }) },
  item: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  acceptItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  declineItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  delegateItem: {
    stands: "place",
    input: ({ items }) => ({ item: items.weigh, to: helper }),
    refused: ["ITEM_NOT_YOURS"],
  },
  handBackItem: {
    stands: "place",
    input: ({ items }) => ({ item: items.weigh }),
    refused: ["ITEM_NOT_YOURS", "ITEM_NOT_STARTED"],
  },
  reassignItem: { stands: "place", input: ({ items }) => ({ item: items.weigh, to: helper }) },
  startItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  updateItem: {
    stands: "place",
    input: ({ items }) => ({ item: items.weigh, data: { plan: "another" } }),
    refused: ["ITEM_NOT_STARTED", "ITEM_NOT_YOURS"],
  },
  completeItem: { stands: "place", input: ({ items }) => ({ item: items.weigh, data: { plan: "another" } }) },
  forceCompleteItem: { stands: "place", input: ({ items }) => ({ item: items.weigh, data: { plan: "another" } }) },
  failItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  skipItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  removeItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  restartItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }), refused: ["ITEM_NOT_STARTED"] },
  retryItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }), refused: ["NOT_RETRYABLE"] },
  amendItem: { stands: "place", input: ({ items }) => ({ item: items.guard, needs: { role: "guard" } }) },
  awaitAgent: { stands: "place", input: ({ items }) => ({ item: items.guard }), refused: ["NOT_RETRYABLE"] },
  addInstance: { stands: "place", input: ({ items }) => ({ item: items.coins, element: 3 }) },
  suspendItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  continueItem: { stands: "place", input: ({ heldItem }) => ({ item: heldItem }), refused: ["NOT_HELD"] },
  recheckItem: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  candidates: { stands: "place", input: ({ items }) => ({ item: items.guard }) },
  suspend: { stands: "place", input: (house) => ({ target: { kind: "case", case: house.case as never } }) },
  continue: {
    stands: "place",
    input: ({ heldCase }) => ({ target: { kind: "case", case: heldCase as never } }),
    refused: ["NOT_HELD"],
  },

  raise: { stands: "place", input: (house) => ({ case: house.case, class: house.trigger, with: { who: "me" } }) },
  report: { stands: "place", input: (house) => ({ case: house.case, title: "Something else" }) },
  caseTriggers: { stands: "place", input: (house) => ({ case: house.case }) },
  itemTriggers: { stands: "place", input: ({ items }) => ({ item: items.weigh }) },
  exceptions: { stands: "list", input: () => ({ limit: 1000 }) },
  exceptionTrend: { stands: "list", input: () => ({ from: 0, to: "2126-01-01T00:00:00Z", bucket: "P365D" }) },
  openGroups: { stands: "list", input: () => ({}) },
  ladder: { stands: "place", input: ({ exception }) => ({ exception }) },
  interventions: { stands: "list", input: () => ({ limit: 1000 }) },
  intervention: { stands: "place", input: ({ intervention }) => ({ intervention }) },
  answer: { stands: "place", input: ({ intervention }) => ({ intervention, do: "dismiss" }) },
  assignIntervention: { stands: "place", input: ({ intervention }) => ({ intervention, to: "administrator" }) },
  postpone: { stands: "place", input: ({ intervention }) => ({ intervention, dueAt: "2126-01-01T00:00:00Z" }) },
  takeBack: {
    stands: "place",
    input: ({ intervention }) => ({ intervention }),
    refused: ["ANSWER_NOT_RETRACTABLE"],
  },
  similar: { stands: "place", input: ({ intervention }) => ({ intervention }) },
  answerAll: { stands: "list", input: () => ({ answer: { do: "dismiss" } }) },
  reevaluate: { stands: "list", input: () => ({}) },
  replaceRun: { stands: "place", input: ({ run }) => ({ run }) },

  trees: { stands: "list", input: () => ({}) },
  tree: { stands: "place", input: ({ tree }) => ({ tree }) },
  treeNodes: { stands: "place", input: ({ learntTree }) => ({ tree: learntTree }) },
  treeHits: { stands: "place", input: ({ tree }) => ({ tree }) },
  treeHandles: { stands: "place", input: ({ tree }) => ({ tree }) },
  treeChanges: { stands: "place", input: ({ learntTree }) => ({ tree: learntTree }) },
  decisions: { stands: "place", input: ({ tree }) => ({ tree }) },
  learn: {
    stands: "place",
    input: (house) => ({
      on: "itemPre",
      at: `${house.process}/guard`,
      if: "amount > 10",
      then: "nothing",
      from: { case: house.case, item: house.items.guard },
    }),
  },
  lesson: {
    stands: "place",
    input: (house) => ({
      on: "itemPre",
      at: `${house.process}/weigh`,
      from: { case: house.case, item: house.items.weigh },
    }),
  },
  checkCondition: {
    stands: "place",
    input: (house) => ({
      on: "itemPre",
      at: `${house.process}/weigh`,
      if: "amount > 5",
      from: { case: house.case, item: house.items.weigh },
    }),
  },
  repeatedAnswers: { stands: "place", input: ({ process }) => ({ process }) },
  vocabulary: { stands: "place", input: ({ process }) => ({ on: "itemPre", at: `${process}/weigh` }) },
  removeRule: { stands: "place", input: ({ learntTree }) => ({ tree: learntTree, node: 1 }) },
  undoRule: { stands: "place", input: ({ learntTree }) => ({ tree: learntTree }) },
  explain: { stands: "place", input: ({ family, decision }) => ({ family, version: decision }) },
  applies: { stands: "place", input: (house) => ({ on: "ItemAbort", case: house.case, item: house.items.seal }) },
  whatIf: { stands: "place", input: (house) => ({ on: "itemPre", case: house.case, item: house.items.seal }) },
  backtest: {
    stands: "place",
    input: (house) => ({
      ...lessonOf(house.process),
      at: `${house.process}/guard`,
      from: { case: house.case, item: house.items.guard },
    }),
  },

  handlers: { stands: "repertoire", input: () => ({}) },
  bind: { stands: "place", input: ({ process }) => ({ handler: "watch", at: `${process}/guard` }) },
  unbind: {
    stands: "place",
    input: ({ process }) => ({ handler: "watch", at: `${process}/weigh` }),
    refused: ["NOT_BOUND"],
  },
  removeHandler: { stands: "everywhere", input: () => ({ handler: "spare" }) },
  exceptionClasses: { stands: "repertoire", input: () => ({}) },
  dataClasses: { stands: "repertoire", input: () => ({}) },
  patterns: { stands: "repertoire", input: () => ({}) },
  removePattern: { stands: "everywhere", input: () => ({ pattern: "unheard" }) },
  constraints: { stands: "list", input: () => ({}) },
  removeConstraint: { stands: "everywhere", input: () => ({ constraint: "budget@idle" }) },

  organisation: { stands: "everywhere", input: () => ({}) },
  organisationChanges: { stands: "everywhere", input: () => ({}) },
  grant: { stands: "everywhere", input: () => ({ agent: helper, capabilities: ["juggle"] }) },
  worklist: { stands: "worklist", input: () => ({ agent: secretAgent }) },
  may: { stands: "everywhere", input: () => ({ agent: helper, right: "see" }) },

  notifications: { stands: "everywhere", input: () => ({ agent: helper }) },
  markRead: { stands: "everywhere", input: () => ({ agent: helper }) },
  deliveries: { stands: "everywhere", input: () => ({}) },
  resend: { stands: "everywhere", input: () => ({ deliveries: ["nothing"] }) },

  claim: { stands: "list", input: ({ worker }) => ({ worker }) },
  heartbeat: {
    stands: "place",
    input: ({ items, attempt }) => ({ item: items.polish, attempt }),
    refused: ["ATTEMPT_OVER"],
  },
  reportOutput: {
    stands: "place",
    input: ({ items, attempt }) => ({ item: items.polish, attempt }),
    refused: ["ATTEMPT_OVER"],
  },
  reportFailure: {
    stands: "place",
    input: ({ items, attempt }) => ({ item: items.polish, attempt, message: "out of wax" }),
    refused: ["ATTEMPT_OVER"],
  },

  entries: { stands: "list", input: () => ({ limit: 1000 }) },
  events: { stands: "list", input: () => ({}) },
  log: { stands: "place", input: ({ family }) => ({ family }) },
  patternProgress: { stands: "place", input: ({ family }) => ({ family }) },
  runs: { stands: "place", input: ({ family }) => ({ family }) },

  me: { stands: "nowhere", input: () => ({}) },
  signIn: { stands: "nowhere", input: () => ({}) },
  signOut: { stands: "nowhere", input: () => ({}) },
  keys: { stands: "everywhere", input: () => ({}) },
  createKey: { stands: "everywhere", input: () => ({ agent: helper, name: "a key" }) },
  rotateKey: { stands: "everywhere", input: ({ spareKey }) => ({ key: spareKey }), refused: ["KEY_NOT_LIVE"] },
  revokeKey: { stands: "everywhere", input: ({ spareKey }) => ({ key: spareKey }), refused: ["KEY_NOT_LIVE"] },

  server: { stands: "nowhere", input: () => ({}) },
  counts: { stands: "everywhere", input: () => ({}) },
  stalled: { stands: "list", input: () => ({}) },
  quarantined: { stands: "everywhere", input: () => ({}) },
  release: { stands: "everywhere", input: ({ family }) => ({ family }), refused: ["FAMILY_NOT_QUARANTINED"] },
  backup: { stands: "everywhere", input: () => ({}) },
  records: { stands: "everywhere", input: () => ({ endedBefore: 0 }) },
  forgetFamilies: { stands: "everywhere", input: ({ family }) => ({ families: [{ family, digest: "another" }] }) },
  adoptRecords: { stands: "everywhere", input: () => ({ records: [] }) },
}

export const operationNames = Object.keys(routes) as OperationName[]
export const commandNames = operationNames.filter((name) => operations[name].kind === "command")

export type Fields = Readonly<Record<string, unknown>>

export const inputOf = (name: OperationName, house: House): Fields => calls[name].input(house) as Fields

/** An input as it travels: what stands in the path, in the query, and in the body. */
export interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: string
}

export function requestOf(name: OperationName, input: Fields): Request {
  const { method, path, parameters } = targetOf(name)
  const filled = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(String(input[parameter])))
  const rest = Object.entries(input).filter(([key, value]) => !parameters.includes(key) && value !== undefined)
  if (method === "POST") return { method, path: basePath + filled, body: JSON.stringify(Object.fromEntries(rest)) }
  const written = rest.map(([key, value]): [string, string] => [key, String(value)])
  const query = written.length > 0 ? `?${new URLSearchParams(written)}` : ""
  return { method, path: basePath + filled + query }
}

export const asJson = { "content-type": "application/json" } as const
