import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillFromSharedStart, type ProductProcess, startProduct, withoutLimits } from '../product.ts'
import { run } from './mount-disk.ts'
import { type CallOutcome, everyCall, newCallOutcome, repeat, waitUntilRecovered } from './repeated-calls.ts'
import { startWriters } from './writers.ts'

/** Run by `fillDisk` in a process that has its own disk mounted; prints the outcome. */

export type FullDiskOptions = {
  /** Its mount point. */
  mounted: string
  /** How long it is full. */
  seconds: number
  /** Maximum milliseconds of every response. */
  bound: number
  /** Milliseconds between two requests or writes of a kind, if longer than usual. */
  pause?: number
}
export type FullDisk = Omit<CallOutcome, 'lastRefused'> & {
  told: Record<string, number>
  lost: Record<string, number>
  /** Milliseconds until every call succeeded again, after space was freed. */
  recovery: number
  /** KingCar's processes that died. */
  died: string[]
}

/** Allocates bytes for a file: in one go, or block by block if there is not enough space. */
const taking =
  'fallocate --offset "$(stat -c %s "$2" 2>/dev/null || echo 0)" --length "$1" "$2" 2>/dev/null || head -c "$1" /dev/zero >> "$2" 2>/dev/null || true'

const own: readonly ProductProcess[] = ['member', 'catalog', 'orders', 'recognition', 'gateway']

const { mounted, seconds, bound, pause } = JSON.parse(process.argv[2] ?? '') as FullDiskOptions
await using stack = new AsyncDisposableStack()
const settings = { ...withoutLimits, DATA_DIR: join(mounted, 'data') }
await fillFromSharedStart(settings.DATA_DIR)
const product = stack.use(await startProduct(settings))
const calls = await everyCall(product.ready, [{ url: product.ready.http }])
await waitUntilRecovered(calls)
const pids = await Promise.all(own.map(product.pid))
const writers = await startWriters(product, pause)
const outcome = newCallOutcome()
const end = new AbortController()
const calling = calls.map((call) =>
  repeat(call, { unavailable: ['postgres', 'nats-server'], signal: end.signal, bound, pause }, outcome),
)
await wait(1_000)

const ballast = join(mounted, 'ballast')
fill()
console.error('the disk is full')
for (const until = Date.now() + seconds * 1_000; Date.now() < until; await wait(200)) fill()
end.abort()
await Promise.all(calling)
rmSync(ballast)
console.error('the disk has space again')
const began = performance.now()
await waitUntilRecovered(calls)
const recovery = Math.round(performance.now() - began)
await wait(2_000)
const told = writers.stop()
const lost = await writers.missing(product)
const now = await Promise.all(own.map(product.pid))
const died = own.filter((_, at) => now[at] !== pids[at])
const { lastRefused: _unused, ...answers } = outcome
console.log(JSON.stringify({ ...answers, told, lost, recovery, died } satisfies FullDisk))
await stack.disposeAsync()
process.exit()

/** Also takes space that was freed in the meantime. */
function fill(): void {
  const { bavail, bsize } = statfsSync(mounted)
  const bytes = bavail * bsize
  if (bytes > bsize) run('sh', '-c', taking, 'fill', String(bytes), ballast)
}
