import { addressOf, Link } from "../../app/location.tsx"
import { useAsk } from "../../server/ask.ts"
import { eventTitle, treeParts } from "../../words/rule-words.ts"
import { placeOfUse } from "./place-of-use.ts"

/** The rules, handlers and exlets that name it. */
export function ExletUses({ name, isShort = false }: { readonly name: string; readonly isShort?: boolean }) {
  const uses = useAsk("whereUsed", { name })
  if (uses.data === undefined) return <span className="soft">…</span>
  const { rows } = uses.data
  if (rows.length === 0) return <span className="soft">nothing</span>
  if (isShort && rows.length > 1) return <span title={rows.join("\n")}>{rows.length} places</span>
  return (
    <ul className="stack tight">
      {rows.map((row) => {
        const to = addressOfUse(row)
        return <li key={row}>{to ? <Link to={to}>{wordsOfUse(row)}</Link> : row}</li>
      })}
    </ul>
  )
}

function addressOfUse(use: string): string | undefined {
  const place = placeOfUse(use)
  if (place === undefined) return undefined
  if ("exlet" in place) return addressOf("/exlets/:exlet", place)
  return addressOf("/rules/:tree", { tree: place.tree }, { node: place.node })
}

function wordsOfUse(use: string): string {
  const place = placeOfUse(use)
  if (place === undefined || "exlet" in place) return use
  const { on, at } = treeParts(place.tree)
  return `${eventTitle(on).title} · ${at}, rule ${place.node}`
}
