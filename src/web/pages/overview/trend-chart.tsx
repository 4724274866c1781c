import { useClassTitle } from "../../server/class-titles.ts"
import { type Bar, others, type StackedBars } from "./stacked-bars.ts"
import "./trend-chart.css"

interface Props {
  readonly bars: StackedBars
  readonly label: string
  /** How the moment of a bar is said. */
  readonly moment: (at: number) => string
}

const width = 720
const height = 200
const left = 34
const bottom = 24
const up = 8

/** Stacked bars with a legend; the same as a table for those who would rather read. */
export function TrendChart({ bars: { classes, bars, top, ticks }, label, moment }: Props) {
  const classTitle = useClassTitle()
  const room = (width - left) / bars.length
  const thick = Math.min(36, Math.max(2, room * 0.68))
  const y = (count: number) => up + (height - bottom - up) * (1 - count / top)
  const toneOf = new Map(classes.map(({ name }, index) => [name, name === others ? "other" : `tone-${index % 6}`]))
  const every = Math.ceil(bars.length / 8)
  return (
    <figure className="trend">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="trend-line" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const middle = left + room * (index + 0.5)
          return (
            <g key={bar.at}>
              <title>{said(bar, moment, classTitle)}</title>
              <rect x={middle - room / 2} y={up} width={room} height={height - bottom - up} className="trend-catch" />
              {bar.segments.map(({ name, from, to }) => (
                <rect
                  key={name}
                  className={toneOf.get(name)}
                  x={middle - thick / 2}
                  width={thick}
                  y={y(to)}
                  height={Math.max(1, y(from) - y(to) - 1)}
                  rx={1.5}
                />
              ))}
              {index % every === 0 && (
                <text x={middle} y={height - 6} textAnchor="middle">
                  {moment(bar.at)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption>
        <ul className="trend-legend">
          {classes.map(({ name, total }) => (
            <li key={name}>
              <i className={toneOf.get(name)} aria-hidden="true" />
              {classTitle(name)} <span className="soft">{total}</span>
            </li>
          ))}
        </ul>
        <details>
          <summary>As a table</summary>
          <TrendTable classes={classes} bars={bars} moment={moment} label={label} />
        </details>
      </figcaption>
    </figure>
  )
}

function said({ at, total, segments }: Bar, moment: Props["moment"], classTitle: (name: string) => string): string {
  const parts = segments.map(({ name, from, to }) => `${classTitle(name)}: ${to - from}`)
  return [`${moment(at)}: ${total}`, ...parts].join("\n")
}

function TrendTable({ classes, bars, moment, label }: Pick<StackedBars, "classes" | "bars"> & Omit<Props, "bars">) {
  const classTitle = useClassTitle()
  return (
    <div className="table-frame" role="region" aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            {classes.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {classTitle(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ total }) => total > 0)
            .map(({ at, segments }) => (
              <tr key={at}>
                <th scope="row">{moment(at)}</th>
                {classes.map(({ name }) => {
                  const segment = segments.find((each) => each.name === name)
                  return (
                    <td key={name} className="number">
                      {segment ? segment.to - segment.from : 0}
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
