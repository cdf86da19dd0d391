import { listStores, updateStore } from '@kingcar/client'
import type { Store } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import button from '../../ui/button.module.css'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Pill } from '../components/controls.tsx'
import { OptimisticSwitch } from '../components/OptimisticSwitch.tsx'
import { Unbroken } from '../components/Unbroken.tsx'
import { Picture } from '../images/Picture.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { fullDateOf } from '../text/format.ts'
import { useIsDeleted } from '../undo/undoable-delete.ts'
import { withoutDeleted } from '../undo/without-deleted.ts'
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
  { key: 'phone', title: text.phone, width: '14%', cell: ({ phone }) => <span className={styles.phone}>{phone}</span> },
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
        op="updateStore"
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
    cell: ({ createdAt }) => <Unbroken>{fullDateOf(createdAt)}</Unbroken>,
  },
]

/** All stores, including hidden ones. */
export function StoresPage() {
  const search = useSearch({ from: '/manage/stores' })
  const client = useQueryClient()
  const isDeleted = useIsDeleted()
  const query = useQuery({
    ...listQuery(listStores, listInputOf({ ...search, sort: search.sort ?? 'name,asc' })),
    select: (found) => withoutDeleted(found, isDeleted),
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
    <IfMay op="getMoneyFigures">
      <Link to="/manage/stores/compare" className={button.quiet}>
        {text.compare.title}
      </Link>
    </IfMay>
    <IfMay op="createStore">
      <Link to="/manage/stores/import" className={button.quiet}>
        {text.importCsv}
      </Link>
      <Link to="/manage/stores/new" className={button.primary}>
        {text.add}
      </Link>
    </IfMay>
  </>
)
