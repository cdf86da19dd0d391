import {
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '@kingcar/client'
import { type WebhookEndpoint, webhookEventLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { listQuery } from '../api/queries.ts'
import { Pill } from '../components/controls.tsx'
import { listInputOf } from '../list/list-search.ts'
import { SecretListPage } from '../list/SecretListPage.tsx'
import type { Column } from '../list/Table.tsx'
import { text } from './copy.ts'
import { LogDialog } from './LogDialog.tsx'
import styles from './webhooks.module.css'

const load = async () => (await import('./EndpointDialog.tsx')).EndpointDialog

type Confirmed = 'enable' | 'disable' | 'rotate' | 'remove'

function State({ endpoint: { enabled, disabledReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (!enabled)
    return disabledReason === 'failing' ? (
      <Pill tone="error">{text.states.failing}</Pill>
    ) : (
      <Pill tone="neutral">{text.states.off}</Pill>
    )
  return failingSince === null ? (
    <Pill tone="ok">{text.states.on}</Pill>
  ) : (
    <Pill tone="warn">{text.states.trouble}</Pill>
  )
}

const columns: readonly Column<WebhookEndpoint>[] = [
  { key: 'name', title: text.name, width: '11%', card: 'head', sort: 'name', cell: ({ name }) => name },
  { key: 'url', title: text.url, width: '27%', cell: ({ url }) => <span className={styles.url}>{url}</span> },
  {
    key: 'events',
    title: text.events,
    width: '24%',
    cell: ({ eventTypes }) => eventTypes.map((each) => webhookEventLabels[each]).join(', '),
  },
  {
    key: 'state',
    title: text.state,
    width: '14%',
    cell: (endpoint) => (
      <>
        <State endpoint={endpoint} /> {endpoint.waiting > 0 && text.waiting(endpoint.waiting)}
      </>
    ),
  },
]

/** Endpoints of partners for webhooks: register, test, replay, change, disable, replace the secret, delete. */
export function WebhooksPage() {
  const search = useSearch({ from: '/manage/webhooks' })
  const run = async (what: Confirmed, { id, name }: WebhookEndpoint, idempotencyKey: string) => {
    if (what === 'rotate') return { name, secret: (await call(rotateWebhookSecret, { id }, { idempotencyKey })).secret }
    if (what === 'remove') await call(deleteWebhookEndpoint, { id })
    else await call(updateWebhookEndpoint, { id, enabled: what === 'enable' })
    return text[what].done
  }
  return (
    <SecretListPage
      texts={text}
      columns={columns}
      actionsWidth="24%"
      actionsOf={({ enabled }) => [
        'log',
        ...(enabled ? (['edit', 'disable'] as const) : (['enable', 'edit'] as const)),
        'rotate',
        'remove',
      ]}
      run={run}
      dialogs={{ log: (endpoint, close) => <LogDialog endpoint={endpoint} onClose={close} />, edit: undefined }}
      load={load}
      query={useQuery(listQuery(listWebhookEndpoints, listInputOf(search)))}
      queryKey={listWebhookEndpoints.name}
      dimmed={({ enabled }) => !enabled}
    />
  )
}
