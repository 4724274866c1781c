import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { Card } from "../../parts/card.tsx"
import { Field } from "../../parts/field.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { useAsk } from "../../server/ask.ts"

interface Props {
  readonly id: string
  /** What its process is called. */
  readonly title: string | undefined
  /** Where whoever looks may see it. */
  readonly view: Output<"case"> | undefined
  readonly item: string | undefined
  readonly isItemGone: boolean
}

/** What it is about: the case, or one of its items. */
export function RaiseAbout({ id, title, view, item, isItemGone }: Props) {
  const [family] = id.split(".")
  const asked = useAsk("item", { item: item ?? "" }, { of: family, when: item !== undefined && view === undefined })
  const live = (view?.items ?? (asked.data ? [asked.data] : [])).filter(({ endedAt }) => endedAt === undefined)
  const isKnown = item === undefined || live.some((each) => each.id === item)
  return (
    <Card className="raise-about">
      <div className="row raise-facts">
        <span className="grow stack tight">
          <strong>{title ?? "A case"}</strong>
          <span className="mono soft small cut">{id}</span>
        </span>
        {view && <StateBadge state={view.state} isHeld={view.held} />}
      </div>
      <Field
        label="About"
        {...(isItemGone && { problem: "That item is not there any more: it is about the whole case now." })}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={isKnown && !isItemGone ? (item ?? "") : ""}
            onChange={(event) => changeQuery({ item: event.target.value, what: undefined })}
          >
            <option value="">The case as a whole</option>
            {live.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title ?? titleOf(each.task)}
                {each.agent && each.kind === "work" ? ` (${each.agent})` : ""}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Card>
  )
}
