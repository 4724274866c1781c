import type { LocalFinding, Path } from "../messages/findings.ts"

/** A finding of the readers here: `at: "key"` when the key is what is wrong, not the value under it. */
export interface ReadFinding extends LocalFinding {
  readonly at?: "key"
}

export type ReadReport = (finding: ReadFinding) => void

/** Something that cannot run as written. */
export function wrong(report: ReadReport, code: string, path: Path, message: string, remedy: string): undefined {
  report({ code, severity: "error", path, message, remedy })
}

/** The same, where the key itself is what is wrong. */
export function wrongKey(report: ReadReport, code: string, path: Path, message: string, remedy: string): undefined {
  report({ code, severity: "error", path, message, remedy, at: "key" })
}
