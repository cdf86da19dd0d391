import Papa from 'papaparse'
import { storeBody } from '../../bodies.ts'
import { readOperations } from '../../openapi-document.ts'
import { forEachConcurrently } from '../../raw-http.ts'
import { newPlate } from '../requests/accounts.ts'
import { type Client, newClient } from './client.ts'
import type { Probe, ProbeContext } from './probe.ts'

type Page = {
  content: ({ id: string } & Record<string, unknown>)[]
  totalElements: number
  totalPages: number
  last: boolean
}

const lists = [
  ...['stores', 'members', 'orders', 'notices', 'terms', 'visits', 'auditLogs', 'userProducts', 'admins'],
  'accessLogs',
] as const

/** A list walked in pages of any size is the same and has each item once; beyond its end is nothing. */
const walk = async ({ target, admin: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const client = newClient(target)
  const ask = async (list: string, query: string) =>
    (await client('GET', `/admin/api/${list}?${query}`, { token })).result as Page
  await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      create(client, token, '/admin/api/notices', { title: `공지 ${at}`, content: '글' }),
    ),
  )
  for (const list of lists) {
    const to = `to=${new Date(Date.now() - 1_000).toISOString()}`
    const range = ['orders', 'visits', 'auditLogs', 'accessLogs'].includes(list) ? `&${to}` : ''
    const whole = await ask(list, `size=100${range}`)
    const wanted = whole.content.slice(0, 12).map(({ id }) => id)
    for (const size of [1, 2, 5]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(wanted.length / size) }, (_, page) =>
          ask(list, `size=${size}&page=${page}${range}`),
        ),
      )
      const walked = pages.flatMap(({ content }) => content.map(({ id }) => id)).slice(0, wanted.length)
      if (walked.join() !== wanted.join()) faults.push(`${list} in pages of ${size} is another list`)
      if (pages.some(({ totalElements }) => totalElements !== whole.totalElements))
        faults.push(`${list} in pages of ${size} has another total`)
    }
    const beyond = await ask(list, `size=5&page=${whole.totalElements}${range}`)
    if (beyond.content.length > 0 || !beyond.last) faults.push(`${list} continues beyond its end`)
  }
  return faults
}

/** Numbers and instants are in the requested order; the collation of texts is the database's. */
const sorted = async ({ target, admin: { accessToken: token }, attacker }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const client = newClient(target)
  const product = await create(client, token, '/admin/api/products', { name: '세차', type: 'onetime', price: 1_000 })
  for (let at = 0; at < 5; at++) await create(client, attacker.accessToken, '/api/orders', { productId: product.id })
  const operations = (await readOperations(target.http)).filter(({ path }) => /^\/admin\/api\/[^{]*$/.test(path))
  const sortings = operations.flatMap(({ path, inQuery }) =>
    (inQuery.find(({ name }) => name === 'sort')?.schema.items?.enum ?? []).map((order) => ({
      path,
      order: String(order),
    })),
  )
  if (sortings.length === 0) faults.push('no list can be sorted')
  for (const { path, order } of sortings) {
    const [field = '', direction] = order.split(',')
    const { status, result } = await client('GET', `${path}?size=100&sort=${order}`, { token })
    if (status !== 200) faults.push(`${path} by ${order} got ${status}`)
    const { content = [] } = (result ?? {}) as Partial<Page>
    for (const part of [content.filter(isPinned), content.filter((item) => !isPinned(item))]) {
      const places = part.map((item) => placeOf(item[field]))
      const values = places.filter((place) => place !== undefined)
      if (values.length < places.length) continue
      const wanted = values.toSorted((one, other) => (direction === 'asc' ? one - other : other - one))
      if (values.join() !== wanted.join()) faults.push(`${path} by ${order} is in another order`)
    }
  }
  return faults
}

/** Pinned notices come before all others. */
const isPinned = ({ pinned }: Page['content'][number]) => pinned === true

/** Sort value of a number or an instant; undefined for other values. */
function placeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : undefined
}

const create = async (client: Client, token: string, path: string, body: object): Promise<{ id: string }> => {
  const { status, result, text } = await client('POST', path, { token, body })
  if (status !== 201) throw new Error(`${path} returned ${status} ${text}`)
  return result as { id: string }
}

/** A wildcard of the database's search matches only itself. */
const wildcards = async ({ target, admin: { accessToken: token }, attacker }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const found = async (q: string) => {
    const { result } = await client('GET', `/admin/api/members?size=100&q=${encodeURIComponent(q)}`, { token })
    return (result as Page).content.length
  }
  const faults: string[] = []
  if ((await found(attacker.name)) !== 1) faults.push(`${attacker.name} is not found`)
  for (const q of [
    '%%',
    '__',
    `${attacker.name.slice(0, 2)}%`,
    `_${attacker.name.slice(1)}`,
    '\\',
    "' or '1'='1",
    "%' or true--",
  ])
    if ((await found(q)) > 0) faults.push(`${q} matches a member`)
  return faults
}

