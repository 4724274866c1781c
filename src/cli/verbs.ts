import type { OperationName } from "../client.ts"
import { asCaseId, familyOf } from "../messages/ids.ts"
import { deployable, pathArguments } from "./deployable.ts"
import { handledToo, nobodyWaits, oldSecret, strangerKey } from "./doubts.ts"
import { exitCode } from "./exit-codes.ts"
import { himself } from "./himself.ts"
import { isItem, isWholeItem, place } from "./hold-place.ts"
import { caseOf, learntFrom, learntFromFlags, soughtFrom } from "./learnt-from.ts"
import { withLocalMoments } from "./local-moment.ts"
import { caseLines } from "./show-case.ts"
import { deploymentLines } from "./show-deployment.ts"
import { drawingLines } from "./show-drawing.ts"
import { boundLines, handlerLines } from "./show-handlers.ts"
import { interventionLines, similarLines } from "./show-intervention.ts"
import {
  alikeLines,
  answeredExit,
  answeredLines,
  handledLines,
  interventionRowLines,
  reevaluatedLines,
} from "./show-interventions.ts"
import { itemLines, itemRowLines } from "./show-items.ts"
import { ladderLines, outlookLines } from "./show-ladder.ts"
import { explainedLines, hitLines, nodeLines, treeLines } from "./show-rules.ts"
import { countLines, newKeyLines } from "./show-server.ts"
import { checkedLines, lessonLines, vocabularyLines } from "./show-teaching.ts"
import { whoCanLines } from "./show-who-can.ts"
import type { Word } from "./word.ts"

