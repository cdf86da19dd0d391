import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { AdminOperation } from '@kingcar/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { dropIndex, moveItem } from './reorder.ts'
import styles from './sortable.module.css'

type Item = { id: string }
type Edge = 'before' | 'after'

type SortableListProps<T extends Item> = {
  /** The operation that stores the order; an administrator that may not call it cannot move the items. */
  op: AdminOperation
  label: string
  items: readonly T[]
  nameOf: (item: T) => string
  /** Receives the new order; the caller passes `items` in that order immediately. */
  onReorder: (items: T[]) => void
  children: (item: T) => ReactNode
}

/** A list that the user orders, by dragging a handle or by buttons. */
export function SortableList<T extends Item>({ op, label, items, nameOf, onReorder, children }: SortableListProps<T>) {
  const mayMove = useMay()(op)
  const [name] = useState(() => Symbol(label))
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || from === to || to < 0 || to >= items.length) return
    onReorder(moveItem(items, from, to))
    announce(copy.arranging.moved(nameOf(item), amount(items.length), amount(to + 1)))
  }
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map((item, index) =>
        mayMove ? (
          <Row
            key={item.id}
            list={name}
            index={index}
            last={index === items.length - 1}
            name={nameOf(item)}
            onMove={move}
          >
            {children(item)}
          </Row>
        ) : (
          <li key={item.id} className={styles.row}>
            <div className={styles.content}>{children(item)}</div>
          </li>
        ),
      )}
    </ol>
  )
}

type RowProps = {
  list: symbol
  index: number
  last: boolean
  name: string
  onMove: (from: number, to: number) => void
  children: ReactNode
}

function Row({ list, index, last, name, onMove, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  const [dragged, setDragged] = useState(false)
  const latest = useRef({ index, onMove })
  latest.current = { index, onMove }

  useEffect(() => {
    const element = row.current
    if (element === null || handle.current === null) return
    const edgeAt = (y: number): Edge => {
      const { top, height } = element.getBoundingClientRect()
      return y < top + height / 2 ? 'before' : 'after'
    }
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index: latest.current.index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.element !== element,
        onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location }) => {
          setEdge(null)
          const from = Number(source.data.index)
          latest.current.onMove(from, dropIndex(from, latest.current.index, edgeAt(location.current.input.clientY)))
        },
      }),
    )
  }, [list])

  return (
    <li ref={row} className={styles.row} data-edge={edge ?? undefined} data-dragged={dragged || undefined}>
      <span ref={handle} className={styles.handle} title={copy.arranging.drag} aria-hidden>
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
          <path d="M5 3h2v2H5zM9 3h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 11h2v2H5zM9 11h2v2H9z" />
        </svg>
      </span>
      <div className={styles.content}>{children}</div>
      <div className={styles.steps}>
        <Step label={copy.arranging.up} name={name} end={index === 0} onStep={() => onMove(index, index - 1)} />
        <Step label={copy.arranging.down} name={name} end={last} onStep={() => onMove(index, index + 1)} />
      </div>
    </li>
  )
}

/** Moves a row one place up or down. At the end of the list it is `aria-disabled` only, so that it keeps the focus. */
function Step({ label, name, end, onStep }: { label: string; name: string; end: boolean; onStep: () => void }) {
  return (
    <Button aria-label={`${name} ${label}`} aria-disabled={end || undefined} onClick={() => end || onStep()}>
      {label}
    </Button>
  )
}
