/**
 * Every verb of the HTTP door by its name, with its method and its path under `/api/v1`. What a verb takes and gives is in
 * `operations.ts`; this is apart so that a client in a browser needs nothing else. What is not in the path travels in the query
 * of a GET and in the body of everything else.
 */
export const routes = {
  // Definitions
  deploy: "POST /deployments",
  verify: "POST /verifications",
  convert: "POST /conversions",
  processes: "GET /processes",
  process: "GET /processes/:process",
  net: "GET /processes/:process/net",
  removeProcess: "POST /processes/:process/remove",
  exlets: "GET /exlets",
  stepForms: "GET /steps",
  removeExlet: "POST /exlets/:exlet/remove",
  whereUsed: "GET /repertoire/:name/uses",
  bundle: "GET /bundle",

  // Cases
  overview: "GET /overview",
  taskCounts: "GET /processes/:process/tasks",
  whoCan: "GET /processes/:process/tasks/:task/candidates",
  start: "POST /cases",
  cases: "GET /cases",
  case: "GET /cases/:case",
  caseItems: "GET /cases/:case/items",
  removeCase: "POST /cases/:case/remove",
  setData: "POST /cases/:case/set-data",
  suspendCase: "POST /cases/:case/suspend",
  continueCase: "POST /cases/:case/continue",
  jump: "POST /cases/:case/jump",
  recheckCase: "POST /cases/:case/recheck",
  rollback: "POST /cases/:case/rollback",
  run: "POST /cases/:case/run",
  message: "POST /messages",

  // Items
  items: "GET /items",
  item: "GET /items/:item",
  acceptItem: "POST /items/:item/accept",
  declineItem: "POST /items/:item/decline",
  delegateItem: "POST /items/:item/delegate",
  handBackItem: "POST /items/:item/hand-back",
  reassignItem: "POST /items/:item/reassign",
  startItem: "POST /items/:item/start",
  updateItem: "POST /items/:item/update",
  completeItem: "POST /items/:item/complete",
  forceCompleteItem: "POST /items/:item/force-complete",
  failItem: "POST /items/:item/fail",
  skipItem: "POST /items/:item/skip",
  removeItem: "POST /items/:item/remove",
  restartItem: "POST /items/:item/restart",
  retryItem: "POST /items/:item/retry",
  amendItem: "POST /items/:item/amend",
  awaitAgent: "POST /items/:item/await-agent",
  addInstance: "POST /items/:item/add-instance",
  suspendItem: "POST /items/:item/suspend",
  continueItem: "POST /items/:item/continue",
  recheckItem: "POST /items/:item/recheck",
  candidates: "GET /items/:item/candidates",
  suspend: "POST /holds/suspend",
  continue: "POST /holds/continue",

  // What goes wrong
  raise: "POST /cases/:case/raise",
  report: "POST /cases/:case/report",
  caseTriggers: "GET /cases/:case/triggers",
  itemTriggers: "GET /items/:item/triggers",
  patternProgress: "GET /families/:family/patterns",
  exceptions: "GET /exceptions",
  exceptionTrend: "GET /exceptions/trend",
  openGroups: "GET /exceptions/groups",
  runs: "GET /families/:family/runs",
  ladder: "GET /exceptions/:exception/ladder",
  interventions: "GET /interventions",
  intervention: "GET /interventions/:intervention",
  answer: "POST /interventions/:intervention/answer",
  assignIntervention: "POST /interventions/:intervention/assign",
  postpone: "POST /interventions/:intervention/postpone",
  takeBack: "POST /interventions/:intervention/take-back",
  similar: "GET /interventions/:intervention/similar",
  answerAll: "POST /interventions/answer",
  reevaluate: "POST /interventions/reevaluate",
  replaceRun: "POST /runs/:run/replace",

  // Rules
  trees: "GET /trees",
  tree: "GET /trees/:tree",
  treeNodes: "GET /trees/:tree/nodes",
  treeHits: "GET /trees/:tree/hits",
  treeHandles: "GET /trees/:tree/handles",
  treeChanges: "GET /trees/:tree/changes",
  decisions: "GET /trees/:tree/decisions",
  learn: "POST /rules",
  lesson: "POST /rules/lesson",
  repeatedAnswers: "GET /processes/:process/repeated-answers",
  checkCondition: "POST /conditions",
  vocabulary: "GET /vocabulary",
  removeRule: "POST /trees/:tree/rules/:node/remove",
  undoRule: "POST /trees/:tree/undo",
  explain: "GET /families/:family/decisions/:version",
  whatIf: "POST /questions",
  applies: "POST /questions/ladder",
  backtest: "POST /backtests",
  handlers: "GET /handlers",
  bind: "POST /handlers/:handler/bind",
  unbind: "POST /handlers/:handler/unbind",
  removeHandler: "POST /handlers/:handler/remove",
  exceptionClasses: "GET /exception-classes",
  dataClasses: "GET /data-classes",
  patterns: "GET /patterns",
  removePattern: "POST /patterns/:pattern/remove",
  constraints: "GET /constraints",
  removeConstraint: "POST /constraints/:constraint/remove",

  // People
  organisation: "GET /organisation",
  organisationChanges: "GET /organisation/changes",
  grant: "POST /agents/:agent/grant",
  worklist: "GET /agents/:agent/worklist",
  may: "GET /agents/:agent/may",

  // Notifications
  notifications: "GET /agents/:agent/notifications",
  markRead: "POST /agents/:agent/notifications/read",
  deliveries: "GET /deliveries",
  resend: "POST /deliveries/resend",

  // Programs
  claim: "POST /workers/:worker/claim",
  heartbeat: "POST /items/:item/attempts/:attempt/heartbeat",
  reportOutput: "POST /items/:item/attempts/:attempt/complete",
  reportFailure: "POST /items/:item/attempts/:attempt/fail",

  // History
  entries: "GET /entries",
  events: "GET /events",
  log: "GET /families/:family/log",

  // Signing in
  me: "GET /me",
  signIn: "POST /session",
  signOut: "POST /session/end",
  keys: "GET /keys",
  createKey: "POST /keys",
  rotateKey: "POST /keys/:key/rotate",
  revokeKey: "POST /keys/:key/revoke",

  // Operations
  server: "GET /server",
  counts: "GET /counts",
  stalled: "GET /stalled",
  quarantined: "GET /quarantine",
  release: "POST /families/:family/release",
  backup: "GET /backup",
  records: "GET /records",
  forgetFamilies: "POST /records/forget",
  adoptRecords: "POST /records/adopt",
} as const satisfies Readonly<Record<string, Route>>

export type Route = `${"GET" | "POST"} /${string}`
export type OperationName = keyof typeof routes

/** Where all of them begin. */
export const basePath = "/api/v1"

export interface Target {
  readonly method: "GET" | "POST"
  /** With `:name` where a parameter stands. */
  readonly path: string
  readonly parameters: readonly string[]
}

export function targetOf(name: OperationName): Target {
  const [method, path] = routes[name].split(" ") as ["GET" | "POST", string]
  return { method, path, parameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter as string) }
}
