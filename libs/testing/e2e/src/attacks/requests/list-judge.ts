import { parse } from 'node:querystring'
import Papa from 'papaparse'
import { isPaged } from '../../openapi-document.ts'
import type { SentRequest } from './attack.ts'
import type { Finding } from './finding.ts'
import type { Answer } from './send-request.ts'

type Item = Record<string, unknown>
type Page = {
  content: Item[]
  number: number
  size: number
  numberOfElements: number
  totalElements: number
  totalPages: number
  first: boolean
  last: boolean
  empty: boolean
}

/** Judges pages, filters, order and CSV files of lists. */
export function judgeLists(sent: SentRequest, answer: Answer, value: unknown): Finding[] {
  if (answer.status !== 200) return []
  if ((answer.headers['content-type'] ?? '').startsWith('text/csv')) return judgeCsv(answer)
  const { result } = (value ?? {}) as { result?: unknown }
  if (!isPaged(sent.attack.operation) || typeof result !== 'object' || result === null) return []
  const query = parse(sent.path.split('?')[1] ?? '', '&', '=', { maxKeys: 0 })
  const page = result as Page
  return [
    ...judgePage(page, query).map((detail) => ({ claim: 'pages add up', detail })),
    ...judgeFilters(sent, page, query).map((detail) => ({ claim: 'lists match their filters', detail })),
    ...judgeOrder(sent, page, query).map((detail) => ({ claim: 'lists are in the requested order', detail })),
  ]
}

type Query = Record<string, unknown>

function judgePage(page: Page, query: Query): string[] {
  const { content, number, size, numberOfElements, totalElements, totalPages, first, last, empty } = page
  const faults: string[] = []
  const flat = Object.keys(query).every((name) => !name.startsWith('pageable'))
  const asked = { page: Number(query.page ?? 0), size: Number(query.size ?? 20) }
  if (flat && number !== asked.page) faults.push(`page ${asked.page} is ${number}`)
  if (flat && size !== Math.min(asked.size === 0 ? 20 : asked.size, 100)) faults.push(`size ${asked.size} is ${size}`)
  if (numberOfElements !== content.length || empty !== (content.length === 0)) faults.push('its counts are wrong')
  if (totalPages !== Math.ceil(totalElements / size))
    faults.push(`${totalElements} elements in ${totalPages} pages of ${size}`)
  if (first !== (number === 0) || last !== number + 1 >= totalPages) faults.push('first or last is wrong')
  if (content.length > size) faults.push('it has too many elements')
  if (number + 1 < totalPages && content.length < size)
    faults.push(`page ${number} of ${totalPages} has ${content.length} of ${size}`)
  if (number >= totalPages && content.length > 0) faults.push('it continues after its end')
  if (number + 1 === totalPages && content.length === 0) faults.push('its last page is empty')
  const ids = content.map((item) => item.id ?? JSON.stringify(item)) // the id of a read is its recognizer's
  if (new Set(ids).size !== ids.length) faults.push('it has an element twice')
  return faults
}

function judgeFilters({ attack: { operation } }: SentRequest, { content }: Page, query: Query): string[] {
  const asked = ['storeId', 'memberId', 'productId', 'state', 'type', 'actorId', 'adminId', 'entity'].flatMap(
    (name) => {
      const value = query[name]
      return typeof value === 'string' ? [{ name, value }] : []
    },
  )
  const fits = (given: unknown, name: string, value: string) =>
    given === undefined || given === value || (name === 'state' && value === 'Paid' && given === 'Completed')
  const wrong = asked.filter(({ name, value }) => content.some((item) => !fits(item[name], name, value)))
  return [...wrong.map(({ name, value }) => `${name} is not ${value}`), ...outside(operation.id, content, query)]
}

/** The field that a range filters by. */
const moments: Readonly<Record<string, string>> = {
  listOrders: 'createdAt',
  listVisits: 'recognizedAt',
  listUseLogs: 'usedAt',
  listAuditLogs: 'at',
  listAccessLogs: 'at',
}
const seoul = 9 * 60 * 60 * 1_000
const day = 24 * 60 * 60 * 1_000
const midnight = (date: string) => Date.parse(`${date}T00:00:00.000Z`) - seoul

function outside(id: string, content: readonly Item[], { from, to }: Query): string[] {
  const field = moments[id]
  if (field === undefined) return []
  const isDay = (text: string) => text.length === 10
  const since = typeof from === 'string' ? (isDay(from) ? midnight(from) : Date.parse(from)) : Number.NEGATIVE_INFINITY
  const until = typeof to === 'string' ? (isDay(to) ? midnight(to) + day : Date.parse(to)) : Number.POSITIVE_INFINITY
  const at = content.map((item) => Date.parse(String(item[field])))
  return at.some((time) => time < since || time >= until) ? [`${field} is outside of ${from} to ${to}`] : []
}

/** Only numbers and instants, whose order is unambiguous; and not if pinned or near items come first. */
function judgeOrder({ attack: { operation } }: SentRequest, { content }: Page, { sort, near }: Query): string[] {
  const [first] = Array.isArray(sort) ? sort : [sort]
  if (typeof first !== 'string' || near !== undefined || /Notices$/.test(operation.id)) return []
  const [field = '', direction] = first.split(',')
  const values = content.map((item) => item[field]).filter((value) => value !== null && value !== undefined)
  const comparable = values.map((value) => (typeof value === 'number' ? value : Date.parse(String(value))))
  if (!/(?:At|^at|amount|version)$/.test(field) || comparable.some(Number.isNaN)) return []
  const sorted = comparable.toSorted((a, b) => (direction === 'asc' ? a - b : b - a))
  return sorted.every((value, at) => value === comparable[at]) ? [] : [`not by ${first}`]
}

const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/

function judgeCsv({ content }: Answer): Finding[] {
  const text = content.toString('utf8')
  const claim = 'files are safe to open'
  if (!text.startsWith('\ufeff')) return [{ claim, detail: 'no byte order mark' }]
  const { data: rows, errors } = Papa.parse<string[]>(text.slice(1).trimEnd(), { newline: '\r\n' })
  const width = rows[0]?.length ?? 0
  const faults: Finding[] = []
  if (!text.endsWith('\r\n')) faults.push({ claim, detail: 'the last line has no end' })
  if (errors.length > 0) faults.push({ claim, detail: JSON.stringify(errors[0]) })
  if (rows.some((row) => row.length !== width)) faults.push({ claim, detail: 'lines differ in their columns' })
  const formula = rows.flat().find((cell) => beginsFormula.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))
  if (formula !== undefined) faults.push({ claim, detail: `a cell begins a formula: ${formula.slice(0, 30)}` })
  return faults
}
