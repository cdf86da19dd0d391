import type { ReactNode } from 'react'
import { Bones } from './Bones.tsx'
import { Failure } from './Failure.tsx'
import styles from './latest.module.css'
import { Panel } from './Panel.tsx'

type LatestProps<T> = {
  title: string
  failed: string
  nothing: string
  more?: ReactNode
  query: { data: { content: T[]; empty: boolean } | undefined; error: unknown; refetch: () => unknown }
  children: (row: T) => ReactNode
}

/** A panel with its own loading and error state. */
export function Latest<T>({ title, failed, nothing, more, query: { data, error, refetch }, children }: LatestProps<T>) {
  return (
    <Panel title={title} actions={more}>
      {error !== null && <Failure title={failed} cause={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Bones kind="rows" count={2} />}
      {data?.empty && <p className={styles.none}>{nothing}</p>}
      {data !== undefined && !data.empty && <ul className={styles.rows}>{data.content.map(children)}</ul>}
    </Panel>
  )
}
