import { afterEach, expect, test, vi } from 'vitest'
import { type Report, toMarkdown } from '../src/report.ts'
import * as cached from '../src/scenarios/cached.ts'
import * as connect from '../src/scenarios/connect.ts'
import * as gate from '../src/scenarios/gate.ts'
import * as growth from '../src/scenarios/growth.ts'
import * as http from '../src/scenarios/http.ts'
import * as idle from '../src/scenarios/idle.ts'
import * as ingest from '../src/scenarios/ingest.ts'
import * as lists from '../src/scenarios/lists.ts'
import * as live from '../src/scenarios/live.ts'
import * as logins from '../src/scenarios/logins.ts'
import * as members from '../src/scenarios/members.ts'
import * as memory from '../src/scenarios/memory.ts'
import * as orders from '../src/scenarios/orders.ts'
import * as recognition from '../src/scenarios/recognition.ts'
import * as rehearsal from '../src/scenarios/rehearsal.ts'
import * as scale from '../src/scenarios/scale.ts'
import * as soak from '../src/scenarios/soak.ts'
import * as start from '../src/scenarios/start.ts'
import * as visit from '../src/scenarios/visit.ts'

afterEach(() => vi.unstubAllEnvs())

/** Only asserts that each claim was measured: slices this short, next to other tests, say nothing about performance. */
const expectClaims = ({ claims }: Report) => {
  expect(claims.length).toBeGreaterThan(0)
  for (const each of claims) expect([each, each.measured > 0 && Number.isFinite(each.measured)]).toEqual([each, true])
}

