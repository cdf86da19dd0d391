import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { session } from '../../api/api.ts'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { saveFile } from '../list/CsvButton.tsx'
import { Table } from '../list/Table.tsx'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount, dateOf } from '../text/format.ts'
import type { CheckedRow } from './check.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import styles from './import.module.css'
import { reasonsOf } from './reasons.ts'
import type { Outcome, Run } from './run.ts'
import { fileOfRest } from './sheet.ts'

type ReportProps = {
  /** Name of the file. */
  name: string
  rows: readonly CheckedRow[]
  run: Run
  /** Whether the names could be compared with those of existing stores. */
  compared: boolean
  /** Rows are being sent. */
  busy: boolean
  onStart: () => void
}

/** The rows of a file with their state, before, during and after sending. */
export function Report({ name, rows, run, compared, busy, onStart }: ReportProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { outcomes, done, progress, stopping, failure } = useStore(run)
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [columns] = useState(() => columnsOf(run))

  const begun = outcomes.size > 0
  const toSend = run.total - done
  const faulty = rows.length - run.total
  const summary = begun
    ? text.finished(amount(done), amount(rows.length - done))
    : text.checked(amount(run.total), amount(faulty), amount(rows.length))
  const failed = rows.filter(({ number, input }) => (begun ? outcomes.get(number)?.state !== 'done' : input === null))
  const shown = onlyProblems ? rows.filter((row) => hasProblem(row, outcomes.get(row.number))) : rows

  const news = busy ? null : summary
  // The button that led here may be gone, so the focus moves to the title of the report.
  useEffect(() => {
    if (news === null) return
    announce(news)
    title.current?.focus()
  }, [news])

  const isUnsure = ({ number }: CheckedRow) => outcomes.get(number)?.state === 'unsure'
  const saveFailed = () => {
    const lines = failed.map((row) => ({
      cells: row.cells,
      reason: isUnsure(row) ? text.unsureInFile : reasonsOf(row, outcomes.get(row.number)).join(' '),
    }))
    saveFile(fileOfRest(lines), `${text.restFile}-${dateOf(session.serverNow())}.csv`)
  }

  return (
    <section className={styles.report} aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1}>
        {text.reportOf(name)}
      </h2>
      {busy ? <Progress {...progress} /> : <p className={styles.summary}>{summary}</p>}
      {!compared && <p>{text.notCompared}</p>}
      {failure !== null && <Failure title={text.halted} cause={failure} />}
      <div className={styles.actions}>
        {toSend > 0 && (
          <Button tone="primary" busy={busy} onClick={onStart}>
            {busy ? text.importing : begun ? copy.actions.retry : text.start(amount(toSend))}
          </Button>
        )}
        {busy && (
          <Button busy={stopping} onClick={run.stop}>
            {stopping ? text.stopping : text.stop}
          </Button>
        )}
        {!busy && failed.length > 0 && <Button onClick={saveFailed}>{text.saveRest}</Button>}
        <label className={styles.only}>
          <input type="checkbox" checked={onlyProblems} onChange={(event) => setOnlyProblems(event.target.checked)} />
          {text.onlyProblems}
        </label>
      </div>
      <Table caption={text.table} columns={columns} rows={shown} keyOf={({ number }) => String(number)} />
    </section>
  )
}

function Progress({ past, of }: { past: number; of: number }) {
  const labels = text.progress(amount(past), amount(of))
  return (
    <div className={styles.progress}>
      <progress value={past} max={of} aria-label={labels} />
      <span aria-hidden>{labels}</span>
    </div>
  )
}

const hasProblem = ({ input, warnings }: CheckedRow, outcome: Outcome | undefined): boolean =>
  outcome === undefined
    ? input === null || warnings.length > 0
    : outcome.state === 'refused' || outcome.state === 'unsure'
