import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { send, signIn } from '@kingcar/e2e/http'
import { startPostgres } from '@kingcar/localstack/postgres'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BackupResult } from '../local/backup/make-backup.ts'
import { restoreBackup } from '../local/backup/restore-backup.ts'
import { build } from '../local/build.ts'
import { readStartConfig } from '../local/configuration/config.ts'
import { readSecrets } from '../local/configuration/secrets.ts'
import { openDataFolder } from '../local/data-folder/data-folder.ts'
import { readServers } from '../local/data-folder/running-servers.ts'
import type { Ready } from '../local/product.ts'
import { type Journal, type LiveEvent, openRecognizer, openScreen, pictureOf, startLoad } from './backup-load.ts'
import { demoDevice, processesOf, runStarter, startedBefore } from './start-command.ts'

const passphrase = 'correct horse battery staple'

/** A product that was backed up under load, encrypted, and again after it had stopped. */
let used: {
  folder: TemporaryFolder
  journal: Journal
  began: number
  hot: BackupResult
  cold: BackupResult
  passphraseFile: string
}

beforeAll(async () => {
  await build(() => undefined)
  const folder = await startedBefore()
  const passphraseFile = join(folder.path, 'passphrase')
  writeFileSync(passphraseFile, `${passphrase}\n`)
  const product = runStarter(folder.path)
  const load = await startLoad(await product.ready(), demoDevice(folder.path))
  const began = Date.now()
  const hot = await backup(folder.path, '--passphrase-file', passphraseFile)
  await load.stop()
  await product[Symbol.asyncDispose]()
  const cold = await backup(folder.path, '--to', folder.path, '--unencrypted')
  used = { folder, journal: load.journal, began, hot, cold, passphraseFile }
})
afterAll(() => used.folder[Symbol.asyncDispose]())

type Command = ReturnType<typeof runStarter>
const command = (script: 'backup' | 'restore', dataDir: string, ...args: string[]): Command =>
  runStarter(dataDir, {}, [process.execPath, `deploy/local/${script}.ts`, ...args])

async function backup(dataDir: string, ...args: string[]): Promise<BackupResult> {
  const made = command('backup', dataDir, ...args)
  expect(await made.exited, made.output()).toBe(0)
  return JSON.parse(/^backup (.*)\n$/m.exec(made.stdout())?.[1] ?? '') as BackupResult
}

async function restore(dataDir: string, ...args: string[]): Promise<void> {
  const restored = command('restore', dataDir, ...args)
  expect(await restored.exited, restored.output()).toBe(0)
}

/** What a restore says that does not begin. */
async function refusal(dataDir: string, from: string, replace: boolean): Promise<string> {
  vi.stubEnv('DATA_DIR', dataDir)
  const error: unknown = await restoreBackup(readStartConfig(), { from, replace, passphrase: undefined }).catch(
    (reason: unknown) => reason,
  )
  return error instanceof UserFacingError ? error.message : String(error)
}

