import {
  ApiError,
  type Call,
  type CallInput,
  listAdmins,
  listAppSettings,
  listDeadLetters,
  listDevices,
  listProducts,
  listStores,
} from '@kingcar/client'
import type { Admin, Device, PageOf, ServiceName, Store } from '@kingcar/contract'
import { keepPreviousData, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { call, exchange } from '../../api/api.ts'
import { SignedOutError } from '../../api/session.ts'

/**
 * The query cache of the shell; signing out discards it. Calls `signedOut` when a query finds that the session has ended, and
 * `factorRequired` when the administrator has to set up a second factor first.
 */
export function createManagementClient(signedOut: () => void, factorRequired: () => void): QueryClient {
  const onError = (cause: unknown) => {
    if (cause instanceof SignedOutError) signedOut()
    if (cause instanceof ApiError && cause.code === 'SECOND_FACTOR_SETUP_REQUIRED') factorRequired()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  })
}

/** Query for one entity with its ETag, by its operation. */
export const entityQuery = <S extends ServiceName, V extends string>(op: Call<S, V>, input: CallInput<S, V>) =>
  queryOptions({ queryKey: [op.name, input], queryFn: () => exchange(op, input) })

/** Query for one page of a list, by its operation. The previous page stays visible until the new one has arrived. */
export const listQuery = <S extends ServiceName, V extends string>(op: Call<S, V>, input: CallInput<S, V>) =>
  queryOptions({ queryKey: [op.name, input], queryFn: () => call(op, input), placeholderData: keepPreviousData })

const largestPage = 100

/** All pages of a list, for a selection. */
export async function everyPage<T>(list: (page: number) => Promise<PageOf<T>>): Promise<T[]> {
  const items: T[] = []
  for (let page = 0; ; page += 1) {
    const { content, last } = await list(page)
    items.push(...content)
    if (last) return items
  }
}

/** All stores by name. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: () => everyPage<Store>((page) => call(listStores, { page, size: largestPage, sort: ['name,asc'] })),
  staleTime: 60_000,
})

/** All products in their display order, with the ETag of that order. */
export const productListQuery = entityQuery(listProducts, {})

/** The same products, for a selection. */
export const productsQuery = queryOptions({
  ...productListQuery,
  select: ({ result }) => result,
  staleTime: 60_000,
})

/** All administrators by name. */
export const adminsQuery = queryOptions({
  queryKey: ['listAdmins', 'all'],
  queryFn: () => everyPage<Admin>((page) => call(listAdmins, { page, size: largestPage, sort: ['name,asc'] })),
  staleTime: 60_000,
})

/** All devices by name. */
export const everyDeviceQuery = queryOptions({
  queryKey: ['devices', 'all'],
  queryFn: () => everyPage<Device>((page) => call(listDevices, { page, size: largestPage })),
})

/** One page of devices, refetched while it is visible. */
export const devicesQuery = (input: CallInput<'recognition', 'listDevices'>) =>
  queryOptions({
    queryKey: ['devices', input],
    queryFn: () => call(listDevices, input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export const deadLettersQuery = (page: number) =>
  queryOptions({
    queryKey: ['deadLetters', page],
    queryFn: () => call(listDeadLetters, { page }),
    placeholderData: keepPreviousData,
  })

export const settingsQuery = queryOptions({ queryKey: ['appSettings'], queryFn: () => call(listAppSettings, {}) })
