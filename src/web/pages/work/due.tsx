import { useEffect, useState } from "react"
import { distance, fullMoment } from "../../words/moments.ts"
import "./due.css"

/** When something is due, and that it is late when it is. */
export function Due({ at, isShort = false }: { readonly at: number | undefined; readonly isShort?: boolean }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (at === undefined) return null
  const away = distance(Math.abs(at - now))
  const text = at < now ? (isShort ? `${away} late` : `Overdue by ${away}`) : isShort ? away : `Due in ${away}`
  return (
    <time
      className={`due${at < now ? " late" : ""}`}
      dateTime={new Date(at).toISOString()}
      title={`Due ${fullMoment(at)}`}
    >
      {text}
    </time>
  )
}
