/**
 * The typed builder: processes, exlets, rules and organisations written in TypeScript. Each function makes the word of the language it is named after, so what
 * comes out is the same value a YAML file holds, and is checked by the same readers.
 */
export {
  activity,
  choice,
  type DataOf,
  first,
  forEach,
  otherwise,
  type ProcessSource,
  parallel,
  process,
  program,
  repeatUntil,
  sequence,
  some,
  task,
  wait,
  waitFor,
  waitUntil,
  when,
  whileDo,
} from "./model/builder.ts"
export {
  bundle,
  type ConclusionSource,
  type DocumentSource,
  dataClass,
  exception,
  exlet,
  type RuleSource,
  rule,
  ruleOn,
  rules,
  rulesInOrder,
} from "./model/builder-bundle.ts"
export { any, boolean, date, datetime, duration, integer, list, number, object, string } from "./model/builder-data.ts"
export {
  type BoundSource,
  bind,
  type ConstraintSource,
  constraint,
  type HandlerSource,
  handler,
  mandatory,
  type PatternMember,
  type PatternSource,
  pattern,
} from "./model/builder-handlers.ts"
export type { NeedsSource } from "./model/builder-options.ts"
export {
  type AgentSource,
  type CapabilitySource,
  type OrganisationSource,
  organisation,
  type PermissionSource,
  type RoleSource,
  type UnitSource,
} from "./model/builder-organisation.ts"
export { type ExletStep, step, type WorkletSource } from "./model/builder-steps.ts"
