import { listNotices, listScreens } from '@kingcar/client'
import type { AdminOperation } from '@kingcar/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { adminsQuery, everyDeviceQuery, listQuery, productsQuery, storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { knownSettings } from '../text/known-settings.ts'
import { copy } from './copy.ts'
import { matcherOf } from './matcher.ts'
import type { Option, ResultGroup } from './option.ts'

const shown = 5
/** As many notices and wall screens are searched. */
const firstHundred = { size: 100 }

/** Short lists whose items have names: they are loaded completely, and searched here. */
export function useNamedThings(text: string): { groups: ResultGroup[]; queries: UseQueryResult[] } {
  const may = useMay()
  const matches = matcherOf(text)
  const read = (op: AdminOperation) => ({ enabled: text !== '' && may(op), staleTime: 60_000 })
  const stores = useQuery({ ...storesQuery, ...read('listStores') })
  const products = useQuery({ ...productsQuery, ...read('listProducts') })
  const devices = useQuery({ ...everyDeviceQuery, ...read('listDevices') })
  const screens = useQuery({ ...listQuery(listScreens, firstHundred), ...read('listScreens') })
  const notices = useQuery({ ...listQuery(listNotices, firstHundred), ...read('listNotices') })
  const admins = useQuery({ ...adminsQuery, ...read('listAdmins') })

  const storeOf = (id: string | null) => ({ note: stores.data?.find((store) => store.id === id)?.name ?? '' })
  const group = <T>(title: string, items: readonly T[] | undefined, optionOf: (item: T) => Option) => {
    const options = (items ?? []).map(optionOf).filter(({ name, note }) => matches(name, note))
    return { title, total: options.length, options: options.slice(0, shown), stale: false }
  }
  const groups = [
    group(copy.stores, stores.data, ({ id, name }) => ({ key: id, name, to: `/manage/stores/${id}` })),
    group(copy.products, products.data, ({ id, name }) => ({ key: id, name, to: `/manage/products/${id}` })),
    group(copy.devices, devices.data, ({ id, name, storeId }) => ({
      ...{ key: id, name, ...storeOf(storeId) },
      ...{ to: '/manage/devices', search: { storeId } },
    })),
    group(copy.screens, screens.data?.content, ({ id, name, storeId }) => ({
      ...{ key: id, name, ...storeOf(storeId) },
      ...{ to: '/manage/screens', search: { storeId } },
    })),
    group(copy.notices, notices.data?.content, ({ id, title }) => ({
      key: id,
      name: title,
      to: `/manage/notices/${id}`,
    })),
    group(copy.admins, admins.data, ({ id, name, email }) => ({
      key: id,
      name,
      note: email,
      to: `/manage/admins/${id}`,
    })),
    group(copy.settings, may('putAppSetting') ? knownSettings : [], ({ key, title }) => ({
      ...{ key, name: title, note: key },
      ...{ to: '/manage/settings', hash: `setting-${key}` },
    })),
  ]
  return { groups, queries: [stores, products, devices, screens, notices, admins] }
}
