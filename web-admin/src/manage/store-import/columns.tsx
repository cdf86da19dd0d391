import { useStore } from 'zustand/react'
import { Pill } from '../components/controls.tsx'
import { FailedCallDetails } from '../components/Failure.tsx'
import type { Column } from '../list/Table.tsx'
import { amount } from '../text/format.ts'
import type { CheckedRow } from './check.ts'
import { text } from './copy.ts'
import styles from './import.module.css'
import { reasonsOf, refusalsOf } from './reasons.ts'
import type { Run } from './run.ts'

/** The cells of a row, its faults and its outcome. */
export const columnsOf = (run: Run): Column<CheckedRow>[] => [
  { key: 'row', title: text.row, width: '8%', card: 'side', cell: ({ number }) => text.rowNumber(amount(number)) },
  { key: 'name', title: text.headings.name, width: '18%', card: 'head', cell: ({ cells }) => cells.name },
  { key: 'address', title: text.headings.address, width: '22%', cell: ({ cells }) => cells.address },
  { key: 'hours', title: text.headings.businessHours, width: '20%', cell: ({ hours }) => <Hours hours={hours} /> },
  { key: 'result', title: text.result, width: '32%', cell: (row) => <Result row={row} run={run} /> },
]

/** One line per group of days. */
const Hours = ({ hours }: { hours: string }) => <span className={styles.lines}>{hours.replaceAll('; ', ';\n')}</span>

function Result({ row, run }: { row: CheckedRow; run: Run }) {
  const outcome = useStore(run, ({ outcomes }) => outcomes.get(row.number))
  switch (outcome?.state) {
    case 'done':
      return <Pill tone="ok">{text.done}</Pill>
    case 'sending':
      return <Pill tone="neutral">{text.sending}</Pill>
    case 'unsure':
      return <Verdict tone="warn" label={text.unsure} lines={reasonsOf(row, outcome)} />
    case 'refused': {
      const { cause } = outcome
      return (
        <>
          <Verdict tone="error" label={text.refused} lines={reasonsOf(row, outcome)} />
          {refusalsOf(cause).length === 0 && <FailedCallDetails requestId={cause.requestId} />}
        </>
      )
    }
    case undefined:
      return <CheckResult row={row} />
  }
}

/** Result of the check before sending. */
function CheckResult({ row }: { row: CheckedRow }) {
  const lines = [...reasonsOf(row, undefined), ...row.warnings]
  if (row.input === null) return <Verdict tone="error" label={text.faulty} lines={lines} />
  return lines.length > 0 ? (
    <Verdict tone="warn" label={text.doubtful} lines={lines} />
  ) : (
    <Pill tone="ok">{text.ready}</Pill>
  )
}

type VerdictProps = { tone: 'warn' | 'error'; label: string; lines: readonly string[] }

function Verdict({ tone, label, lines }: VerdictProps) {
  return (
    <div className={styles.verdict}>
      <Pill tone={tone}>{label}</Pill>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
