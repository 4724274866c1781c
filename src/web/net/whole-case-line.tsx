import { Icon } from "../parts/icon.tsx"
import { useClassTitle } from "../server/class-titles.ts"
import type { WholeCase } from "./case-marks.ts"

/** Above the net: what concerns the case as a whole and is no step's fault. */
export function WholeCaseLine({ of: { holds, exceptions } }: { readonly of: WholeCase }) {
  const classTitle = useClassTitle()
  if (holds.length === 0 && exceptions.length === 0) return null
  return (
    <ul className="net-whole" aria-label="The whole case">
      {exceptions.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be raised twice
        <li key={index} className="trouble">
          <Icon name="trouble" /> {classTitle(name)}, in the whole case
        </li>
      ))}
      {holds.map((hold) => (
        <li key={hold} className="held">
          <Icon name="held" /> The case is held by {hold}
        </li>
      ))}
    </ul>
  )
}
