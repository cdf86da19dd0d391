import { type CallOptions, listMembers, listOrders, listVisits } from '@kingcar/client'
import type { MemberSummary, OrderSummary, PageOf, Visit } from '@kingcar/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { currentAdminId } from '../api/current-admin-id.ts'
import { useMay } from '../api/rights.tsx'
import { everyStore } from '../list/store-scope.ts'
import { letterOf, useNavigationGroups } from '../navigation/entries.ts'
import { recentPages } from '../page/recent-pages.ts'
import { amount, momentOf, wonOf } from '../text/format.ts'
import { copy } from './copy.ts'
import { matcherOf } from './matcher.ts'
import type { Option, ResultGroup } from './option.ts'
import { otherWords } from './other-words.ts'
import { useNamedThings } from './use-named-things.ts'

/** Milliseconds without input after which the request is sent. */
const debounce = 200
const shown = 5

/**
 * Search results of a text: pages, commands and named items immediately; members, orders and visits when the server has
 * responded. Without a text: the pages that were opened last, the commands and all pages.
 * @param can the commands that are possible here
 */
export function useSearchResults(typed: string, can: readonly Option[]) {
  const text = typed.trim()
  const query = useDebounced(text)
  const isCurrent = query === text
  const may = useMay()
  const pages = usePages(text)
  const commands = commandsFound(text, can)
  const { groups: named, queries: lists } = useNamedThings(text)

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

  const queries: readonly UseQueryResult[] = [members, orders, visits, ...lists]
  const found: ResultGroup[] = [
    ...(text === '' ? [recent()] : []),
    ...(text === '' ? [commands, pages] : [pages, commands, ...named]),
    groupOf(copy.members, '/manage/members', { q: query }, members, isCurrent, memberOption),
    groupOf(copy.orders, '/manage/orders', { q: query, ...everyStore() }, orders, isCurrent, orderOption),
    groupOf(copy.visits, '/manage/visits', { carNumber: query, ...everyStore() }, visits, isCurrent, visitOption),
  ]
  return {
    found: found.filter(({ options }) => options.length > 0),
    searching: text !== '' && (!isCurrent || queries.some(({ isFetching }) => isFetching)),
    error: isCurrent ? (queries.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

function commandsFound(text: string, can: readonly Option[]): ResultGroup {
  const matches = matcherOf(text)
  const options = can.filter(({ name, words }) => matches(name, words))
  return { title: copy.commands, total: options.length, options, stale: false }
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

/** Pages whose name matches, then pages for which another word matches, with the group and the keys. */
function usePages(text: string): ResultGroup {
  const matches = matcherOf(text)
  const entries = useNavigationGroups().flatMap(({ title, entries }) =>
    entries.map(({ to, label }) => ({ to: String(to), name: label, title })),
  )
  const options: Option[] = entries
    .filter(({ to, name }) => matches(name, otherWords[to]))
    .toSorted((one, other) => Number(matches(other.name)) - Number(matches(one.name)))
    .map(({ to, name, title }) => ({ ...{ key: to, to, name }, note: noteOf(title, letterOf(to)) }))
  return { title: copy.pages, total: options.length, options, stale: false }
}

const noteOf = (group: string, letter: string | undefined) => (letter === undefined ? group : `${group} · G ${letter}`)

/** The pages that were opened last, without the current one. */
function recent(): ResultGroup {
  const options = recentPages(currentAdminId())
    .filter(({ path }) => path !== window.location.pathname)
    .map(({ path, href, title }) => ({ key: path, to: href, name: title }))
  return { title: copy.recent, total: options.length, options, stale: false }
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
