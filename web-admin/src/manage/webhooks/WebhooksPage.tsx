import {
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '@kingcar/client'
import { type WebhookEndpoint, webhookEventLabels } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { SecretDialog } from '../components/SecretDialog.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import type { Column } from '../list/Table.tsx'
import { text } from './copy.ts'
import { LogDialog } from './LogDialog.tsx'
import styles from './webhooks.module.css'

const load = async () => (await import('./CreateEndpointDialog.tsx')).CreateEndpointDialog

type Made = { name: string; secret: string | null }
type What = 'log' | 'enable' | 'disable' | 'rotate' | 'remove'
type Asking = { what: What; endpoint: WebhookEndpoint }

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

const columnsFor = (ask: (asking: Asking) => void): Column<WebhookEndpoint>[] => [
  { key: 'name', title: text.name, width: '14%', card: 'head', sort: 'name', cell: ({ name }) => name },
  { key: 'url', title: text.url, width: '24%', cell: ({ url }) => <span className={styles.url}>{url}</span> },
  {
    key: 'events',
    title: text.events,
    width: '22%',
    cell: ({ eventTypes }) => eventTypes.map((each) => webhookEventLabels[each]).join(', '),
  },
  {
    key: 'state',
    title: text.state,
    width: '15%',
    cell: (endpoint) => (
      <>
        <State endpoint={endpoint} /> {endpoint.waiting > 0 && text.waiting(endpoint.waiting)}
      </>
    ),
  },
  {
    key: 'actions',
    title: text.actions,
    width: '29%',
    card: 'side',
    cell: (endpoint) => (
      <span className={styles.actions}>
        {(['log', endpoint.enabled ? 'disable' : 'enable', 'rotate', 'remove'] as const).map((what) => (
          <Button
            key={what}
            {...(what === 'remove' && { tone: 'danger' as const })}
            aria-label={text[what].of(endpoint.name)}
            onClick={() => ask({ what, endpoint })}
          >
            {text[what].open}
          </Button>
        ))}
      </span>
    ),
  },
]

/** Endpoints of partners for webhooks: register, test, replay, disable, replace the secret, delete. */
export function WebhooksPage() {
  const search = useSearch({ from: '/manage/webhooks' })
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const { Dialog: CreateEndpointDialog, show, hide } = useLazyDialog(load, text.create.openFailed)
  const query = useQuery(listQuery(listWebhookEndpoints, listInputOf(search)))
  const [asking, setAsking] = useState<Asking>()
  const [made, setMade] = useState<Made>()
  const refresh = () => client.invalidateQueries({ queryKey: ['listWebhookEndpoints'] })
  const close = () => setAsking(undefined)
  const showMade = async (shown: Made) => {
    close()
    hide()
    setMade(shown)
    await refresh()
  }
  const setEnabled = async ({ id }: WebhookEndpoint, enabled: boolean) => {
    await call(updateWebhookEndpoint, { id, enabled })
    close()
    notify.success(text[enabled ? 'enable' : 'disable'].done)
    return refresh()
  }
  const run = async ({ what, endpoint: { id, name }, endpoint }: Asking) => {
    if (what === 'rotate') {
      const { secret } = await call(rotateWebhookSecret, { id }, { idempotencyKey: keyFor({ id, made }) })
      return showMade({ name, secret })
    }
    if (what === 'enable' || what === 'disable') return setEnabled(endpoint, what === 'enable')
    await call(deleteWebhookEndpoint, { id })
    close()
    notify.success(text.remove.done)
    return refresh()
  }
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <Button tone="primary" onClick={show}>
          {text.create.open}
        </Button>
      }
      caption={text.list}
      columns={columnsFor(setAsking)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ enabled }) => !enabled}
    >
      {CreateEndpointDialog !== null && (
        <CreateEndpointDialog onClose={hide} onMade={(shown) => void showMade(shown)} />
      )}
      {asking?.what === 'log' && <LogDialog endpoint={asking.endpoint} onClose={close} />}
      {asking !== undefined && asking.what !== 'log' && (
        <ConfirmDialog
          title={text[asking.what].title(asking.endpoint.name)}
          text={text[asking.what].text}
          confirm={text[asking.what].open}
          run={() => run(asking)}
          onClose={close}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title={text.made.title(made.name)}
          text={text.made.text}
          secret={made.secret}
          label={text.made.label}
          lost={text.made.lost}
          onClose={() => setMade(undefined)}
        />
      )}
    </ListPage>
  )
}
