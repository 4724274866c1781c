export type About = "data" | "event" | "agent" | "item" | "flow" | "case"

interface Value {
  readonly name: string
  readonly about: About
  readonly here?: unknown
  readonly there?: unknown
  readonly differs: boolean
}

export type ShownValue<Of> = Of & { /** The first about its subject. */ readonly begins: boolean }

/** Compared with another case, what differs; alone, its data and what has happened. All of it where all is wanted, what differs first. */
export function shownValues<Of extends Value>(
  values: readonly Of[],
  { isCompared, isWhole }: { readonly isCompared: boolean; readonly isWhole: boolean },
): { readonly rows: readonly ShownValue<Of>[]; readonly hidden: number } {
  const isTelling = ({ name, differs, about }: Of) =>
    !everyEventHas.has(name) &&
    !isOwnAnyway.test(name) &&
    (isCompared ? differs || about === "data" : telling.has(about))
  const shown = isWhole ? values : values.filter(isTelling)
  const order = (value: Of) => abouts.indexOf(value.about) * 2 + (isCompared && !value.differs ? 1 : 0)
  const rows = shown.toSorted((one, other) => order(one) - order(other))
  return {
    rows: rows.map((value, index) => ({ ...value, begins: rows[index - 1]?.about !== value.about })),
    hidden: values.length - shown.length,
  }
}

/** Where, when and what it was is known already. */
const everyEventHas: ReadonlySet<string> = new Set(
  ["at", "by", "case", "class", "item", "process", "time"].map((name) => `event.${name}`),
)
/** No two cases share these, which says nothing. */
const isOwnAnyway = /^(now|(item|case|family)\.(id|\w+At))$/
const telling: ReadonlySet<About> = new Set(["data", "event"])
const abouts: readonly About[] = ["data", "event", "agent", "item", "flow", "case"]