const punctuation = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((sign) =>
  /\W|_/.test(sign),
)

/** A search for any character gets a response, whatever it means to the database. */
const signs = async ({ target, admin: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const searched = lists.filter((list) => !['terms', 'notices', 'stores'].includes(list))
  const faults: string[] = []
  const tries = searched.flatMap((list) => punctuation.flatMap((sign) => [sign, `a${sign}`].map((q) => ({ list, q }))))
  await forEachConcurrently(tries, 8, async ({ list, q }) => {
    const { status } = await client('GET', `/admin/api/${list}?q=${encodeURIComponent(q)}`, { token })
    if (status !== 200 && status !== 400) faults.push(`${list} for ${q} got ${status}`)
  })
  return faults
}

const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', "=cmd|'/C calc'!A0", '＝1+1', '＠SUM(1)', '－1', '＋1']
const begins = /^[=+\-@\t\r\n＝＋－＠]/

/** No cell of a CSV file begins a formula, whatever names members and administrators choose. */
const files = async ({ target, admin: { accessToken: token }, attacker, victim }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  for (const name of formulas) {
    const store = await create(client, token, '/admin/api/stores', { ...storeBody, name, address: name })
    const product = await create(client, token, '/admin/api/products', { name, type: 'onetime', price: 0, useLimit: 9 })
    const order = await create(client, attacker.accessToken, '/api/orders', { productId: product.id })
    await client('PATCH', `/api/order/${order.id}/payment`, { token: attacker.accessToken, body: {} })
    await create(client, token, '/admin/api/userProducts', { memberId: victim.id, productId: product.id, reason: name })
    await create(client, token, '/admin/api/visits', { storeId: store.id, carNumber: newPlate(), reason: name }).catch(
      () => undefined,
    ) // recognition has not received the store yet
  }
  await client('PATCH', '/api/me', { token: victim.accessToken, body: { name: '@SUM(A1)김' } })
  const faults: string[] = []
  for (const list of ['orders', 'members', 'visits', 'userProducts', 'useLogs', 'auditLogs']) {
    const { status, text, headers } = await client('GET', `/admin/api/${list}/export?full=true`, {
      token,
      headers: { 'x-reason': 'monthly' },
    })
    if (status !== 200 || !text.startsWith('\ufeff')) faults.push(`the file of ${list} got ${status}`)
    if (!/^attachment; filename="[\w-]+\.csv"$/.test(headers['content-disposition'] ?? ''))
      faults.push(`the file of ${list} has the name ${headers['content-disposition']}`)
    const { data } = Papa.parse<string[]>(text.slice(1), { newline: '\r\n' })
    const cell = data.flat().find((each) => begins.test(each) && !/^-?\d+(\.\d+)?$/.test(each))
    if (cell !== undefined) faults.push(`a cell of ${list} begins a formula: ${cell.slice(0, 40)}`)
    const reader = await client('GET', `/admin/api/${list}/export?full=true`, {
      headers: { 'x-reason': 'monthly' },
      token: attacker.accessToken,
    })
    if (reader.status !== 403) faults.push(`a member's request for the file of ${list} got ${reader.status}`)
  }
  return faults
}

/** Invalid values of page parameters. */
const strange = [
  ...['null', 'true', '1', '"a"', '[]', '[null]', '{', '{}', '', ' ', 'undefined', '[object Object]', '%00'],
  ...['{"page":null}', '{"page":{}}', '{"page":-1}', '{"size":0}', '{"size":1e9}', '{"sort":null}', '{"sort":[null]}'],
  ...['{"sort":{"name":1}}', '{"filter":null}', '{"filter":[]}', '{"filter":{"id":null}}', '{"__proto__":{"size":1}}'],
]

/** Any page parameter gets a list or a refusal. */
const strangePages = async ({ target, admin, attacker }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const all = [
    ...lists.map((list) => ({ path: `/admin/api/${list}`, token: admin.accessToken })),
    ...['notices', 'orders', 'stores', 'me/products'].map((list) => ({
      path: `/api/${list}`,
      token: attacker.accessToken,
    })),
  ]
  const faults: string[] = []
  const queries = ['pageable', 'page', 'size', 'sort', 'filter'].flatMap((name) =>
    strange.map((text) => `${name}=${encodeURIComponent(text)}`),
  )
  const tries = all.flatMap(({ path, token }) => queries.map((query) => ({ path: `${path}?${query}`, token })))
  await forEachConcurrently(tries, 8, async ({ path, token }) => {
    const { status } = await client('GET', path, { token })
    if (status !== 200 && status !== 400) faults.push(`${path} got ${status}`)
  })
  return faults
}

export const listProbes: readonly Probe[] = [
  { claim: 'lists are the same in pages of any size', run: walk },
  { claim: 'lists are in the requested order', run: sorted },
  { claim: 'a search finds the literal text', run: wildcards },
  { claim: 'a search for any character gets a response', run: signs },
  { claim: 'any page parameter gets a list or a refusal', run: strangePages },
  { claim: 'CSV files contain no formula', run: files },
]
