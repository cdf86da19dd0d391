import { type ReactNode, useId } from 'react'
import { text as chartText } from '../charts/copy.ts'
import { Failure } from '../components/Failure.tsx'
import styles from './closing.module.css'
import { text } from './copy.ts'

type Loaded<D> = { data: D | undefined; error: Error | null; refetch: () => unknown }

type SheetProps<D> = {
  title: string
  query: Loaded<D>
  children: (data: D) => ReactNode
}

/** One part of the closing, or why it is missing. */
export function Sheet<D>({ title, query: { data, error, refetch }, children }: SheetProps<D>) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error !== null && <Failure title={text.failed(title)} cause={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <div className={styles.bones} aria-busy role="status" />}
      {data !== undefined && error === null && children(data)}
    </section>
  )
}

type SumsProps = {
  title: string
  head: readonly string[]
  /** How many of the first columns are texts. */
  texts?: number
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Last row, set off from the others. */
  total?: readonly ReactNode[]
}

/** Texts at the left, numbers at the right. */
export function Sums({ title, head, texts = 1, rows, total }: SumsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.scroll} aria-label={chartText.twin(title)} tabIndex={0}>
      <table className={styles.sums}>
        <thead>
          <tr>
            {head.map((each, at) => (
              <th key={each} scope="col" data-text={at < texts || undefined}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <Line key={key} {...{ head, texts, cells }} />
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <Line {...{ head, texts }} cells={total} />
          </tfoot>
        )}
      </table>
    </section>
  )
}

type LineProps = { head: readonly string[]; texts: number; cells: readonly ReactNode[] }

const Line = ({ head, texts, cells: [first, ...others] }: LineProps) => (
  <tr>
    <th scope="row">{first}</th>
    {others.map((cell, at) => (
      <td key={head[at + 1]} data-text={at + 1 < texts || undefined}>
        {cell}
      </td>
    ))}
  </tr>
)
