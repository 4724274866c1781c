import { Overlay, type Table } from "../src/tables/table.ts"

/**
 * In tests what is in memory of families is frozen: it changes when a batch that lies over it has become durable, and at no
 * other time. Who writes into a row, or into a family itself, fails at once.
 */
const { into, set } = Overlay.prototype
// Files that share a process share its classes.
const isFrozen = set.name === "setFrozen"

if (!isFrozen)
  Overlay.prototype.set = function setFrozen(this: Overlay<unknown, object>, key: unknown, row: object) {
    freeze(row)
    set.call(this, key, row)
  }

if (!isFrozen)
  Overlay.prototype.into = function (this: Overlay<unknown, object>, table: Table<unknown, object>) {
    if (!(table instanceof Map)) return into.call(this, table as never)
    for (const verb of verbs) Reflect.deleteProperty(table, verb)
    into.call(this, table as never)
    for (const verb of verbs) Object.defineProperty(table, verb, { value: refuse, configurable: true })
  }

const verbs = ["set", "delete", "clear"] as const

function refuse(): never {
  throw new Error("a family was changed that must stay as it is until a batch is durable")
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const each of Object.values(value)) freeze(each)
}
