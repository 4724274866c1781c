import { useEffect, useState } from "react"
import { fullMoment, relativeMoment } from "../words/moments.ts"

/** A moment as people say it: how long ago, or until; the whole of it when pointed at. */
export function Moment({ at, whole = false }: { readonly at: number; readonly whole?: boolean }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={new Date(at).toISOString()} title={fullMoment(at)}>
      {whole ? fullMoment(at) : relativeMoment(at, now)}
    </time>
  )
}
