import { type ReactNode, useId, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import styles from './charts.module.css'
import { text } from './copy.ts'

/** Why the data could not be loaded. */
export type ChartFailure = { cause: Error; retry: () => void } | undefined

export type ChartTable = { head: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }

type ChartProps = {
  title: string
  /** Summary in one sentence; undefined while loading. */
  sentence: string | undefined
  /** The same values as a table. */
  table: ChartTable
  failure?: ChartFailure
  /** Buttons beside its title, such as the one that saves its values as a file. */
  actions?: ReactNode
  /** Takes two thirds of the width. */
  wide?: boolean
  children: ReactNode
}

/** A chart with a summary sentence, which can be switched to a table of the same values. */
export function Chart({ title, sentence, table, failure, actions, wide = false, children }: ChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={`${styles.card} ${wide ? styles.wide : ''}`} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {sentence !== undefined && (
          <div className={styles.buttons}>
            <Button aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? text.asChart : text.asTable}
            </Button>
            {actions}
          </div>
        )}
      </div>
      {failure !== undefined ? (
        <Failure title={text.failed} cause={failure.cause} retry={failure.retry} />
      ) : sentence === undefined ? (
        <div className={styles.bones} aria-busy role="status" />
      ) : (
        <>
          <p className={styles.sentence}>{sentence}</p>
          {asTable ? <ValueTable title={title} {...table} /> : children}
        </>
      )}
    </section>
  )
}

function ValueTable({ title, head, rows }: ChartTable & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.twin} aria-label={text.twin(title)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
