import { type CallOptions, listMembers, listOrders, listVisits } from '@kingcar/client'
import type { MemberSummary, OrderSummary, PageOf, Visit } from '@kingcar/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { useNavigationGroups } from '../navigation/entries.ts'
import { amount, momentOf, wonOf } from '../text/format.ts'
import { copy } from './copy.ts'
import { matchingPages } from './matching-pages.ts'

/** A search result with its link. */
export type Option = { key: string; to: string; search?: Record<string, string>; name: string; note?: string }
/** Results of one kind. `stale`: they belong to an older text, so they are visible but Enter does not choose them. */
export type ResultGroup = { title: string; total: number; options: Option[]; stale: boolean }

/** Milliseconds without input until the request is sent. */
const debounce = 200
const shown = 5

/** Search results of a text: pages immediately; members, orders and visits when the server has responded. */
export function useSearchResults(typed: string) {
  const text = typed.trim()
  const query = useDebounced(text)
  const isCurrent = query === text
  const may = useMay()
  const pages = useNavigationGroups().flatMap(({ title, entries }) =>
    entries.map(({ to, label }) => ({ to: String(to), label, title })),
  )

  const members = useSearch<MemberSummary>('members', query, query !== '' && may('listMembers'), (options) =>
    call(listMembers, { q: query, size: shown }, options),
  )
  const orders = useSearch<OrderSummary>('orders', query, query !== '' && may('listOrders'), (options) =>
    call(listOrders, { q: query, size: shown }, options),
  )
  const isPlate = /\d{4}$/.test(query) && query.length <= 32
  const visits = useSearch<Visit>('visits', query, isPlate, (options) =>
    call(listVisits, { carNumber: query, size: shown }, options),
  )

  const queries: readonly UseQueryResult[] = [members, orders, visits]
  const found: ResultGroup[] = [
    pagesFound(pages, text),
    groupOf(copy.members, '/manage/members', { q: query }, members, isCurrent, memberOption),
    groupOf(copy.orders, '/manage/orders', { q: query }, orders, isCurrent, orderOption),
    groupOf(copy.visits, '/manage/visits', { carNumber: query }, visits, isCurrent, visitOption),
  ]
  return {
    found: text === '' ? found.slice(0, 1) : found.filter(({ options }) => options.length > 0),
    searching: text !== '' && (!isCurrent || queries.some(({ isFetching }) => isFetching)),
    error: isCurrent ? (queries.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

/** The debounced value. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounce)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** A query whose call is cancelled when the text changes. */
const useSearch = <T>(
  kind: string,
  text: string,
  enabled: boolean,
  send: (options: CallOptions) => Promise<PageOf<T>>,
): UseQueryResult<PageOf<T>> =>
  useQuery({
    queryKey: ['search', kind, text],
    queryFn: ({ signal }) => send({ signal }),
    enabled,
    ...(enabled && { placeholderData: keepPreviousData }),
    staleTime: 10_000,
  })

function pagesFound(pages: readonly { to: string; label: string; title: string }[], text: string): ResultGroup {
  const options = matchingPages(pages, text).map(({ to, label, title }) => ({ key: to, to, name: label, note: title }))
  return { title: copy.pages, total: options.length, options, stale: false }
}

function groupOf<T>(
  title: string,
  to: string,
  search: Record<string, string>,
  { data, isPlaceholderData }: UseQueryResult<PageOf<T>>,
  isCurrent: boolean,
  optionOf: (item: T) => Omit<Option, 'to'>,
): ResultGroup {
  const total = data?.totalElements ?? 0
  const options: Option[] = (data?.content ?? []).map((item) => {
    const option = optionOf(item)
    return { ...option, to: `${to}/${option.key}` }
  })
  if (total > options.length) options.push({ key: to, to, search, name: copy.all(title, amount(total)) })
  return { title, total, options, stale: !isCurrent || isPlaceholderData }
}

const memberOption = ({ id, name, email, carNumbers }: MemberSummary) => ({
  key: id,
  name,
  note: [...carNumbers, email].filter(Boolean).join(' · '),
})
const orderOption = ({ id, productName, memberName, createdAt, ...order }: OrderSummary) => ({
  key: id,
  name: `${memberName} · ${productName}`,
  note: `${wonOf(order.amount)} · ${momentOf(createdAt)}`,
})
const visitOption = ({ id, carNumber, name, storeName, recognizedAt }: Visit) => ({
  key: id,
  name: `${carNumber} · ${name}`,
  note: `${storeName} · ${momentOf(recognizedAt)}`,
})
