import { Agent, request } from 'node:http'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { quantile } from '@kingcar/testing/statistics'
import postgres from 'postgres'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate, type Variant, type Work } from '../rotate.ts'

export type Size = {
  members: number
  rounds: number
  /** Searches of a slice, and of each search's first slice, which is a warm-up. */
  searches: number
  warmUp: number
  /** Administrators who search concurrently, each one search after the other. */
  connections: number
}

export const full: Size = { members: 200_000, rounds: 5, searches: 200, warmUp: 100, connections: 4 }
/** Long enough to show that each search has results, too short for a claim. */
export const smoke: Size = { members: 1_000, rounds: 1, searches: 10, warmUp: 5, connections: 2 }

/** p95 limit of a search by the last four digits, in ms: a customer at the door waits for it. */
const promised = 50

type Slice = Work & { ms: number[] }

/**
 * Searches of administrators: HTTP → gateway → bus → service → database and back, a page and the total, with the
 * product as it ships. By the last four digits of phones and plates, and by every other kind of search, in turn.
 */
export async function members(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct())
  const databaseUrl = await product.databaseUrl()
  progress(`writing ${size.members} members`)
  await fill(databaseUrl, size.members)
  const { http, email, password } = product.ready
  const { accessToken } = await signIn(http, email, password)
  const agent = new Agent({ keepAlive: true, maxSockets: size.connections })
  stack.defer(() => agent.destroy())
  const processes = {
    gateway: await product.pid('gateway'),
    service: await product.pid('member'),
    nats: await product.pid('nats-server'),
    postgres: await product.pid('postgres'),
  }
  const any = (count: number) => Math.floor(Math.random() * count)
  const letter = (letters: string) => letters[any(letters.length)] ?? ''
  const searches: [name: string, q: () => string][] = [
    ['last four digits', () => String(any(Math.min(size.members, 10_000))).padStart(4, '0')],
    ['three initials', () => `ㄱ${letter('ㅅㅎㄷㅈㅁ')}${letter('ㅅㅎㄷㅈㅁ')}`],
    ['part of a name', () => letter(givenLetters) + letter(givenLetters)],
    ['one letter, a fifth of all', () => '김'],
    ['beginning of an email', () => `member${any(size.members)}@`],
    ['everybody', () => ''],
  ]

  async function search(q: string): Promise<number> {
    const began = performance.now()
    const url = `${http}/admin/api/members?${q === '' ? '' : `q=${encodeURIComponent(q)}`}`
    const status = await new Promise((resolve, reject) => {
      const call = request(url, { agent, headers: { authorization: `Bearer ${accessToken}` } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode))
      })
      call.once('error', reject).end()
    })
    if (status !== 200) throw new Error(`a search returned ${status}`)
    return performance.now() - began
  }

  /** Runs searches, divided among the connections. */
  async function run(q: () => string, count: number): Promise<Slice> {
    const ms: number[] = []
    let begun = 0
    const one = async () => {
      while (begun++ < count) ms.push(await search(q()))
    }
    await Promise.all(Array.from({ length: size.connections }, one))
    return { units: count, ms }
  }
  const variants = searches.map(
    ([name, q]): Variant<Slice> => ({
      name,
      processes,
      warm: async () => void (await run(q, size.warmUp)),
      slice: () => run(q, size.searches),
    }),
  )
  const onRound = (round: number) => progress(`round ${round} of ${size.rounds}`)
  return toReport(size, await rotate(variants, { rounds: size.rounds, onRound }))
}

function toReport(size: Size, measured: Measured<Slice>[]): Report {
  const all = measured.map(({ name, slices, cpu }) => ({ name, cpu, ms: slices.flatMap(({ ms }) => ms) }))
  const digits = all.find(({ name }) => name === 'last four digits')?.ms ?? []
  return {
    scenario: 'members',
    how: `Pages of ${size.members} members with a car each, and their totals; ${size.connections} connections, ${size.rounds} rounds of ${size.searches} searches in rotation.`,
    machine: machine({ nats: versionOf('nats'), postgres: versionOf('postgres') }),
    rows: all.map(({ name, cpu, ms }) => ({
      search: name,
      'p50 ms': quantile(ms, 0.5).toFixed(1),
      'p95 ms': quantile(ms, 0.95).toFixed(1),
      'p99 ms': quantile(ms, 0.99).toFixed(1),
      'CPU µs a search': Object.entries(cpu)
        .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
        .join(', '),
    })),
    claims: [{ claim: 'p95 ms by last four digits', measured: quantile(digits, 0.95), atMost: promised }],
  }
}

const givenLetters = '서하도지민예준은수길연우진아영호동훈미경재현성주혜나윤태시유'

/**
 * Writes members as the service would; every fifth is a 김, which is its share in Korea, and phones and plates end in
 * all digits.
 */
async function fill(databaseUrl: string, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'member' } })
  const letterOf = (letters: string) => sql`substr(${letters}, 1 + floor(random() * ${letters.length})::integer, 1)`
  try {
    await sql`
      insert into members (provider, email, name, gender, birth_date, phone_number)
      select 'KINGCAR', 'member' || n || '@bench.test',
        ${letterOf('김김김김이이이박박최최정강조윤장임한오서')} || ${letterOf(givenLetters)} || ${letterOf(givenLetters)},
        'Female', '1990-01-01', '+8210' || 30000000 + n
      from generate_series(1, ${count}) n`
    await sql`
      insert into cars (member_id, car_number, car_brand_id, model, main)
      select id, (100 + n / 10000) || '허' || lpad((n % 10000)::text, 4, '0'), (select id from car_brands limit 1), 'K5', true
      from (select id, row_number() over (order by id desc) as n from members where email like '%@bench.test') m`
    await sql`vacuum analyze members, cars`
  } finally {
    await sql.end({ timeout: 1 })
  }
}
