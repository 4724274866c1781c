/** What was acknowledged, and what was known when it was asked for. */
export class Journal {
  readonly started = new Map<string, { readonly process: string; readonly acknowledgedAt: number }>()
  /** What was answered under which key. */
  readonly answered: { readonly key: string; readonly process: string; readonly data: object; readonly of: string }[] =
    []
  /** Who was told that an item is completed, by the key of the request. */
  readonly completed = new Map<string, string[]>()
  readonly messages = new Set<string>()
  readonly alarms: { readonly family: string; readonly from: number; readonly to: number }[] = []
  /** The version of the tree that was acknowledged before a case was begun. */
  readonly probes = new Map<string, { readonly least: number; readonly isMarked: boolean }>()
  readonly taught: { readonly tree: string; readonly version: number }[] = []
  readonly violations: string[] = []

  complete(item: string, key: string): void {
    const keys = this.completed.get(item)
    if (keys) keys.push(key)
    else this.completed.set(item, [key])
  }

  violation(text: string): void {
    this.violations.push(text)
  }
}
