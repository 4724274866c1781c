import { memo, type ReactNode } from "react"
import "./table.css"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row, isChosen: boolean) => ReactNode
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

/**
 * Rows of a list. What is done with a row is a link or a button in one of its cells, so that keys reach it. A row that is the same
 * as before, under the same columns, is not drawn again.
 */
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
            <TableRow
              key={keyOf(row)}
              row={row}
              columns={columns as readonly Column<unknown>[]}
              isChosen={isChosen?.(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly row: unknown
  readonly columns: readonly Column<unknown>[]
  readonly isChosen: boolean
}

const TableRow = memo(function TableRow({ row, columns, isChosen }: RowProps) {
  return (
    <tr aria-selected={isChosen || undefined}>
      {columns.map(({ title, cell, isNumber }) => (
        <td key={title} className={isNumber ? "number" : undefined}>
          {cell(row, isChosen)}
        </td>
      ))}
    </tr>
  )
})
