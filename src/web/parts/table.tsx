import type { ReactNode } from "react"
import "./table.css"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  readonly width?: string
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly isChosen?: (row: Row) => boolean
}

/** Rows of a list. What is done with a row is a link or a button in one of its cells, so that keys reach it. */
export function Table<Row>({ label, columns, rows, keyOf, isChosen }: Props<Row>) {
  return (
    <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ title, isNumber, width }) => (
              <th
                key={title}
                scope="col"
                className={isNumber ? "number" : undefined}
                style={width ? { width } : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-selected={isChosen?.(row) || undefined}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} className={isNumber ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
