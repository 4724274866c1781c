/** A question that was asked: which, and about which family. */
export interface Asked {
  readonly name: string
  readonly of?: string
}

/** What a step in these families makes old: answers about one of them, or lists, which anything may change. */
export function isOutdated({ name, of }: Asked, families: ReadonlySet<string>): "family" | "list" | undefined {
  if (settled.has(name)) return undefined
  if (of !== undefined) return families.has(of) ? "family" : undefined
  return definitions.has(name) ? undefined : "list"
}

/** What nothing in a family changes. */
const definitions: ReadonlySet<string> = new Set([
  ...["me", "keys", "server", "processes", "process", "net", "verify", "convert", "deploy", "bundle", "stepForms"],
  ...["exlets", "whereUsed", "trees", "tree", "treeNodes", "treeChanges", "vocabulary", "checkCondition", "handlers"],
  ...["patterns", "constraints", "exceptionClasses", "dataClasses", "organisation", "organisationChanges", "may"],
])

/** What has been decided stays so. */
const settled: ReadonlySet<string> = new Set(["explain"])
