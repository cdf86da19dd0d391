import {
  type ExportSubscriptionCohortsInput,
  exportSubscriptionCohorts,
  type GetSubscriptionCohortsResult,
} from '@kingcar/client'
import { cohortMonths } from '@kingcar/contract'
import { Empty } from '../components/Empty.tsx'
import { Panel } from '../components/Panel.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { amount, rate } from '../text/format.ts'
import { monthName } from './ByMonth.tsx'
import { text } from './copy.ts'
import styles from './subscriptions.module.css'

const labels = text.cohorts
type Row = GetSubscriptionCohortsResult['rows'][number]

const columns: Column<Row>[] = [
  { key: 'month', title: labels.month, width: '22%', card: 'head', cell: ({ month }) => monthName(month) },
  {
    ...{ key: 'began', title: labels.began, width: '18%', numeric: true },
    cell: ({ began }) => labels.members(amount(began)),
  },
  ...cohortMonths.map(
    (months): Column<Row> => ({
      ...{ key: String(months), title: labels.after(months), width: '12%', numeric: true },
      cell: ({ subscribed }) => <Share of={subscribed.find((each) => each.months === months)} />,
    }),
  ),
]

/** A share of members: the larger the share, the deeper its colour. Empty while it is unknown. */
function Share({ of }: { of: Row['subscribed'][number] | undefined }) {
  if (of?.share == null || of.members === null) return null
  return (
    <span
      className={styles.share}
      style={{ '--depth': `${Math.round(35 * of.share)}%` }}
      title={labels.members(amount(of.members))}
    >
      {rate(of.share)}
    </span>
  )
}

type CohortsProps = {
  rows: readonly Row[] | undefined
  input: ExportSubscriptionCohortsInput
  /** Whether the rest of the page shows one product only; cohorts are always of all products. */
  ofProduct: boolean
}

/** How many of the members who began in a month stay, the latest month first. */
export function Cohorts({ rows, input, ofProduct }: CohortsProps) {
  const begun = rows?.filter(({ began }) => began > 0).toReversed()
  const title = ofProduct ? labels.titleOfAll : labels.title
  return (
    <Panel title={title} actions={<CsvButton op={exportSubscriptionCohorts} input={input} name={labels.file} />}>
      <p className={styles.note}>{labels.note}</p>
      {begun?.length === 0 ? (
        <Empty title={labels.none} />
      ) : (
        <Table caption={title} columns={columns} rows={begun} keyOf={({ month }) => month} />
      )}
    </Panel>
  )
}
