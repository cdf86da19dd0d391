import { type ExportSubscriptionFiguresInput, exportSubscriptionFigures } from '@kingcar/client'
import { Pill } from '../components/controls.tsx'
import { Panel } from '../components/Panel.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { amount, rate, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import type { Month } from './months.ts'
import styles from './subscriptions.module.css'

const labels = text.months

const numeric = (key: string, title: string, cell: (month: Month) => string, width = '9%'): Column<Month> => ({
  ...{ key, title, width, cell },
  numeric: true,
})
const columns: Column<Month>[] = [
  {
    ...{ key: 'month', title: labels.month, width: '20%', card: 'head' },
    cell: ({ key, partial }) => (
      <span className={styles.month}>
        {monthName(key)}
        {partial && <Pill tone="neutral">{text.running}</Pill>}
      </span>
    ),
  },
  numeric('active', labels.active, ({ figures }) => amount(figures.active)),
  numeric('started', labels.started, ({ figures }) => amount(figures.started)),
  numeric('stop', labels.stop, ({ figures }) => amount(figures.endedByStop)),
  numeric('dunning', labels.dunning, ({ figures }) => amount(figures.endedByDunning)),
  numeric('leave', labels.leave, ({ figures }) => amount(figures.endedByLeave)),
  numeric('otherwise', labels.otherwise, ({ figures }) => amount(figures.endedOtherwise)),
  numeric('churn', labels.churn, ({ churn }) => (churn === undefined ? text.unknown : rate(churn))),
  numeric('revenue', labels.revenue, ({ figures }) => wonOf(figures.monthlyRevenue), '17%'),
]

type ByMonthProps = { months: readonly Month[] | undefined; input: ExportSubscriptionFiguresInput }

/** Subscriptions by month, the latest first. */
export const ByMonth = ({ months, input }: ByMonthProps) => (
  <Panel title={labels.title} actions={<CsvButton op={exportSubscriptionFigures} input={input} name={labels.file} />}>
    <p className={styles.note}>{labels.note}</p>
    <Table caption={labels.title} columns={columns} rows={months?.toReversed()} keyOf={({ key }) => key} />
  </Panel>
)

/** `2026년 11월` for the month `2026-11`. */
export const monthName = (key: string): string => text.month(key.slice(0, 4), Number(key.slice(5, 7)))
