import { RefusedError } from "../../../client.ts"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import { ItemWork } from "./item-work.tsx"

export interface ItemPaneProps {
  readonly id: string
  /** Whoever came by keys goes on in the form. */
  readonly isFocusWanted: boolean
  readonly hasNext: boolean
  readonly onNext: () => void
}

/** The item that was chosen, or why there is none to be seen. */
export function ItemPane(props: ItemPaneProps) {
  const { id, hasNext, onNext } = props
  const [family = id] = id.split(".")
  const asked = useAsk("item", { item: id }, { of: family })
  const isGone = asked.error instanceof RefusedError && asked.error.status === 404
  if (isGone) return <Gone wasThere={asked.data !== undefined} hasNext={hasNext} onNext={onNext} />
  if (asked.data) return <ItemWork {...props} item={asked.data} family={family} />
  return (
    <Card>{asked.isError ? <Problem error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton />}</Card>
  )
}

/** Whoever may see only what he could do does not see what somebody else has. */
function Gone({ wasThere, hasNext, onNext }: { wasThere: boolean; hasNext: boolean; onNext: () => void }) {
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
            {hasNext && (
              <div>
                <Button look="main" icon="right" onClick={onNext}>
                  Next item
                </Button>
              </div>
            )}
          </div>
        </Empty>
      </div>
    </Card>
  )
}
