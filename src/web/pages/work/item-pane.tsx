import { useState } from "react"
import { RefusedError } from "../../../client.ts"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import type { GoingOn } from "./going-on.ts"
import { ItemWork } from "./item-work.tsx"
import { NextButton } from "./next-button.tsx"
import { type Outcome, OutcomeCard } from "./outcome-card.tsx"

export interface ItemPaneProps extends GoingOn {
  readonly id: string
  /** Whoever came by keys goes on in the form. */
  readonly isFocusWanted: boolean
}

/** The item that was chosen, or why there is none to be seen; and what came of it once it is done. */
export function ItemPane(props: ItemPaneProps) {
  const { id, next, onNext } = props
  const [family = id] = id.split(".")
  const [outcome, setOutcome] = useState<Outcome>()
  const asked = useAsk("item", { item: id }, { of: family, when: outcome === undefined })
  if (outcome) return <OutcomeCard outcome={outcome} next={next} onNext={onNext} />
  const isGone = asked.error instanceof RefusedError && asked.error.status === 404
  if (isGone) return <Gone wasThere={asked.data !== undefined} next={next} onNext={onNext} />
  if (asked.data) return <ItemWork {...props} item={asked.data} family={family} onDone={setOutcome} />
  return (
    <Card>{asked.isError ? <Problem error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton />}</Card>
  )
}

interface GoneProps extends GoingOn {
  readonly wasThere: boolean
}

/** Whoever may see only what they could do does not see what somebody else has. */
function Gone({ wasThere, next, onNext }: GoneProps) {
  return (
    <Card>
      <div role="alert">
        <Empty
          icon="people"
          title={wasThere ? "This item is not yours to do any more" : "There is no such item for you"}
        >
          <div className="stack">
            <p>
              {wasThere
                ? "Somebody else has taken it meanwhile, or it is over."
                : "It is over, somebody else has it, or the address is wrong."}
            </p>
            {next && (
              <div>
                <NextButton look="main" onNext={onNext} />
              </div>
            )}
          </div>
        </Empty>
      </div>
    </Card>
  )
}
