import { changeQuery, useLocation } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { useAsk } from "../../server/ask.ts"
import { stackedBars } from "./stacked-bars.ts"
import { TrendChart } from "./trend-chart.tsx"

const hour = 3_600_000
const day = 24 * hour

const ranges = {
  day: { title: "24 hours", length: day, bucket: "PT1H", of: hour, style: { hour: "2-digit", minute: "2-digit" } },
  fortnight: { title: "14 days", length: 14 * day, bucket: "P1D", of: day, style: { day: "numeric", month: "short" } },
  quarter: { title: "90 days", length: 91 * day, bucket: "P7D", of: day, style: { day: "numeric", month: "short" } },
} as const satisfies Readonly<Record<string, object>>

type Range = keyof typeof ranges

/** What went wrong lately, by class. */
export function TrendCard() {
  const { query } = useLocation()
  const given = query.get("range")
  const range: Range = given !== null && Object.hasOwn(ranges, given) ? (given as Range) : "fortnight"
  const { length, bucket, of, style, title } = ranges[range]
  const to = endOf(Date.now(), of)
  const trend = useAsk("exceptionTrend", { from: to - length, to, bucket }, { keep: true })
  const words = new Intl.DateTimeFormat(undefined, style)
  return (
    <Card
      title="Exceptions over time"
      side={
        <select
          className="input trend-range"
          aria-label="How far back"
          value={range}
          onChange={(event) => changeQuery({ range: event.target.value })}
        >
          {(Object.keys(ranges) as Range[]).map((each) => (
            <option key={each} value={each}>
              {ranges[each].title}
            </option>
          ))}
        </select>
      }
    >
      <Answer of={trend}>
        {(told) =>
          told.rows.length === 0 ? (
            <Empty icon="completed" title={`Nothing went wrong in the last ${title}`} />
          ) : (
            <TrendChart
              bars={stackedBars(told)}
              label={`Exceptions raised in the last ${title}, by class`}
              moment={(at) => words.format(at)}
            />
          )
        }
      </Answer>
    </Card>
  )
}

/** The next full hour or local midnight, so that the same is asked for a while and bars begin where people begin to count. */
function endOf(now: number, unit: number): number {
  if (unit === hour) return Math.ceil(now / hour) * hour
  return new Date(now).setHours(24, 0, 0, 0)
}
