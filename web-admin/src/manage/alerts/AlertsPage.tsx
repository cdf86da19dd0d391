import { listAlerts } from '@kingcar/client'
import { type Alert, alertKindLabels, alertKinds, alertSentence } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { linkOf } from '../bell/alert-links.ts'
import { Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import list from '../list/list.module.css'
import { listInputOf } from '../list/list-search.ts'
import type { Column } from '../list/Table.tsx'
import { text } from './copy.ts'

const columns: readonly Column<Alert>[] = [
  {
    key: 'what',
    title: text.what,
    width: '46%',
    card: 'head',
    cell: (alert) => (
      <Link {...linkOf(alert)} className={list.rowLink}>
        {alertSentence({ ...alert, storeName: null })}
      </Link>
    ),
  },
  { key: 'store', title: text.store, width: '14%', cell: ({ storeName }) => storeName ?? text.headOffice },
  {
    key: 'state',
    title: text.state,
    width: '12%',
    card: 'side',
    cell: ({ closedAt }) =>
      closedAt === null ? (
        <Pill tone="error">{text.states.open}</Pill>
      ) : (
        <Pill tone="neutral">{text.states.closed}</Pill>
      ),
  },
  {
    key: 'opened',
    title: text.opened,
    width: '14%',
    sort: 'openedAt',
    cell: ({ openedAt }) => <Moment at={openedAt} />,
  },
  {
    key: 'closed',
    title: text.closed,
    width: '14%',
    cell: ({ closedAt }) => closedAt !== null && <Moment at={closedAt} />,
  },
]

const states = [
  ['open', text.states.open],
  ['closed', text.states.closed],
] as const
const kinds = alertKinds.map((kind) => [kind, alertKindLabels[kind]] as const)

/** Alerts, open and past, each with a link to its cause. */
export function AlertsPage() {
  const search = useSearch({ from: '/manage/alerts' })
  const query = useQuery({ ...listQuery(listAlerts, listInputOf(search)), refetchInterval: 15_000 })
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <IfMay op="listAlertRules">
          <Link to="/manage/alerts/rules" className={button.quiet}>
            {text.goToRules}
          </Link>
        </IfMay>
      }
      filters={
        <Filters>
          <ChoiceFilter name="state" label={text.state} choices={states} />
          <ChoiceFilter name="kind" label={text.kind} choices={kinds} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ closedAt }) => closedAt !== null}
    />
  )
}
