import { type ReactNode, useId, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { text } from './copy.ts'
import styles from './dashboard.module.css'

/** Why there is nothing to draw. */
export type ChartFailure = { cause: Error; retry: () => void } | undefined

export type ChartTable = { head: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }

type ChartProps = {
  title: string
  /** What there is to see, in a sentence; undefined until it is known. */
  sentence: string | undefined
  /** The value that is looked at in words; else how to look at one. */
  shown: string
  /** The same as a table. */
  table: ChartTable
  failure?: ChartFailure
  /** How much of the dashboard's width it takes. */
  wide?: boolean
  children: ReactNode
}

/** A chart with what it says in a sentence, and a table of the same values in its place for whoever prefers one. */
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
            <Twin title={title} {...table} />
          ) : (
            <>
              {/* Who hears it hears the value itself. */}
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

function Twin({ title, head, rows }: ChartTable & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
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
