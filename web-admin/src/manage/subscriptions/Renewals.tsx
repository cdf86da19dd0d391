import { type ExportMoneyFiguresInput, exportMoneyFigures, type GetMoneyFiguresResult } from '@kingcar/client'
import { Pill } from '../components/controls.tsx'
import { Panel } from '../components/Panel.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { amount, percent } from '../text/format.ts'
import { monthName } from './ByMonth.tsx'
import { text } from './copy.ts'
import styles from './subscriptions.module.css'

const labels = text.renewals
type Row = GetMoneyFiguresResult['rows'][number]

const numeric = (key: string, title: string, cell: (figures: Row['figures']) => string): Column<Row> => ({
  ...{ key, title, width: '18%', numeric: true },
  cell: ({ figures }) => cell(figures),
})
const columns: Column<Row>[] = [
  {
    ...{ key: 'month', title: text.months.month, width: '28%', card: 'head' },
    cell: ({ key, partial }) => (
      <span className={styles.month}>
        {monthName(key)}
        {partial && <Pill tone="neutral">{text.running}</Pill>}
      </span>
    ),
  },
  numeric('tried', labels.tried, ({ renewalsTried }) => amount(renewalsTried)),
  numeric('failed', labels.failed, ({ renewalsFailed }) => amount(renewalsFailed)),
  numeric('recovered', labels.recovered, ({ renewalsRecovered }) => amount(renewalsRecovered)),
  numeric('share', labels.share, ({ renewalsFailed, renewalsTried }) =>
    renewalsTried === 0 ? text.unknown : percent(renewalsFailed, renewalsTried),
  ),
]

type RenewalsProps = { rows: readonly Row[] | undefined; input: ExportMoneyFiguresInput }

/** Charges of renewals by month, the latest first: the failed ones, and renewals that were paid after a failure. */
export const Renewals = ({ rows, input }: RenewalsProps) => (
  <Panel title={labels.title} actions={<CsvButton op={exportMoneyFigures} input={input} name={labels.file} />}>
    <p className={styles.note}>{labels.note}</p>
    <Table caption={labels.title} columns={columns} rows={rows?.toReversed()} keyOf={({ key }) => key} />
  </Panel>
)
