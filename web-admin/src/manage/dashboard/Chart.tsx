import { type ReactNode, useId, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { text } from './copy.ts'
import styles from './dashboard.module.css'

/** Why the data could not be loaded. */
export type ChartFailure = { cause: Error; retry: () => void } | undefined

export type ChartTable = { head: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }

type ChartProps = {
  title: string
  /** Summary in one sentence; undefined while loading. */
  sentence: string | undefined
  /** Text of the pointed or focused value, or a hint on how to select one. */
  shown: string
  /** The same values as a table. */
  table: ChartTable
  failure?: ChartFailure
  /** Takes the full width of the dashboard. */
  wide?: boolean
  children: ReactNode
}

/** A chart with a summary sentence, which can be switched to a table of the same values. */
export function Chart({ title, sentence, shown, table, failure, wide = false, children }: ChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={`${styles.card} ${wide ? styles.wide : ''}`} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {sentence !== undefined && (
          <Button aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? text.chart.asChart : text.chart.asTable}
          </Button>
        )}
      </div>
      {failure !== undefined ? (
        <Failure title={text.figures.failed} cause={failure.cause} retry={failure.retry} />
      ) : sentence === undefined ? (
        <div className={styles.bones} aria-busy role="status" />
      ) : (
        <>
          <p className={styles.sentence}>{sentence}</p>
          {asTable ? (
            <ValueTable title={title} {...table} />
          ) : (
            <>
              {/* Screen readers read the focused value itself. */}
              <p className={styles.shown} aria-hidden>
                {shown}
              </p>
              {children}
            </>
          )}
        </>
      )}
    </section>
  )
}

function ValueTable({ title, head, rows }: ChartTable & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.twin} aria-label={text.chart.twin(title)} tabIndex={0}>
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