/** Every operation of the doors with its word. One that is forgotten does not compile. */
export const verbs = {
  // Definitions
  deploy: {
    word: "deploy",
    arguments: pathArguments,
    hidden: ["text", "files", "bundle"],
    fill: deployable,
    show: deploymentLines,
    makes: true,
  },
  verify: { own: "verify" },
  convert: { own: "convert" },
  processes: { word: "processes" },
  process: { word: "process" },
  net: { word: "net", show: drawingLines },
  removeProcess: { word: "remove-process" },
  exlets: { word: "exlets", columns: ["name", "version", "at", "by", "source"] },
  stepForms: { word: "steps", columns: ["word", "group", "about", "example"] },
  removeExlet: { word: "remove-exlet" },
  whereUsed: { word: "uses" },
  bundle: { own: "export" },

  // Cases
  overview: {
    word: "overview",
    columns: ["process", "running", "held", "trouble", "ended", "completed", "interventions", "overdue"],
  },
  taskCounts: { word: "tasks", columns: ["task", "items", "held", "exceptions"] },
  start: { word: "start", places: ["process"], show: (started) => [started.case] },
  cases: {
    word: "cases",
    columns: [
      "id",
      "number",
      "process",
      "version",
      "state",
      "held",
      "exceptions",
      "interventions",
      "startedAt",
      "startedBy",
      "endedAt",
    ],
  },
  case: { word: "case", show: caseLines },
  caseItems: {
    word: "case-items",
    columns: ["id", "task", "status", "held", "agent", "dueAt", "enabledAt", "endedAt"],
  },
  removeCase: { word: "remove" },
  setData: { word: "set" },
  suspendCase: { word: "suspend" },
  continueCase: { word: "continue" },
  jump: { word: "jump" },
  recheckCase: { word: "recheck" },
  rollback: { word: "rollback" },
  run: { word: "run", places: ["exlet"], optional: ["exlet"] },
  message: {
    word: "message",
    places: ["name"],
    names: { key: "message-key" },
    show: (reached) => [`Brought to case ${reached.case}.`],
  },

  // Items
  items: { word: "items", show: itemRowLines },
  item: { word: "item", show: itemLines },
  acceptItem: { word: "accept" },
  declineItem: { word: "decline" },
  delegateItem: { word: "delegate" },
  handBackItem: { word: "hand-back" },
  reassignItem: { word: "reassign" },
  startItem: { word: "begin" },
  updateItem: { word: "update" },
  completeItem: { word: "complete" },
  forceCompleteItem: { word: "force-complete" },
  failItem: { word: "fail" },
  skipItem: { word: "skip" },
  removeItem: { word: "remove", when: isItem },
  restartItem: { word: "restart" },
  retryItem: { word: "retry" },
  amendItem: { word: "amend" },
  awaitAgent: { word: "await-agent" },
  addInstance: { word: "add-instance", places: ["element"] },
  suspendItem: { word: "suspend", when: isWholeItem },
  continueItem: { word: "continue", when: isWholeItem },
  recheckItem: { word: "recheck", when: isItem },
  suspend: { word: "suspend", ...place },
  continue: { word: "continue", ...place },
  candidates: { word: "organisation candidates" },
  whoCan: { word: "organisation who-can", show: whoCanLines },

  // What goes wrong
  raise: { word: "raise", places: ["class"], warn: nobodyWaits },
  report: { word: "report" },
  caseTriggers: { word: "triggers", columns: ["class", "title", "level", "wouldRun"] },
  itemTriggers: { word: "triggers", when: isItem, columns: ["class", "title", "level", "wouldRun"] },
  patternProgress: {
    word: "pattern-progress",
    fill: (given) => ({ family: familyOf(asCaseId(given.sure("family"))) }),
    columns: ["pattern", "key", "since", "until", "missing"],
  },
  runs: {
    word: "runs",
    fill: (given) => ({ family: familyOf(asCaseId(given.sure("family"))) }),
    columns: ["id", "exlet", "case", "at", "position", "worklets", "startedAt"],
  },
  ladder: { word: "ladder", show: ladderLines },
  exceptions: { word: "exceptions", columns: ["id", "class", "process", "at", "item", "state", "raisedAt", "endedAt"] },
  exceptionTrend: { word: "trend", columns: ["at", "class", "process", "count"] },
  openGroups: { word: "groups", columns: ["class", "process", "at", "exceptions", "interventions", "since", "dueAt"] },
  interventions: { word: "interventions", show: interventionRowLines },
  intervention: { word: "intervention", show: interventionLines },
  answer: { word: "answer", places: ["do"], warn: async (_, input) => alikeLines(input) },
  assignIntervention: { word: "assign", places: ["to"] },
  postpone: { word: "postpone" },
  takeBack: { word: "take-back" },
  similar: { word: "similar", show: similarLines },
  answerAll: { word: "answer-all", show: answeredLines, exit: answeredExit },
  reevaluate: { word: "reevaluate", show: reevaluatedLines },
  replaceRun: { word: "replace" },

  // Rules
  trees: {
    word: "rules show",
    when: (given) => !given.has("tree"),
    show: ({ rows }, looks) => (rows.length === 0 ? ["No rules."] : rows.flatMap((tree) => treeLines(tree, looks))),
  },
  tree: { word: "rules show", show: treeLines },
  treeNodes: { word: "rules nodes", show: nodeLines },
  treeHits: { word: "rules hits", show: hitLines },
  treeHandles: { word: "rules handles", show: handledLines },
  treeChanges: { word: "rules changes", columns: ["version", "at", "by", "reason", "change"] },
  decisions: { word: "rules decisions" },
  learn: {
    word: "rules add",
    ...learntFrom,
    show: ({ tree, version, node }) => [`Rule #${node} is in force: ${tree} v${version}.`],
    warn: handledToo,
  },
  lesson: {
    word: "rules lesson",
    ...learntFrom,
    show: lessonLines,
  },
  checkCondition: {
    word: "rules check",
    places: ["if"],
    flags: learntFromFlags,
    hidden: ["from"],
    seek: (_, client, given) => soughtFrom(client, given),
    show: checkedLines,
    exit: ({ isAcceptable }) => (isAcceptable ? exitCode.done : exitCode.refused),
  },
  repeatedAnswers: { word: "rules repeated", columns: ["class", "at", "says", "count", "recurred", "case"] },
  vocabulary: { word: "rules vocabulary", show: vocabularyLines },
  removeRule: { word: "rules remove", show: ({ version }) => [`Removed; the tree is now v${version}.`] },
  undoRule: {
    word: "rules undo",
    show: ({ version, undone }) => [`Took back the change to v${undone}; the tree is now v${version}.`],
  },
  explain: { word: "rules explain", show: explainedLines },
  applies: { word: "applies", show: outlookLines },
  whatIf: {
    word: "rules explain",
    when: (given) => ["on", "case", "item"].some((name) => given.has(name)),
    optional: ["case"],
    async seek({ case: id, item }, client) {
      if (id !== undefined || item === undefined) return { ok: true, value: {} }
      const found = await caseOf(client, item)
      return found.ok ? { ok: true, value: { case: found.value } } : found
    },
    show: explainedLines,
  },
  backtest: { own: "rules backtest" },
  handlers: { word: "handlers", show: handlerLines },
  bind: { word: "bind", places: ["at"], show: boundLines },
  unbind: {
    word: "unbind",
    places: ["at"],
    optional: ["at"],
    show: ({ handler, at }) => at.map((scope) => `${handler} is no longer bound at ${scope}.`),
  },
  removeHandler: { word: "remove-handler" },
  exceptionClasses: { word: "classes", columns: ["name", "title", "is", "raisedAt", "isBuiltIn"] },
  dataClasses: { word: "data-classes", columns: ["name", "title", "is", "isDeclared", "data"] },
  patterns: { word: "patterns", columns: ["name", "version", "at", "by", "source"] },
  removePattern: { word: "remove-pattern" },
  constraints: { word: "constraints", columns: ["name", "at", "since", "by", "source"] },
  removeConstraint: { word: "remove-constraint" },

  // People
  organisation: { word: "organisation show", columns: ["kind", "name", "version", "at", "by", "source"] },
  organisationChanges: {
    word: "organisation changes",
    columns: ["kind", "name", "version", "at", "by", "reason", "source"],
  },
  grant: { word: "organisation grant", places: ["capabilities"] },
  worklist: {
    word: "work",
    ...himself,
    show: itemRowLines,
  },
  may: {
    word: "organisation may",
    places: ["right"],
    show: ({ may }, { paint }) => [may ? paint("green", "yes") : paint("red", "no")],
    exit: ({ may }) => (may ? exitCode.done : exitCode.refused),
  },

  // Notifications
  notifications: {
    word: "notifications",
    ...himself,
    columns: ["id", "text", "to", "process", "about", "at", "readAt"],
  },
  markRead: { word: "mark-read", ...himself, show: ({ read }) => [`${read} read.`] },
  deliveries: { word: "deliveries", columns: ["id", "channel", "agent", "attempts", "dueAt", "error"] },
  resend: { word: "resend", show: ({ resent }) => [`${resent} to be tried again.`] },

  // Programs
  claim: { word: "claim", columns: ["id", "attempt", "task", "case", "leaseUntil", "data"] },
  heartbeat: { word: "heartbeat" },
  reportOutput: { word: "done" },
  reportFailure: { word: "failed" },

  // History
  entries: { own: "history" },
  events: { own: "follow" },
  log: {
    word: "log",
    names: { order: "by" },
    fill: (given) => ({ family: familyOf(asCaseId(given.sure("family"))) }),
    show: ({ lines }) => lines.map(withLocalMoments),
  },

  // Signing in
  me: { word: "whoami" },
  signIn: { none: "a session is for browsers; here the key goes with every call" },
  signOut: { none: "a session is for browsers; here the key goes with every call" },
  keys: {
    word: "keys list",
    columns: ["id", "agent", "name", "rights", "processes", "createdAt", "expiresAt", "revokedAt"],
  },
  createKey: { word: "keys create", places: ["agent"], makes: true, show: newKeyLines, warn: strangerKey },
  rotateKey: { word: "keys rotate", show: newKeyLines, warn: oldSecret },
  revokeKey: {
    word: "keys revoke",
    show: ({ key }) => [`Revoked ${key.id} of ${key.agent}.`],
  },

  // Operations
  server: { word: "server" },
  counts: { word: "status", show: countLines },
  stalled: { word: "stalled", columns: ["case", "process", "at", "item", "reason", "message", "since", "exception"] },
  quarantined: { word: "quarantine list" },
  release: { word: "quarantine release" },
  backup: { own: "backup" },
  records: { own: "archive" },
  forgetFamilies: { own: "archive" },
  adoptRecords: { own: "unarchive" },
} satisfies { readonly [Name in OperationName]: Word<Name> }
