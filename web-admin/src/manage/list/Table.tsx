import { type MouseEvent, memo, type ReactNode } from 'react'
import controls from '../components/controls.module.css'
import type { Density } from './look.ts'
import { SortableHead } from './SortableHead.tsx'
import styles from './table.module.css'

export type Column<T> = {
  key: string
  title: string
  /** Share of the table's width, such as `12%`; also used by the skeleton. */
  width: string
  numeric?: boolean
  /** Position in the card that a row becomes on a phone; by default a line of its own with the title. */
  card?: 'head' | 'side' | 'foot'
  /** Field that this column sorts by. */
  sort?: string
  /** Omitted from a table in a narrow space, for a column that is less important than the others. */
  wide?: boolean
  /** The title is visually hidden, for a column of buttons or pictures. */
  untitled?: boolean
  /** A column of buttons, which cannot be hidden. */
  buttons?: true
  cell: (row: T) => ReactNode
}

type TableProps<T> = {
  caption: string
  /** The same array in each render, if possible: then rows that have not changed are not rendered again. */
  columns: readonly Column<T>[]
  /** A column before the others, which changes with each selection. */
  box?: Column<T>
  /** Undefined while loading. */
  rows: readonly T[] | undefined
  keyOf: (row: T) => string
  /** The rows are those of the previous query, until the new ones have arrived. */
  outdated?: boolean
  dimmed?: (row: T) => boolean
  density?: Density
}

const placeholders = ['1', '2', '3', '4', '5', '6', '7', '8']

/** A table; in a narrow space a list of cards; while loading a skeleton with the same column widths. */
export function Table<T>({
  caption,
  columns: others,
  box,
  rows,
  keyOf,
  outdated = false,
  dimmed,
  density = 'normal',
}: TableProps<T>) {
  const columns = box === undefined ? others : [box, ...others]
  return (
    <table className={styles.table} data-density={density} aria-busy={rows === undefined || outdated} tabIndex={-1}>
      <caption className={controls.unseen}>{caption}</caption>
      <colgroup>
        {columns.map(({ key, width, wide }) => (
          <col key={key} data-wide={wide} style={{ inlineSize: width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, title, numeric, untitled, sort, wide }) =>
            sort === undefined ? (
              <th key={key} scope="col" data-wide={wide} className={numeric ? styles.numeric : undefined}>
                {untitled ? <span className={controls.unseen}>{title}</span> : title}
              </th>
            ) : (
              <SortableHead key={key} field={sort} {...{ title, numeric, wide }} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? placeholders.map((key) => (
              <tr key={key} aria-hidden>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-card={column.card}
                    data-wide={column.wide}
                    data-box={column === box || undefined}
                  >
                    <span className={styles.bone} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)} className={dimmed?.(row) ? styles.dimmed : undefined} onClick={openRow}>
                {box !== undefined && (
                  <td data-card={box.card} data-box>
                    {box.cell(row)}
                  </td>
                )}
                <Cells row={row} columns={others} />
              </tr>
            ))}
      </tbody>
    </table>
  )
}

/**
 * The cells of a row. They are not rendered again if unchanged, because rendering a hundred rows takes longer than
 * their layout.
 */
const Cells = memo(function Cells<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  return columns.map((column) => (
    <td
      key={column.key}
      className={column.numeric ? styles.numeric : undefined}
      data-card={column.card}
      data-wide={column.wide}
      data-title={column.untitled ? undefined : column.title}
    >
      {column.cell(row)}
    </td>
  ))
}) as <T>(props: { row: T; columns: readonly Column<T>[] }) => ReactNode

/**
 * For the mouse, in addition to the link itself: a click anywhere in a row follows its link, unless it is on another
 * control or ends the selection of a text.
 */
function openRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>): void {
  const onControl = target instanceof Element && target.closest('a, button, input, select, label') !== null
  if (onControl || getSelection()?.isCollapsed === false) return
  const link = currentTarget.querySelector('a[data-row]')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
