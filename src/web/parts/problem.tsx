import { ConnectionError, RefusedError } from "../../client.ts"
import type { Finding } from "../../messages/findings.ts"
import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"
import "./problem.css"

interface Props {
  readonly error: unknown
  /** Whether something was asked, or was to be done. */
  readonly of?: "question" | "act"
  readonly onRetry?: () => void
}

/** What went wrong with something that was asked: what happened, what to do next, and its code. */
export function Problem({ error, of = "question", onRetry }: Props) {
  const { title, findings = [], remedy, code } = problemOf(error, of)
  return (
    <div className="problem" role="alert">
      <Icon name="trouble" size={18} />
      <div className="grow">
        <p className="problem-title">{title}</p>
        {findings.length > 1 && (
          <ul className="problem-findings">
            {findings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {remedy && <p>{remedy}</p>}
        {code && (
          <p className="small">
            <a href={`/docs/errors#${code}`} target="_blank" rel="noreferrer">
              {code}
            </a>
          </p>
        )}
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

export interface ProblemWords {
  readonly title: string
  /** Everything that is wrong, where that is more than one thing. */
  readonly findings?: readonly string[]
  readonly remedy?: string
  readonly code?: string
}

export function problemOf(error: unknown, of: Props["of"] = "question"): ProblemWords {
  if (error instanceof RefusedError) {
    const { message, remedy, code, findings = [] } = error.rejection
    const said = [...new Set((findings as readonly Finding[]).map((finding) => sentence(finding.message)))]
    // The message has all of them in one line.
    const title = said.length > 1 ? message.replace(/:.*/s, "") : message
    return { title: sentence(title), ...(said.length > 1 && { findings: said }), remedy: sentence(remedy), code }
  }
  if (error instanceof ConnectionError)
    return {
      title: "The server cannot be reached.",
      remedy:
        of === "act"
          ? "It may have been done all the same. Do it again when the server is back: nothing is done twice."
          : "It is tried again by itself as soon as the server is back.",
    }
  return { title: "Something in this page went wrong.", remedy: error instanceof Error ? error.message : String(error) }
}

/** Refusals begin small, as part of a line on the terminal. */
export function sentence(text: string): string {
  if (text === "") return text
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
