import { useId, useLayoutEffect, useRef } from "react"
import type { JsonObject } from "../../../messages/json.ts"
import type { FormField } from "../../../model/forms.ts"
import { DataShown } from "../../parts/data-shown.tsx"
import { Icon } from "../../parts/icon.tsx"
import type { GoingOn } from "./going-on.ts"
import { NextButton } from "./next-button.tsx"

/** What came of an item that is done with. */
export interface Outcome {
  readonly title: string
  /** As in `“Ship it” is completed.` */
  readonly says: string
  /** What was filled in. */
  readonly fields: readonly FormField[]
  readonly value: JsonObject
  /** As high as the item was, so that nothing slides under the pointer. */
  readonly height: number
}

interface Props extends GoingOn {
  readonly outcome: Outcome
}

/** Stays until the person goes on: no other item takes the place of the buttons just pressed. */
export function OutcomeCard({ outcome: { title, says, fields, value, height }, next, onNext }: Props) {
  const card = useRef<HTMLElement>(null)
  const id = useId()
  const isFirst = useRef(true)
  const hasNext = next !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button to be focused comes and goes with it
  useLayoutEffect(() => {
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && !card.current?.contains(activeElement)
    if (isElsewhere && !isFirst.current) return
    isFirst.current = false
    const first = card.current?.querySelector<HTMLElement>("button") ?? card.current?.querySelector<HTMLElement>("h2")
    first?.focus({ preventScroll: true })
  }, [hasNext])
  return (
    <article ref={card} className="item-work card" aria-label={title} style={{ minHeight: height }}>
      <header className="item-head">
        <div className="row nowrap">
          <h2 tabIndex={-1} className="grow">
            {title}
          </h2>
          {next && <NextButton look="main" aria-describedby={id} onNext={onNext} />}
        </div>
      </header>
      <div id={id} className="item-note done" role="status">
        <Icon name="completed" />
        <div>
          <p>{says}</p>
          <p className="soft">
            {next
              ? `Next: ${next.title}, ${next.process}. Press Enter to open it.`
              : "There is nothing else to do now."}
          </p>
        </div>
      </div>
      {fields.length > 0 && (
        <section aria-label="What you entered" className="item-part">
          <DataShown fields={fields} value={value} />
        </section>
      )}
    </article>
  )
}