/** Every table of a stopped data folder: how many rows it has, and what they are in no order. */
async function tablesOf(dataDir: string): Promise<Record<string, string>> {
  await using server = await startPostgres({ dataDir, password: readSecrets(join(dataDir, 'secrets.json')).postgres })
  const sql = postgres(server.url, { max: 1 })
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('member', 'catalog', 'orders', 'recognition', 'migration') order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as is from ${name} t`,
    )
    found[name] = String(row?.is)
  }
  const numbers = await sql`select schemaname || '.' || sequencename as name, last_value from pg_sequences order by 1`
  for (const { name, last_value } of numbers) found[String(name)] = String(last_value)
  await sql.end()
  return found
}

test('after a restore of a backup under load everything works, and every promised action happens once', async () => {
  const { folder, journal, began, hot, passphraseFile } = used
  await using target = temporaryFolder()
  const dataDir = join(target.path, 'data')
  await restore(dataDir, '--from', hot.file, '--passphrase-file', passphraseFile)
  expect(readFileSync(join(dataDir, 'secrets.json'))).toEqual(readFileSync(join(folder.path, 'secrets.json')))
  await using product = runStarter(dataDir)
  const ready = await product.ready()
  expect(await refusal(dataDir, used.cold.file, true)).toContain('Another process')
  await staysSignedIn(ready, journal)
  await keepsOrders(ready, dataDir, journal.orders.filter(isBefore(began)))
  await keepsPictures(ready, dataDir, journal.images.filter(isBefore(began)))
  await keepsReads(dataDir, journal.reads, began)
  await screensGoOn(ready, journal)
})

const isBefore =
  (moment: number) =>
  ({ at }: { at: number }) =>
    at < moment

async function staysSignedIn({ http }: Ready, { member }: Journal): Promise<void> {
  const { email, password, accessToken, refreshToken } = member
  const status =
    (...request: Parameters<typeof send>) =>
    async () =>
      (await send(...request)).status
  await expect.poll(status(http, 'GET', '/api/me', { token: accessToken })).toBe(200)
  await expect.poll(status(http, 'POST', '/api/reissue', { body: { accessToken, refreshToken } })).toBe(200)
  await expect.poll(status(http, 'POST', '/api/login', { body: { email, password } })).toBe(200)
}

/** The simulator's ledger is that of the snapshot: charges requested before it get their outcome after some time. */
async function keepsOrders({ http }: Ready, dataDir: string, paid: Journal['orders']): Promise<void> {
  const moved = async () => (await send(http, 'POST', '/dev/clock', { body: { aheadSeconds: 600 } })).status
  await expect.poll(moved).toBe(200)
  const path = '/dev/portone/control/ledger'
  const books = await send<{ response: { payments: { merchant_uid: string; amount: number; paid_at: number }[] } }>(
    http,
    'GET',
    path,
  )
  const theirs = books.body.response.payments.filter(({ paid_at }) => paid_at > 0)
  await using sql = await databaseOf(dataDir)
  const ours = async () => {
    const rows = await sql<{ uid: string; told: boolean; products: number; money: number }[]>`
      select merchant_uid as uid, coalesce(m.version = o.version, false) as told,
        (select count(*)::int from orders.user_products p where p.order_id = o.id) as products,
        (select coalesce(sum(l.paid), 0)::int from orders.ledger l where l.order_id = o.id) as money
      from orders.orders o left join member.orders m on m.id = o.id`
    return {
      untold: rows.filter(({ told }) => !told),
      paid: rows.filter(({ money }) => money > 0).map(({ uid, money, products }) => `${uid} ${money} ${products}`),
    }
  }
  const expected = new Set(theirs.map(({ merchant_uid, amount }) => `${merchant_uid} ${amount} 1`))
  expect(expected.size).toBe(theirs.length)
  await expect.poll(async () => new Set((await ours()).paid)).toEqual(expected)
  await expect.poll(async () => (await ours()).untold).toEqual([])
  const completed = await sql<{ id: string }[]>`select id from orders.orders where state = 'Completed'`
  expect(completed.map(({ id }) => id)).toEqual(expect.arrayContaining(paid.map(({ id }) => id)))
  const [totals] = await sql`
    select (select sum(kept)::int from orders.totals where entity = 'orders') as told,
      (select count(*)::int from orders.orders) as are`
  expect(totals?.told).toBe(totals?.are)
}

async function keepsPictures(ready: Ready, dataDir: string, stored: Journal['images']): Promise<void> {
  const { accessToken } = await signIn(ready.http, ready.email ?? '', ready.password ?? '')
  await using sql = await databaseOf(dataDir)
  const served = new Map<string, string>()
  for (const { id } of await sql<{ id: string }[]>`select id from catalog.images`)
    served.set(id, await pictureOf(ready.http, accessToken, id))
  expect([...served.values()].filter((each) => each.startsWith('status'))).toEqual([])
  expect(stored.map(({ id }) => served.get(id))).toEqual(stored.map(({ sha256 }) => sha256))
}

/** Each read that was acknowledged before is a visit, and none is two. */
async function keepsReads(dataDir: string, reads: Journal['reads'], began: number): Promise<void> {
  await using sql = await databaseOf(dataDir)
  const promised = [...reads].filter(([, read]) => read.at < began).map(([carNumber]) => carNumber)
  const visits = async () => {
    const rows = await sql<{ plate: string; visits: number; reads: number }[]>`
      select car_number as plate, count(*)::int as visits, sum(reads)::int as reads from recognition.visits
      where merged_into is null and car_number like '1__가____' group by car_number`
    return new Map(rows.map((row) => [row.plate, row]))
  }
  const missing = async () => {
    const found = await visits()
    return promised.filter((plate) => !found.has(plate))
  }
  await expect.poll(missing).toEqual([])
  const twice = [...(await visits()).values()].filter((row) => row.visits !== 1 || row.reads !== 1)
  expect(twice).toEqual([])
  const [counted] = await sql`
    select (select sum(visits)::int from recognition.visit_totals) as told,
      (select count(*)::int from recognition.visits where merged_into is null) as are`
  expect(counted?.told).toBe(counted?.are)
}

/** A screen that saw something goes on behind it; what is new has a place that no event has had. */
async function screensGoOn(ready: Ready, { events, device }: Journal): Promise<void> {
  const { accessToken } = await signIn(ready.http, ready.email ?? '', ready.password ?? '')
  const [seen, ...later] = events
  const screen = await openScreen(ready.http, accessToken, seen?.sequence)
  await expect.poll(() => screen.gaps.length).toBe(1) // what came after the moment
  const isKept = ({ sequence }: LiveEvent) => sequence < (screen.gaps[0]?.from ?? 0)
  const places = (shown: readonly LiveEvent[]) =>
    shown.filter(isKept).map(({ sequence, visitId }) => `${sequence} ${visitId}`)
  expect(places(later).length).toBeGreaterThan(0)
  expect(places(screen.events)).toEqual(places(later))
  const recognizer = await openRecognizer(ready, device)
  await recognizer.read('999허9999')
  await expect.poll(() => screen.events.at(-1)?.carNumber).toBe('999허9999')
  expect(screen.events.at(-1)?.sequence).toBeGreaterThan(events.at(-1)?.sequence ?? 0)
  await recognizer.close()
  screen.close()
}

async function databaseOf(dataDir: string) {
  const sql = postgres(readServers(dataDir)?.databaseUrl ?? '', { max: 1 })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end() })
}

test('a backup that is interrupted leaves nothing behind', async () => {
  await using target = temporaryFolder()
  const interrupted = command('backup', used.folder.path, '--to', target.path, '--unencrypted')
  await expect.poll(() => readdirSync(target.path), { interval: 2 }).toHaveLength(1)
  interrupted.child.kill('SIGINT')
  expect(await interrupted.exited).toBe(1)
  expect(readdirSync(target.path)).toEqual([])
})

test('a restored product has the same tables, and an interrupted restore leaves the old data unchanged', async () => {
  const { folder, cold } = used
  expect(statSync(cold.file).mode & 0o777).toBe(0o600)
  await using other = temporaryFolder()
  ;(await openDataFolder(other.path))[Symbol.dispose]()
  const staging = () => readdirSync(other.path).filter((name) => name.startsWith('restoring'))
  const before = readFileSync(join(other.path, 'secrets.json'))
  expect(await refusal(other.path, cold.file, false)).toContain('Add --replace')
  vi.stubEnv('NATS_SERVER_BIN', '/none')
  expect(await refusal(other.path, cold.file, true)).toContain('NATS_SERVER_BIN')
  vi.unstubAllEnvs()
  expect(staging()).toEqual([])
  const cut = command('restore', other.path, '--from', cold.file, '--replace')
  await expect.poll(() => cut.output()).toContain('PostgreSQL is running')
  cut.child.kill('SIGKILL')
  await cut.exited
  expect(staging()).toHaveLength(1)
  ;(await openDataFolder(other.path))[Symbol.dispose]() // as the next start does
  expect(staging()).toEqual([])
  await expect.poll(() => processesOf(other.path)).toEqual([])
  expect(readFileSync(join(other.path, 'secrets.json'))).toEqual(before)

  await restore(other.path, '--from', cold.file, '--replace')
  expect(staging()).toEqual([])
  const [restored, original] = await Promise.all([tablesOf(other.path), tablesOf(folder.path)])
  expect(Object.keys(original).length).toBeGreaterThan(60)
  expect(restored).toEqual(original)
  for (const name of ['secrets.json', 'demo.json', 'portone.jsonl'])
    expect(readFileSync(join(other.path, name))).toEqual(readFileSync(join(folder.path, name)))
})
