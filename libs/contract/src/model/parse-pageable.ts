import { AppError, type Detail } from './errors.ts'
import type { Operation } from './operation.ts'
import { defaultPageSize, maximumPageSize } from './paging.ts'

/** A page request in the form of a paged operation's input. */
export type Pageable = { page: number; size: number; sort: string[] }

const names = ['page', 'size', 'sort'] as const
type Name = (typeof names)[number]

/** A value that was sent for one name, with its query key for error details. */
type SentValue = { path: string; value: unknown; json?: true }

const maximumPage = 1_000_000

/**
 * Some clients cannot serialize the object and send `?pageable=` or `?pageable=[object Object]`: both mean the
 * defaults.
 */
const emptyForms: readonly unknown[] = [undefined, '', '[object Object]']

/** The fields by which a paged operation can sort; undefined if the operation is not paged. */
export function sortFields(op: Pick<Operation, 'input'>): readonly string[] | undefined {
  const { sort } = op.input.properties
  if (!sort || !('items' in sort)) return undefined
  const { items } = sort as { items: { enum: readonly string[] } }
  return [...new Set(items.enum.map((order) => order.slice(0, order.lastIndexOf(','))))]
}

/**
 * Reads `page`, `size` and `sort` from a query in every spelling that generated clients send: flat (`page=`), dotted
 * (`pageable.page=`), bracketed (`pageable[page]=`) and JSON (`pageable={"page":0}`). For each name, the first spelling
 * in this order wins. A size over 100 counts as 100, 0 as 20. `rest` is the query without paging.
 * @throws AppError VALIDATION_FAILED for any other value
 */
export function parsePageable(
  query: Record<string, unknown>,
  fields: readonly string[],
): { pageable: Pageable; rest: Record<string, unknown> } {
  const details: Detail[] = []
  const written = readJson(query.pageable, details)
  const rest = Object.entries(query).filter(([key]) => key !== 'pageable' && !spelling(key))

  const sentValue = (name: Name): SentValue | undefined => {
    const keys = Object.keys(query).filter((key) => spelling(key)?.name === name)
    const rank = Math.min(...keys.map((key) => spelling(key)?.rank ?? 0))
    const best = keys.filter((key) => spelling(key)?.rank === rank)
    const path = best[0]
    if (path === undefined)
      return Object.hasOwn(written, name) ? { path: 'pageable', value: written[name], json: true } : undefined
    return { path, value: best.length === 1 ? query[path] : best.flatMap((key) => query[key]) }
  }

  const pageable = {
    page: readPage(sentValue('page'), details),
    size: readSize(sentValue('size'), details),
    sort: readSort(sentValue('sort'), fields, details),
  }
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return { pageable, rest: Object.fromEntries(rest) }
}

/** The paging name that a query key spells, and the precedence of the spelling (0 is highest). */
function spelling(key: string): { name: Name; rank: number } | undefined {
  for (const name of names) {
    if (key === name) return { name, rank: 0 }
    if (key === `pageable.${name}`) return { name, rank: 1 }
    if (key === `pageable[${name}]`) return { name, rank: 2 }
  }
  return /^pageable\[sort\]\[\d{0,2}\]$/.test(key) ? { name: 'sort', rank: 2 } : undefined
}

function readJson(text: unknown, details: Detail[]): Record<string, unknown> {
  if (emptyForms.includes(text)) return {}
  const value = typeof text === 'string' ? parse(text) : text
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject && Object.keys(value).every((key) => names.some((name) => name === key))) return { ...value }
  details.push({
    path: 'pageable',
    ko: 'page, size, sort로 된 JSON 객체로 입력해 주세요.',
    en: 'Must be a JSON object of page, size and sort.',
  })
  return {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: the caller reports it
  }
}

/** A non-negative integer: digits in a query, a number in JSON. */
function count({ value, json }: SentValue): number | undefined {
  if (json) return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined
}

function readPage(given: SentValue | undefined, details: Detail[]): number {
  if (!given) return 0
  const page = count(given)
  if (page !== undefined && page <= maximumPage) return page
  details.push({
    path: given.path,
    ko: '0부터 1000000까지의 정수로 입력해 주세요.',
    en: 'Must be an integer from 0 to 1000000.',
  })
  return 0
}

function readSize(given: SentValue | undefined, details: Detail[]): number {
  if (!given) return defaultPageSize
  const size = count(given)
  if (size !== undefined) return size === 0 ? defaultPageSize : Math.min(size, maximumPageSize)
  details.push({ path: given.path, ko: '0 이상의 정수로 입력해 주세요.', en: 'Must be an integer of at least 0.' })
  return defaultPageSize
}

function readSort(given: SentValue | undefined, fields: readonly string[], details: Detail[]): string[] {
  if (!given) return []
  const orders: unknown[] = Array.isArray(given.value) ? given.value : [given.value]
  const allowed = fields.flatMap((field) => [`${field},asc`, `${field},desc`])
  const sort = orders.filter((order): order is string => typeof order === 'string' && allowed.includes(order))
  const sortedBy = new Set(sort.map((order) => order.slice(0, order.lastIndexOf(','))))
  if (sort.length === orders.length && sortedBy.size === sort.length) return sort
  details.push({
    path: given.path,
    ko: `${fields.join(', ')} 가운데 하나에 ,asc나 ,desc를 붙여 항목마다 한 번씩 입력해 주세요.`,
    en: `Must be one of ${fields.join(', ')} followed by ,asc or ,desc, each field once.`,
  })
  return []
}
