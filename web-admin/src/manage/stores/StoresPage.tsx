import { listStores, updateStore } from '@kingcar/client'
import type { Store } from '@kingcar/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, lazyRouteComponent, useLocation, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { call } from '../../api.ts'
import button from '../../components/button.module.css'
import { Pill } from '../components/controls.tsx'
import { OptimisticSwitch } from '../components/OptimisticSwitch.tsx'
import { Page } from '../components/Page.tsx'
import type { Column } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import { dateOf } from '../format.ts'
import { Picture } from '../images/Picture.tsx'
import { BackToList } from '../list/BackToList.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { RowLink } from '../list/RowLink.tsx'
import { withoutRemoved } from '../list/without-removed.ts'
import { useRemoved } from '../removal.ts'
import { text } from './copy.ts'
import { refreshStores } from './refresh.ts'
import styles from './stores.module.css'

const columnsOf = (show: (store: Store, visible: boolean) => Promise<unknown>): Column<Store>[] => [
  {
    key: 'name',
    title: text.name,
    width: '26%',
    card: 'head',
    sort: 'name',
    cell: ({ id, name, imageIds: [first] }) => (
      <span className={styles.name}>
        {first !== undefined && <Picture imageId={first} alt="" className={styles.thumbnail} />}
        <RowLink list="/manage/stores" id={id}>
          {name}
        </RowLink>
      </span>
    ),
  },
  { key: 'address', title: text.address, width: '26%', cell: ({ address }) => address },
  { key: 'phone', title: text.phone, width: '14%', cell: ({ phone }) => phone },
  {
    key: 'open',
    title: text.open,
    width: '11%',
    card: 'side',
    cell: ({ open }) => <Pill tone={open ? 'ok' : 'neutral'}>{open ? text.isOpen : text.isClosed}</Pill>,
  },
  {
    key: 'visible',
    title: text.visible,
    width: '11%',
    cell: (store) => (
      <OptimisticSwitch
        checked={store.visible}
        label={text.visibleOf(store.name)}
        save={(visible) => show(store, visible)}
      />
    ),
  },
  {
    key: 'created',
    title: text.created,
    width: '12%',
    sort: 'createdAt',
    cell: ({ createdAt }) => dateOf(Date.parse(createdAt)),
  },
]

const ImportStores = lazyRouteComponent(() => import('./import/ImportStores.tsx'), 'ImportStores')
const importHash = 'import'

/** All stores; under `#import`, how a file becomes several of them. */
export function StoresPage() {
  const importing = useLocation({ select: ({ hash }) => hash === importHash })
  if (!importing) return <StoreList />
  return (
    <Page title={text.importTitle} above={<BackToList to="/manage/stores" label={text.title} />}>
      <Suspense fallback={<p role="status">{copy.form.loading}</p>}>
        <ImportStores />
      </Suspense>
    </Page>
  )
}

/** Those that members do not see, too. */
function StoreList() {
  const { page, sort } = useSearch({ from: '/manage/stores' })
  const client = useQueryClient()
  const isRemoved = useRemoved()
  const asked = { ...(page && { page }), sort: [sort ?? ('name,asc' as const)] }
  const query = useQuery({
    queryKey: ['listStores', asked],
    queryFn: () => call(listStores, asked),
    placeholderData: keepPreviousData,
    select: (found) => withoutRemoved(found, isRemoved),
  })
  const show = async ({ id }: Store, visible: boolean) => {
    await call(updateStore, { id, visible })
    await refreshStores(client)
  }
  return (
    <ListPage
      title={text.title}
      actions={<Actions />}
      caption={text.list}
      columns={columnsOf(show)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}

const Actions = () => (
  <>
    <Link to="/manage/stores" hash={importHash} className={button.quiet}>
      {text.importCsv}
    </Link>
    <Link to="/manage/stores/new" className={button.primary}>
      {text.add}
    </Link>
  </>
)
