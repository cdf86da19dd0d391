import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { joinMember } from '@kingcar/e2e/member'
import { type Product, startProduct } from '@kingcar/e2e/product'
import { median, quantile, ratio } from '@kingcar/testing/statistics'
import postgres from 'postgres'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate, type Variant, type Work } from '../rotate.ts'

export type Size = { logins: number; rounds: number; seconds: number; warmUp: number; readsPerSecond: number }

export const full: Size = { logins: 200, rounds: 8, seconds: 5, warmUp: 10, readsPerSecond: 100 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { logins: 20, rounds: 1, seconds: 1, warmUp: 0.1, readsPerSecond: 50 }

type Slice = Work & { p50: number; p99: number; storm: Storm | undefined }
type Storm = { signedIn: number; told: number; failed: number }

/** How much signing in members slow a public read: each sign-in takes 7 ms of a core and 19 MiB. */
export async function logins(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct({ CACHE_MILLISECONDS: '0' }))
  const databaseUrl = await product.databaseUrl()
  const accounts = await addAccounts(product, databaseUrl, size.logins)
  const processes = {
    gateway: await product.pid('gateway'),
    member: await product.pid('member'),
    postgres: await product.pid('postgres'),
  }
  const url = product.ready.http
  const quiet = (seconds: number) => readSteadily(url, seconds, size.readsPerSecond)
  async function stormy(seconds: number): Promise<Slice> {
    const storm = startStorm(url, seconds + 1, accounts)
    await wait(500) // until the sign-ins run
    const slice = await quiet(seconds)
    return { ...slice, storm: await storm }
  }
  const variant = (name: string, slice: (seconds: number) => Promise<Slice>): Variant<Slice> => ({
    name,
    processes,
    warm: async () => void (await slice(size.warmUp)),
    slice: () => slice(size.seconds),
  })
  const measured = await rotate([variant('alone', quiet), variant(`with ${size.logins} sign-ins`, stormy)], {
    rounds: size.rounds,
    onRound: (round) => progress(`round ${round} of ${size.rounds}`),
  })
  return toReport(size, measured)
}

/** Calls at a steady rate, whether or not earlier ones have returned. Milliseconds. */
async function readSteadily(url: string, seconds: number, perSecond: number): Promise<Slice> {
  const times: number[] = []
  const calls: Promise<void>[] = []
  const began = performance.now()
  for (let call = 0; call < seconds * perSecond; call++) {
    await wait(Math.max(0, began + (call * 1_000) / perSecond - performance.now()))
    calls.push(read(url, times))
  }
  await Promise.all(calls)
  return { units: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99), storm: undefined }
}

async function read(url: string, times: number[]): Promise<void> {
  const began = performance.now()
  const reply = await fetch(`${url}/api/carBrands`)
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`a read returned ${reply.status}`)
  times.push(performance.now() - began)
}

async function startStorm(url: string, seconds: number, accounts: object[]): Promise<Storm> {
  const script = fileURLToPath(new URL('../login-storm.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(seconds)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(accounts))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  const storm = JSON.parse(output) as Storm
  if (storm.failed > 0) throw new Error(`${storm.failed} sign-ins failed`)
  return storm
}

/** One member joins through the API; the others get its password hash. */
async function addAccounts({ ready }: Product, databaseUrl: string, count: number): Promise<object[]> {
  const { id, password } = await joinMember(ready.http)
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const rows = await sql<{ email: string }[]>`
      insert into member.members (provider, email, password_hash, name, gender, birth_date, phone_number)
      select provider, 'storm' || n || '@kingcar.test', password_hash, name, gender, birth_date,
             '+8210' || lpad((70000000 + n)::text, 8, '0')
      from member.members, generate_series(1, ${count}) n where id = ${id}
      returning email`
    return rows.map(({ email }) => ({ email, password }))
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function toReport(size: Size, measured: Measured<Slice>[]): Report {
  const p99s = measured.map(({ slices }) => slices.map(({ p99 }) => p99))
  const [alone, stormy] = p99s as [number[], number[]]
  const storms = (slices: Slice[], of: keyof Storm) =>
    slices.reduce((sum, { storm }) => sum + (storm?.[of] ?? 0), 0) / size.rounds / (size.seconds + 1)
  return {
    scenario: 'logins',
    how: `GET /api/carBrands ${size.readsPerSecond} times per second, alone and while ${size.logins} members sign in repeatedly, ${size.rounds} rounds of ${size.seconds} s in rotation.`,
    machine: machine({ fastify: versionOf('fastify'), argon2: versionOf('@node-rs/argon2') }),
    rows: measured.map(({ name, slices, cpu }, at) => ({
      variant: name,
      'p50 ms': median(slices.map(({ p50 }) => p50)).toFixed(1),
      'p99 ms': median(p99s[at] as number[]).toFixed(1),
      'signed in a second': storms(slices, 'signedIn').toFixed(0),
      'rejected a second': storms(slices, 'told').toFixed(0),
      'CPU ms a read': Object.entries(cpu)
        .map(([role, microseconds]) => `${role} ${(microseconds / 1_000).toFixed(2)}`)
        .join(', '),
    })),
    claims: [{ claim: 'p99 alone, to p99 during sign-ins', measured: ratio(alone, stormy), atLeast: 0.5 }],
  }
}
