import type { Input } from "../api/operations.ts"
import type { OperationName } from "../api/routes.ts"
import { asCaseId } from "../messages/ids.ts"

/** What each operation could be asked, as the reference shows it; what needs nothing may be missing. */
export const examples: Examples = {
  deploy: { text: "process: order\nflow: [ { task: pack }, { task: send } ]", reason: "our first process" },
  verify: { text: "process: order\nflow: [ { task: pack }, { task: send } ]" },
  convert: { text: "process: order\nflow: [ { task: pack }, { task: send } ]", to: "wqm" },
  process: { process: "organise-concert" },
  removeProcess: { process: "order", reason: "nobody orders any more" },
  removeExlet: { exlet: "send-flowers", reason: "no rule uses it any more" },
  whereUsed: { name: "move-to-small-venue" },

  start: { process: "organise-concert", data: { seating: 20_000 }, reason: "the summer tour" },
  cases: { process: "organise-concert", state: "running", limit: 20 },
  case: { case: "1m7p0sj6z0x470dz" },
  removeCase: { case: "1m7p0sj6z0x470dz", reason: "the band has broken up" },
  setData: { case: "1m7p0sj6z0x470dz", data: { ticketsSold: 9000 } },
  suspendCase: { case: "1m7p0sj6z0x470dz", reason: "waiting for the weather" },
  continueCase: { case: "1m7p0sj6z0x470dz" },
  jump: { case: "1m7p0sj6z0x470dz", to: "sellTickets", item: "1m7p0sj6z0x470dz.i1" },
  recheckCase: { case: "1m7p0sj6z0x470dz" },
  rollback: { case: "1m7p0sj6z0x470dz", to: "sellTickets", reason: "sold at the wrong price" },
  message: { name: "payment-received", key: "order 17", data: { amount: 99 } },

  items: { case: "1m7p0sj6z0x470dz", live: true },
  item: { item: "1m7p0sj6z0x470dz.i1" },
  acceptItem: { item: "1m7p0sj6z0x470dz.i1" },
  declineItem: { item: "1m7p0sj6z0x470dz.i1", reason: "on holiday" },
  delegateItem: { item: "1m7p0sj6z0x470dz.i1", to: "bob" },
  handBackItem: { item: "1m7p0sj6z0x470dz.i1" },
  reassignItem: { item: "1m7p0sj6z0x470dz.i1", to: "bob" },
  startItem: { item: "1m7p0sj6z0x470dz.i1" },
  updateItem: { item: "1m7p0sj6z0x470dz.i1", data: { ticketsSold: 4000 } },
  completeItem: { item: "1m7p0sj6z0x470dz.i1", data: { ticketsSold: 9000 } },
  forceCompleteItem: { item: "1m7p0sj6z0x470dz.i1", data: { ticketsSold: 9000 } },
  failItem: { item: "1m7p0sj6z0x470dz.i1" },
  skipItem: { item: "1m7p0sj6z0x470dz.i1" },
  removeItem: { item: "1m7p0sj6z0x470dz.i1" },
  restartItem: { item: "1m7p0sj6z0x470dz.i1" },
  retryItem: { item: "1m7p0sj6z0x470dz.i1", with: "next" },
  amendItem: { item: "1m7p0sj6z0x470dz.i1", needs: { role: "booker" } },
  awaitAgent: { item: "1m7p0sj6z0x470dz.i1" },
  addInstance: { item: "1m7p0sj6z0x470dz.i1", element: { name: "one more" } },
  suspendItem: { item: "1m7p0sj6z0x470dz.i1" },
  continueItem: { item: "1m7p0sj6z0x470dz.i1" },
  recheckItem: { item: "1m7p0sj6z0x470dz.i1" },
  candidates: { item: "1m7p0sj6z0x470dz.i1" },
  suspend: { target: { kind: "end", case: asCaseId("1m7p0sj6z0x470dz") }, reason: "the bill is not paid" },
  continue: { target: { kind: "end", case: asCaseId("1m7p0sj6z0x470dz") } },

  raise: { case: "1m7p0sj6z0x470dz", class: "support-act-break-up" },
  report: { case: "1m7p0sj6z0x470dz", title: "Stadium roof damaged", text: "A storm took half of it" },
  caseTriggers: { case: "1m7p0sj6z0x470dz" },
  itemTriggers: { item: "1m7p0sj6z0x470dz.i1" },
  exceptions: { process: "organise-concert" },
  ladder: { exception: "1m7p0sj6z0x470dz.x9" },
  interventions: { process: "organise-concert" },
  intervention: { intervention: "1m7p0sj6z0x470dz.q1" },
  answer: { intervention: "1m7p0sj6z0x470dz.q1", do: "run", exlet: "postpone" },
  assignIntervention: { intervention: "1m7p0sj6z0x470dz.q1", to: "bob" },
  postpone: { intervention: "1m7p0sj6z0x470dz.q1", dueAt: "2026-12-24T09:00:00Z" },
  takeBack: { intervention: "1m7p0sj6z0x470dz.q1" },
  similar: { intervention: "1m7p0sj6z0x470dz.q1" },
  answerAll: { process: "organise-concert", class: "Timeout", answer: { do: "dismiss" } },
  replaceRun: { run: "1m7p0sj6z0x470dz.r1" },

  tree: { tree: "itemPre organise-concert/doShow" },
  treeChanges: { tree: "itemPre organise-concert/doShow" },
  decisions: { tree: "itemPre organise-concert/doShow", failed: true },
  learn: {
    on: "itemPre",
    at: "organise-concert/doShow",
    if: "ticketsSold < 100",
    then: "cancel-show",
    from: { case: "1m7p0sj6z0x470dz", item: "1m7p0sj6z0x470dz.i3" },
    reason: "nobody came last time",
  },
  removeRule: { tree: "itemPre organise-concert/doShow", node: 3 },
  undoRule: { tree: "itemPre organise-concert/doShow" },
  explain: { family: "1m7p0sj6z0x470dz", version: 12 },
  applies: { on: "Timeout", case: "1m7p0sj6z0x470dz", item: "1m7p0sj6z0x470dz.i3" },
  whatIf: { on: "itemPre", case: "1m7p0sj6z0x470dz", item: "1m7p0sj6z0x470dz.i3" },
  backtest: {
    on: "itemPre",
    at: "organise-concert/doShow",
    if: "ticketsSold < 100",
    then: "cancel-show",
    from: { case: "1m7p0sj6z0x470dz", item: "1m7p0sj6z0x470dz.i3" },
  },
  bind: { handler: "over-budget", at: ["requisition/payment", "role:clerk"], with: { limit: 2000 } },
  unbind: { handler: "over-budget", at: "requisition/payment", reason: "payments are checked elsewhere now" },
  removeHandler: { handler: "over-budget", reason: "nothing needs it any more" },
  removePattern: { pattern: "three-changes" },
  removeConstraint: { constraint: "budget@requisition" },

  organisationChanges: { kind: "agent", name: "bob" },
  grant: { agent: "bob", capabilities: ["forklift"], until: "2030-12-24T09:00:00Z" },
  notifications: { agent: "ann", unread: true },
  markRead: { agent: "ann" },
  resend: { channel: "mail" },
  worklist: { agent: "bob", order: "due" },
  may: { agent: "bob", right: "teach", process: "organise-concert" },

  claim: { worker: "charge-card", limit: 5, lease: 60_000 },
  heartbeat: { item: "1m7p0sj6z0x470dz.i1", attempt: 1 },
  reportOutput: { item: "1m7p0sj6z0x470dz.i1", attempt: 1, data: { receipt: "r-17" } },
  reportFailure: { item: "1m7p0sj6z0x470dz.i1", attempt: 1, message: "the card has expired" },

  entries: { after: 0, process: "organise-concert" },
  events: { live: true, process: "organise-concert" },
  log: { family: "1m7p0sj6z0x470dz", order: "cause" },
  patternProgress: { family: "1m7p0sj6z0x470dz" },

  createKey: { agent: "bob", name: "Bob's laptop", rights: ["see", "do"] },
  rotateKey: { key: "k7p0sj6z0x" },
  revokeKey: { key: "k7p0sj6z0x" },

  release: { family: "1m7p0sj6z0x470dz" },
}

type Examples = { readonly [Name in Needy]: Input<Name> } & {
  readonly [Name in Exclude<OperationName, Needy>]?: Input<Name>
}

/** Those that cannot be asked without saying anything. */
type Needy = { [Name in OperationName]: Record<never, never> extends Input<Name> ? never : Name }[OperationName]
