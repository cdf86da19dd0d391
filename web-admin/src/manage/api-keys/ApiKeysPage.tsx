import { deleteApiKey, listApiKeys, rotateApiKey } from '@kingcar/client'
import { type ApiKey, permissionLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { listQuery } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { listInputOf } from '../list/list-search.ts'
import { SecretListPage } from '../list/SecretListPage.tsx'
import type { Column } from '../list/Table.tsx'
import { momentOf } from '../text/format.ts'
import { placesOf } from '../text/product-terms.ts'
import { text } from './copy.ts'

const load = async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog
/** Milliseconds before its end in which a key is shown as ending soon. */
const soon = 14 * 86_400_000

const columnsFor = (now: number): Column<ApiKey>[] => [
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
          <Moment at={expiresAt} text={momentOf(expiresAt)} /> {left < soon && <Pill tone="warn">{text.endsSoon}</Pill>}
        </>
      )
    },
  },
]

/** API keys of programs: create, replace and delete. */
export function ApiKeysPage() {
  const search = useSearch({ from: '/manage/apiKeys' })
  const now = useServerNow(60_000)
  const isEnded = ({ expiresAt }: ApiKey) => Date.parse(expiresAt) <= now
  const run = async (what: 'rotate' | 'remove', { id, name }: ApiKey, idempotencyKey: string) => {
    if (what === 'rotate') return { name, secret: (await call(rotateApiKey, { id }, { idempotencyKey })).key }
    await call(deleteApiKey, { id })
    return text.remove.done
  }
  return (
    <SecretListPage
      texts={text}
      columns={columnsFor(now)}
      actionsWidth="15%"
      actionsOf={(key) => (isEnded(key) ? ['remove'] : ['rotate', 'remove'])}
      run={run}
      dialogs={{}}
      load={load}
      query={useQuery(listQuery(listApiKeys, listInputOf(search)))}
      queryKey={listApiKeys.name}
      dimmed={isEnded}
    />
  )
}
