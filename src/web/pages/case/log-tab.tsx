import { useState } from "react"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { useAsk } from "../../server/ask.ts"

const shown = 400

/** Every record of the family as a line, as the command line tells it. */
export function LogTab({ family }: { readonly family: string }) {
  const [order, setOrder] = useState<"time" | "cause">("time")
  const [count, setCount] = useState(shown)
  const log = useAsk("log", { family, order }, { of: family, keep: true })
  return (
    <div className="stack">
      <div className="row" role="group" aria-label="Order">
        {(["time", "cause"] as const).map((each) => (
          <Button
            key={each}
            aria-pressed={each === order}
            look={each === order ? "main" : "plain"}
            onClick={() => setOrder(each)}
          >
            By {each}
          </Button>
        ))}
      </div>
      <Answer of={log}>
        {({ lines }) => (
          <>
            <pre className="log" tabIndex={0}>
              {lines.slice(0, count).join("\n")}
            </pre>
            {lines.length > count && (
              <Button onClick={() => setCount(count + shown * 5)}>Show more of {lines.length} lines</Button>
            )}
          </>
        )}
      </Answer>
    </div>
  )
}
