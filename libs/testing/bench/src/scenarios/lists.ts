import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kingcar/db'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { createLogger } from '@kingcar/runtime'
import { quantile, ratio } from '@kingcar/testing/statistics'
import postgres from 'postgres'
import { listPublishedNotices } from '../../../../../services/catalog/src/notice/list.ts'
import { prepareNotices } from '../../../../../services/catalog/src/notice/queries.ts'
import { getText } from '../get-text.ts'
import { fillLists, scansOf } from '../lists/fill-lists.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate, type Variant, type Work } from '../rotate.ts'

export type Size = {
  notices: number
  stores: number
  rounds: number
  /** Calls of a slice, one after the other. */
  calls: number
  /** Milliseconds until every session has reported its index scans: an idle one reports after ten seconds. */
  settleMs: number
}

export const full: Size = { notices: 1_000_000, stores: 100_000, rounds: 7, calls: 200, settleMs: 11_000 }
/** Long enough to show that each page has its rows, too short for a claim. */
export const smoke: Size = { notices: 3_000, stores: 1_000, rounds: 1, calls: 10, settleMs: 0 }

/** Rows of a page. */
const size = 20

type Slice = Work & { ms: number[] }
type Page = { content: unknown[]; totalElements: number }
type Ask = () => Promise<Page>

const names = {
  first: 'page 1',
  withoutTotal: 'page 1, no total',
  counted: 'page 1, total counted',
  page500: 'page 500',
  middle: 'the middle page',
  page40000: 'page 40,000',
} as const

/**
 * Pages of long lists, one call after the other. For published notices, the service's own queries: with the maintained
 * total, without a total, and with `count(*)` as usual; then deeper pages. Then the same pages, and the nearest stores
 * to random places, over HTTP through gateway, bus and service.
 */
export async function lists(sizes: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct())
  const databaseUrl = await product.databaseUrl()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  stack.defer(() => sql.end({ timeout: 1 }))
  progress(`writing ${sizes.notices} notices and ${sizes.stores} stores`)
  await fillLists(sql, sizes)

  const log = createLogger('bench', 'warn')
  const db = stack.use(await openDatabase({ url: databaseUrl, schema: 'catalog', name: 'bench', log }))
  const kept = prepareNotices(db.read)
  const total = await kept.published(new Date())
  const count = async () => {
    const [row] = await sql`select count(*)::int as count from catalog.notices where published_at <= now()`
    return Number(row?.count)
  }
  const asking = (published: () => Promise<number>, page = 0): Ask => {
    const ctx = { db, notices: { ...kept, published }, now: () => new Date() }
    return () => listPublishedNotices(ctx, { page, size })
  }
  const lastPage = Math.ceil(total / size) - 1
  const pageAt = (number: number) => Math.min(number, lastPage) - 1 // page numbers of the API count from 1
  const own = (page: number) => asking(() => kept.published(new Date()), page)

  const { http, email, password } = product.ready
  const { accessToken } = await signIn(http, email, password)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  stack.defer(() => agent.destroy())
  const get =
    (path: () => string): Ask =>
    () =>
      getPage(http + path(), agent, accessToken)
  const noticesAt = (number: number) => get(() => `/admin/api/notices?sort=publishedAt,desc&page=${pageAt(number)}`)
  const degrees = (from: number) => (from + 5 * Math.random()).toFixed(6)
  const anywhere = () => `/api/stores?near=${degrees(33)},${degrees(125)}`

  const service = { postgres: await product.pid('postgres'), service: process.pid }
  const all = {
    gateway: await product.pid('gateway'),
    service: await product.pid('catalog'),
    nats: await product.pid('nats-server'),
    postgres: await product.pid('postgres'),
  }
  const variants = [
    variantOf(names.first, service, own(0)),
    variantOf(
      names.withoutTotal,
      service,
      asking(async () => total),
    ),
    variantOf(names.counted, service, asking(count), 0.1),
    variantOf(names.page500, service, own(pageAt(500))),
    variantOf(names.middle, service, own(Math.floor(lastPage / 2)), 0.1),
    variantOf(names.page40000, service, own(pageAt(40_000)), 0.1),
    ...[1, 500, 40_000].map((number) =>
      variantOf(`page ${number} over HTTP`, all, noticesAt(number), number > 500 ? 0.1 : 1),
    ),
    variantOf('nearest stores over HTTP', all, get(anywhere)),
  ]

  /** Repeats the query; a slow one with a fraction of a slice's calls. */
  function variantOf(name: string, processes: Record<string, number>, ask: Ask, part = 1): Variant<Slice> {
    const run = async (calls: number): Promise<Slice> => {
      const ms: number[] = []
      for (let call = 0; call < calls; call += 1) {
        const began = performance.now()
        const page = await ask()
        ms.push(performance.now() - began)
        if (page.content.length !== size || page.totalElements < size)
          throw new Error(`${name}: ${page.content.length} rows of ${page.totalElements}`)
      }
      return { units: calls, ms }
    }
    const calls = Math.max(2, Math.round(sizes.calls * part))
    return { name, processes, warm: async () => void (await run(calls)), slice: () => run(calls) }
  }

  const scans = await scansOf(sql, 'stores_position')
  const onRound = (round: number) => progress(`round ${round} of ${sizes.rounds}`)
  const measured = await rotate(variants, { rounds: sizes.rounds, onRound })
  await wait(sizes.settleMs)
  return toReport(sizes, measured, (await scansOf(sql, 'stores_position')) - scans)
}

async function getPage(url: string, agent: Agent, token: string): Promise<Page> {
  const text = await getText(url, agent, token)
  const { result } = JSON.parse(text) as { result?: Page }
  if (!result) throw new Error(`a list returned ${text.slice(0, 200)}`)
  return result
}

function toReport(sizes: Size, measured: Measured<Slice>[], nearScans: number): Report {
  const middles = (name: string) =>
    measured.find((each) => each.name === name)?.slices.map(({ ms }) => quantile(ms, 0.5)) ?? []
  const near = measured.at(-1)?.slices.reduce((calls, { units }) => calls + units, 0) ?? 0
  return {
    scenario: 'lists',
    how: `Pages of ${size} of ${sizes.notices} notices and ${sizes.stores} stores, one call after the other; ${sizes.rounds} rounds of ${sizes.calls} calls in rotation, a tenth of them where one is slow. The index of positions was scanned ${nearScans} times for ${near} calls and the warm-up.`,
    machine: machine({ nats: versionOf('nats'), postgres: versionOf('postgres') }),
    rows: measured.map(({ name, slices, cpu }) => {
      const ms = slices.flatMap((slice) => slice.ms)
      return {
        page: name,
        'p50 ms': quantile(ms, 0.5).toFixed(2),
        'p95 ms': quantile(ms, 0.95).toFixed(2),
        'CPU µs a call': Object.entries(cpu)
          .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
          .join(', '),
      }
    }),
    claims: [
      {
        claim: 'page 1 with its total, at most 1.5 times without',
        measured: ratio(middles(names.withoutTotal), middles(names.first)),
        atLeast: 1 / 1.5,
      },
      {
        claim: 'page 500, at most 5 times page 1',
        measured: ratio(middles(names.first), middles(names.page500)),
        atLeast: 1 / 5,
      },
    ],
  }
}
