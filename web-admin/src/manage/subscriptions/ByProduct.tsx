import {
  type ExportSubscriptionFiguresInput,
  exportSubscriptionFigures,
  type GetSubscriptionFiguresResult,
} from '@kingcar/client'
import { Link } from '@tanstack/react-router'
import { Empty } from '../components/Empty.tsx'
import { Panel } from '../components/Panel.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import list from '../list/list.module.css'
import { type Column, Table } from '../list/Table.tsx'
import { amount, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { endedOf } from './months.ts'

const labels = text.products
type Row = GetSubscriptionFiguresResult['rows'][number]

const columns: Column<Row>[] = [
  {
    ...{ key: 'product', title: text.product, width: '36%', card: 'head' },
    cell: ({ key, name }) => (
      <Link to="/manage/userProducts" search={{ productId: key, state: 'Available' }} className={list.rowLink} data-row>
        {name ?? key}
      </Link>
    ),
  },
  numeric('active', text.months.active, ({ active }) => amount(active)),
  numeric('started', text.months.started, ({ started }) => amount(started)),
  numeric('ended', labels.ended, (figures) => amount(endedOf(figures))),
  numeric('revenue', text.months.revenue, ({ monthlyRevenue }) => wonOf(monthlyRevenue)),
]

function numeric(key: string, title: string, cell: (figures: Row['figures']) => string): Column<Row> {
  return { key, title, width: '16%', numeric: true, cell: ({ figures }) => cell(figures) }
}

type ByProductProps = { rows: readonly Row[] | undefined; input: ExportSubscriptionFiguresInput }

/** Subscriptions by product, those with the largest revenue first; each links to the members' products of it. */
export const ByProduct = ({ rows, input }: ByProductProps) => (
  <Panel title={labels.title} actions={<CsvButton op={exportSubscriptionFigures} input={input} name={labels.file} />}>
    {rows?.length === 0 ? (
      <Empty title={labels.none} />
    ) : (
      <Table
        caption={labels.title}
        columns={columns}
        rows={rows?.toSorted(({ figures: one }, { figures: other }) => other.monthlyRevenue - one.monthlyRevenue)}
        keyOf={({ key }) => key}
      />
    )}
  </Panel>
)
