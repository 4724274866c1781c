/** What a store is, by its name: a database, the memory of this process, or else a file. */
export function storeKind(name: string): "memory" | "postgres" | "sqlite" {
  if (name === "memory") return "memory"
  return /^postgres(ql)?:\/\//.test(name) ? "postgres" : "sqlite"
}

/** The file that a name means: itself, or what stands behind `sqlite:`. */
export function fileOf(name: string): string {
  return name.replace(/^sqlite:(?:\/\/(?=\/))?/, "")
}

/** For messages: the address of a database, its password masked, whatever signs it has; anything else as it is. */
export function withoutPassword(name: string): string {
  return storeKind(name) === "postgres"
    ? name.replace(/^([^/]*\/\/[^:@/]*):.*@/, "$1:********@").replace(/([?&]password=)[^&]*/, "$1********")
    : name
}
