import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { currentAdminId } from '../api/current-admin-id.ts'
import { storesQuery } from '../api/queries.ts'
import { RightsContext, useMay } from '../api/rights.tsx'
import { Options } from '../components/Options.tsx'
import { followsStore } from '../list/list-search.ts'
import { chooseStore, chosenStore } from '../list/store-scope.ts'
import { useChooseStore } from '../list/use-list-search.ts'
import { copy } from '../text/copy.ts'
import { storeSwitchId } from './commands.ts'
import { copy as text } from './copy.ts'
import styles from './shell.module.css'

/**
 * All stores or one, on the pages that show either; an administrator of one store has no choice. The choice is stored
 * for pages that are opened later.
 */
export function StoreSwitch() {
  const rights = use(RightsContext)
  const isOfOne = rights === null || rights.storeIds?.length === 1
  const { data: stores } = useQuery({ ...storesQuery, enabled: useMay()('listStores') && !isOfOne })
  const { routesById } = useRouter()
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const follows = page !== undefined && followsStore(routesById[page].options.validateSearch)
  const storeId = useLocation({ select: ({ search }: { search: { storeId?: string } }) => search.storeId ?? '' })
  const choose = useChooseStore()

  const own = rights?.storeIds ?? stores?.map(({ id }) => id)
  // The rights may still be those of the previous administrator, who has other stores.
  const chosen = rights?.id === currentAdminId() ? chosenStore() : undefined
  const isGone = chosen !== undefined && own !== undefined && !own.includes(chosen)
  useEffect(() => {
    if (!isGone) return
    if (storeId === chosen) choose(undefined)
    else chooseStore(undefined)
  })

  if (!follows || stores === undefined || stores.length < 2) return null
  return (
    <select
      id={storeSwitchId}
      className={styles.store}
      aria-label={copy.filters.store}
      value={storeId}
      onChange={(event) => choose(event.target.value || undefined)}
    >
      <Options choices={stores.map(({ id, name }) => [id, name])} none={text.everyStore} />
      {storeId !== '' && !own?.includes(storeId) && <option value={storeId}>{text.unknownStore}</option>}
    </select>
  )
}
