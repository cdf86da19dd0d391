import { deleteApiKey, listApiKeys, rotateApiKey } from '@kingcar/client'
import { type ApiKey, permissionLabels } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Moment } from '../components/Moment.tsx'
import { SecretDialog } from '../components/SecretDialog.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import type { Column } from '../list/Table.tsx'
import { placesOf } from '../text/product-terms.ts'
import styles from './api-keys.module.css'
import { text } from './copy.ts'

const load = async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog
/** Milliseconds before its end in which a key is shown as ending soon. */
const soon = 14 * 86_400_000

type Made = { name: string; key: string | null }
type Asking = { what: 'rotate' | 'remove'; key: ApiKey }

const columnsFor = (now: number, ask: (asking: Asking) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    title: text.name,
    width: '18%',
    card: 'head',
    cell: ({ name, createdBy, createdByDisabled }) => (
      <>
        {name} {createdByDisabled && <Pill tone="warn">{text.creatorDisabled(createdBy)}</Pill>}
      </>
    ),
  },
  {
    key: 'permissions',
    title: text.permissions,
    width: '28%',
    cell: ({ permissions }) => permissions.map((each) => permissionLabels[each]).join(', '),
  },
  { key: 'stores', title: text.stores, width: '12%', cell: ({ storeIds }) => placesOf(storeIds ?? []) },
  {
    key: 'used',
    title: text.used,
    width: '13%',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : <Moment at={lastUsedAt} />),
  },
  {
    key: 'ends',
    title: text.ends,
    width: '14%',
    sort: 'expiresAt',
    cell: ({ expiresAt }) => {
      const left = Date.parse(expiresAt) - now
      if (left <= 0) return <Pill tone="error">{text.ended}</Pill>
      return (
        <>
          <Moment at={expiresAt} /> {left < soon && <Pill tone="warn">{text.endsSoon}</Pill>}
        </>
      )
    },
  },
  {
    key: 'actions',
    title: text.actions,
    width: '15%',
    card: 'side',
    cell: (key) => (
      <span className={styles.actions}>
        {Date.parse(key.expiresAt) > now && (
          <Button aria-label={text.rotate.of(key.name)} onClick={() => ask({ what: 'rotate', key })}>
            {text.rotate.open}
          </Button>
        )}
        <Button tone="danger" aria-label={text.remove.of(key.name)} onClick={() => ask({ what: 'remove', key })}>
          {text.remove.open}
        </Button>
      </span>
    ),
  },
]

/** API keys of programs: create, replace and delete. */
export function ApiKeysPage() {
  const search = useSearch({ from: '/manage/apiKeys' })
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const now = useServerNow(60_000)
  const { Dialog: CreateKeyDialog, show, hide } = useLazyDialog(load, text.create.openFailed)
  const query = useQuery(listQuery(listApiKeys, listInputOf(search)))
  const [asking, setAsking] = useState<Asking>()
  const [made, setMade] = useState<Made>()
  const refresh = () => client.invalidateQueries({ queryKey: ['listApiKeys'] })
  const showMade = async (shown: Made) => {
    setAsking(undefined)
    hide()
    setMade(shown)
    await refresh()
  }
  const run = async ({ what, key: { id, name } }: Asking) => {
    if (what === 'rotate') {
      const { key } = await call(rotateApiKey, { id }, { idempotencyKey: keyFor({ id, made }) })
      return showMade({ name, key })
    }
    await call(deleteApiKey, { id })
    setAsking(undefined)
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
      columns={columnsFor(now, setAsking)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ expiresAt }) => Date.parse(expiresAt) <= now}
    >
      {CreateKeyDialog !== null && <CreateKeyDialog onClose={hide} onMade={(shown) => void showMade(shown)} />}
      {asking !== undefined && (
        <ConfirmDialog
          title={text[asking.what].title(asking.key.name)}
          text={text[asking.what].text}
          confirm={text[asking.what].open}
          run={() => run(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title={text.made.title(made.name)}
          text={text.made.text}
          secret={made.key}
          label={text.made.label}
          lost={text.made.lost}
          onClose={() => setMade(undefined)}
        />
      )}
    </ListPage>
  )
}