test.concurrent('the scenario http runs to its end, and no request fails', async () => {
  const report = await http.http(http.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toEqual([
    'Fastify, a constant',
    'Fastify and postgres.js, one process',
    'KingCar, public',
    'NestJS with NATS',
    'Moleculer with NATS',
    'KingCar, administrator with token',
    'KingCar, a notice, public',
    'KingCar, a notice, member with token',
  ])
  expect(toMarkdown(report)).toContain('| claim | measured | target | aim |')
  expectClaims(report)
})

test.concurrent('the scenario cached runs to its end, and both variants send the same bytes', async () => {
  const report = await cached.cached(cached.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toContain('KingCar, 304')
  expectClaims(report)
})

test.concurrent('the scenario recognition runs to its end, and no variant loses a read', async () => {
  const report = await recognition.recognition(recognition.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toEqual(['KingCar', 'one read a transaction', 'no database'])
  expectClaims(report)
})

test.concurrent('the scenario idle runs to its end, and names every process that used the processor', async () => {
  const report = await idle.idle(idle.smoke, () => undefined)
  const named = report.rows.map(({ process }) => process)
  expect(named).toEqual(
    expect.arrayContaining(['gateway', 'orders', 'nats-server', 'PostgreSQL', 'starter', 'together']),
  )
  expectClaims(report)
})

test.concurrent('the scenario visit runs to its end, and each visit uses a product', async () => {
  const report = await visit.visit(visit.smoke, () => undefined)
  expect(report.rows.map(({ process }) => process)).toEqual(
    expect.arrayContaining(['gateway', 'orders', 'recognition', 'nats', 'postgres', 'together']),
  )
  expectClaims(report)
})

test.concurrent('the scenario soak runs to its end, and measures every kind of work before and after', async () => {
  const report = await soak.soak(soak.smoke, () => undefined)
  expect(report.rows.map(({ work }) => work)).toEqual(['a cached response', 'a get by id', 'an order'])
  expectClaims(report)
})

test.concurrent('the scenario ingest runs to its end, and every way acknowledges every read', async () => {
  const report = await ingest.ingest(ingest.smoke, () => undefined)
  expect(report.rows.map(({ way }) => way)).toContain('atomic batches')
  expectClaims(report)
})

test.concurrent('the scenario gate runs to its end, and each decision is right', async () => {
  const report = await gate.gate(gate.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toEqual(['members', 'guests', 'all'])
  expectClaims(report)
})

test.concurrent('the scenario rehearsal runs to its end, and finds what changes', async () => {
  const report = await rehearsal.rehearsal(rehearsal.smoke, () => undefined)
  expect(report.rows[0]?.changes).toBeGreaterThan(0)
  expectClaims(report)
})

test.concurrent('the scenario members runs to its end, and every search has a result', async () => {
  const report = await members.members(members.smoke, () => undefined)
  expect(report.rows.map(({ search }) => search)).toContain('last four digits')
  expectClaims(report)
})

test.concurrent('the scenario lists runs to its end, and every page has its rows', async () => {
  const report = await lists.lists(lists.smoke, () => undefined)
  expect(report.rows.map(({ page }) => page)).toContain('page 40,000')
  expectClaims(report)
})

test.concurrent('the scenario orders runs to its end, and each order leaves one row of each kind', async () => {
  const report = await orders.orders(orders.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toEqual([
    'one process, by hand',
    'KingCar',
    'KingCar, with a coupon',
    'KingCar, with a coupon of limited number',
    'KingCar, what costs nothing',
  ])
  expectClaims(report)
})

test.concurrent('the scenario memory runs to its end, and every process is measured', async () => {
  const report = await memory.memory(memory.smoke, () => undefined)
  for (const row of report.rows) expect([row.process, Number(row['after the run']) > 0]).toEqual([row.process, true])
  expectClaims(report)
})

test.concurrent('the scenario growth runs to its end, and every curve has its points and an exponent', async () => {
  const report = await growth.growth(growth.smoke, () => undefined)
  for (const { cost, over, 'by size': bySize, k } of report.rows) {
    const name = `${cost} over ${over}`
    expect([name, String(bySize).split(' · ')]).toEqual([name, [expect.any(String), expect.any(String)]])
    // The memory of so few sockets is smaller than the gateway's own changes.
    if (cost !== 'memory of a socket')
      expect([name, Number.isFinite(Number.parseFloat(String(k)))]).toEqual([name, true])
  }
  expect(report.tables?.map(({ rows }) => rows.length > 0)).toEqual([true, true, true])
})

test.concurrent('the scenario scale runs to its end, and no division of READS loses a read', async () => {
  const report = await scale.scale(scale.smoke, () => undefined)
  expect(report.rows.map((row) => row['recognition by'])).toContain('two processes, each two of four partitions')
  expect(report.tables?.map(({ rows }) => rows.length > 0)).toEqual(Array.from({ length: 5 }, () => true))
})

test.concurrent('the scenario logins runs to its end, and members sign in at the same time', async () => {
  const report = await logins.logins(logins.smoke, () => undefined)
  expect(Number(report.rows[1]?.['signed in a second'])).toBeGreaterThan(0)
  expectClaims(report)
})

test.concurrent('the scenario start runs to its end, and every process is ready within generous limits of time and memory', async () => {
  const report = await start.start(start.smoke, () => undefined)
  expect(report.rows.map(({ process }) => process)).toEqual(expect.arrayContaining(['member', 'gateway', 'bare node']))
  expectClaims(report)
})

test.concurrent('the scenario connect runs to its end, and a car is drawn', async () => {
  const report = await connect.connect(connect.smoke, () => undefined)
  expect(report.rows.map((row) => row['the processor'])).toEqual(['6 times slower', 'as it is'])
  expectClaims(report)
})

const liveVariants = (report: { rows: readonly Record<string, unknown>[] }) =>
  report.rows.map((row) => `${row.variant}, ${row['events a turn']}`)

test.concurrent('the scenario live runs to its end, and each socket gets each event once', async () => {
  const report = await live.live(live.smoke, () => undefined)
  expect(liveVariants(report)).toEqual(
    expect.arrayContaining(['KingCar, 1', 'KingCar, 8', 'socket.io, 8', 'bare ws, 8']),
  )
  expectClaims(report)
})

test('without a C compiler the report says so and makes no claims about what was not measured', async () => {
  vi.stubEnv('CC', '/nowhere/cc')
  const steady = { ...live.smoke.steady, seconds: 0.1 }
  const report = await live.live({ ...live.smoke, seconds: 0.1, settling: 0.05, steady }, () => undefined)
  expect(liveVariants(report)).toEqual(
    [1, 8].flatMap((burst) => ['KingCar', 'socket.io', 'bare ws'].map((name) => `${name}, ${burst}`)),
  )
  expect(toMarkdown(report)).toContain('no C compiler')
  expect(report.claims.map(({ claim }) => claim)).not.toContain('1 event a turn, to send(2) in C')
  expect(report.claims.map(({ claim }) => claim)).toContain('1 event a turn, to socket.io')
})
