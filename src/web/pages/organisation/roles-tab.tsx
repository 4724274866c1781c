import { useMemo } from "react"
import { changeQuery, useLocation } from "../../app/location.tsx"
import type { OrganisationFacts } from "./organisation-facts.ts"
import { columnsOf, type Spot, tiedTo } from "./role-columns.ts"
import "./roles-tab.css"

const rowHeight = 38
const width = 220
const gap = 130
const top = 30

/** People, roles and capabilities as a picture; whatever is chosen shows what leads to it and where it leads. */
export function RolesTab({ facts }: { readonly facts: OrganisationFacts }) {
  const { query } = useLocation()
  const { spots, ties, rows, left } = useMemo(() => columnsOf(facts), [facts])
  const chosen = query.get("chosen") ?? undefined
  const tied = useMemo(() => (chosen === undefined ? undefined : tiedTo(chosen, facts, Date.now())), [chosen, facts])
  const byKey = new Map(spots.map((spot) => [spot.key, spot]))
  const hasCapabilities = spots.some(({ column }) => column === 2)
  const columns = hasCapabilities ? 3 : 2
  return (
    <div className="stack">
      <p className="soft">
        Choose a name to see what it leads to and what leads to it. Choose it again to see all.
        {left > 0 && ` ${left} more people are not in the picture.`}
      </p>
      {tied && chosen !== undefined && (
        <p>
          <strong>{byKey.get(chosen)?.title}</strong>:{" "}
          {spots
            .filter(({ key }) => tied.has(key) && key !== chosen)
            .map(({ title }) => title)
            .join(", ") || "nothing else"}
        </p>
      )}
      {/* Wide pictures are scrolled, by keys as well. */}
      <div className="roles-frame" role="region" aria-label="People, roles and capabilities" tabIndex={0}>
        <div
          className="roles-picture"
          style={{ width: columns * width + (columns - 1) * gap, height: top + rows * rowHeight }}
        >
          <svg width="100%" height="100%" aria-hidden="true">
            {ties.map(({ from, to }) => {
              const [a, b] = [byKey.get(from), byKey.get(to)]
              const look = tied === undefined ? "" : tied.has(from) && tied.has(to) ? "tied" : "dim"
              return a && b && <path key={`${from} ${to}`} className={look} d={tiePath(a, b)} />
            })}
          </svg>
          {["People and programs", "Roles", ...(hasCapabilities ? ["Capabilities"] : [])].map((title, column) => (
            <h3 key={title} style={{ left: column * (width + gap), width }}>
              {title}
            </h3>
          ))}
          {spots.map((spot) => (
            <button
              key={spot.key}
              type="button"
              className={`roles-spot ${looks[spot.column]} ${tied && !tied.has(spot.key) ? "dim" : ""}`}
              style={{ left: spot.column * (width + gap), top: top + spot.row * rowHeight, width }}
              aria-pressed={spot.key === chosen}
              title={spot.note ? `${spot.title}\n${spot.note}` : spot.title}
              onClick={() => changeQuery({ chosen: spot.key === chosen ? undefined : spot.key })}
            >
              <span className="cut">{spot.title}</span>
              {spot.note && <span className="soft small cut">{spot.note}</span>}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

const looks = ["agent", "role", "capability"] as const

function tiePath(a: Spot, b: Spot): string {
  const y1 = middle(a)
  const y2 = middle(b)
  if (a.column === b.column) {
    const x = a.column * (width + gap) + width
    return `M${x} ${y1}C${x + gap / 2} ${y1} ${x + gap / 2} ${y2} ${x} ${y2}`
  }
  const x1 = a.column * (width + gap) + width
  const x2 = b.column * (width + gap)
  const bend = gap * 0.6
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}

const middle = ({ row }: Spot): number => top + row * rowHeight + 15
