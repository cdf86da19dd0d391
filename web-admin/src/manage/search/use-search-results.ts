import { type CallOptions, listMembers, listOrders, listVisits } from '@kingcar/client'
import type { MemberSummary, OrderSummary, PageOf, Visit } from '@kingcar/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { navigationGroups } from '../navigation/entries.ts'
import { amount, momentOf, wonOf } from '../text/format.ts'
import { copy } from './copy.ts'
import { matchingPages } from './matching-pages.ts'

/** A way that the search offers. */
export type Option = { key: string; to: string; search?: Record<string, string>; name: string; note?: string }
/** What was found of one kind. Of an older text it is stale: to be seen, and not to be chosen by Enter. */
export type ResultGroup = { title: string; total: number; options: Option[]; stale: boolean }

/** Milliseconds without a key until the server is asked. */
const pause = 200
const shown = 5
const pages = navigationGroups.flatMap(({ title, entries }) =>
  entries.map(({ to, label }) => ({ to: String(to), label, title })),
)

/** What a text finds: pages at once, members, orders and visits as soon as the server has answered to the newest text. */
export function useSearchResults(typed: string) {
  const text = typed.trim()
  const asked = useSettled(text)
  const fresh = asked === text

  const members = useSearch<MemberSummary>('members', asked, asked !== '', (options) =>
    call(listMembers, { q: asked, size: shown }, options),
  )
  const orders = useSearch<OrderSummary>('orders', asked, asked !== '', (options) =>
    call(listOrders, { q: asked, size: shown }, options),
  )
  const isPlate = /\d{4}$/.test(asked) && asked.length <= 32
  const visits = useSearch<Visit>('visits', asked, isPlate, (options) =>
    call(listVisits, { carNumber: asked, size: shown }, options),
  )

  const queries: readonly UseQueryResult[] = [members, orders, visits]
  const found: ResultGroup[] = [
    pagesFound(text),
    groupOf(copy.members, '/manage/members', { q: asked }, members, fresh, memberOption),
    groupOf(copy.orders, '/manage/orders', { q: asked }, orders, fresh, orderOption),
    groupOf(copy.visits, '/manage/visits', { carNumber: asked }, visits, fresh, visitOption),
  ]
  return {
    found: text === '' ? found.slice(0, 1) : found.filter(({ options }) => options.length > 0),
    searching: text !== '' && (!fresh || queries.some(({ isFetching }) => isFetching)),
    error: fresh ? (queries.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

/** A value that has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Whoever types on takes the question back: the call of the text before is cancelled. */
const useSearch = <T>(
  kind: string,
  text: string,
  enabled: boolean,
  ask: (options: CallOptions) => Promise<PageOf<T>>,
): UseQueryResult<PageOf<T>> =>
  useQuery({
    queryKey: ['search', kind, text],
    queryFn: ({ signal }) => ask({ signal }),
    enabled,
    ...(enabled && { placeholderData: keepPreviousData }),
    staleTime: 10_000,
  })

function pagesFound(text: string): ResultGroup {
  const options = matchingPages(pages, text).map(({ to, label, title }) => ({ key: to, to, name: label, note: title }))
  return { title: copy.pages, total: options.length, options, stale: false }
}

function groupOf<T>(
  title: string,
  to: string,
  search: Record<string, string>,
  { data, isPlaceholderData }: UseQueryResult<PageOf<T>>,
  fresh: boolean,
  optionOf: (item: T) => Omit<Option, 'to'>,
): ResultGroup {
  const total = data?.totalElements ?? 0
  const options: Option[] = (data?.content ?? []).map((item) => {
    const option = optionOf(item)
    return { ...option, to: `${to}/${option.key}` }
  })
  if (total > options.length) options.push({ key: to, to, search, name: copy.all(title, amount(total)) })
  return { title, total, options, stale: !fresh || isPlaceholderData }
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
