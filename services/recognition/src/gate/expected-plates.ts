import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expectedSubject } from '@kingcar/bus'
import { type ExpectedPlates, type ExpectedPlatesPayload, mostExpectedPlates, served } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { loadGate } from './queries.ts'

/**
 * Milliseconds for which a list is valid: it has the plates of the day, and the connection may be lost until the end of
 * the day.
 */
const validMs = 24 * 60 * 60_000
/** Bytes of the HMAC of a plate: with 8,000 plates in the list, another plate matches one of them once in 10^15. */
const tagBytes = 8

/** Minutes between two lists of a device. */
const everyMinutes = 10
/** Seconds between two lists of a device whose plates change all the time: 8,000 HMACs take 32 ms. */
const changedEvery = 20
/** Milliseconds within which the orders service has to reply. */
const ordersTimeout = 1_500
/** Devices that a process handles in one run. */
const batch = 50
/** Number of HMACs, which take about a millisecond, after which other tasks of the process can run. */
const slice = 250

/**
 * Sends each recognizer with a gate the plates for which it may open while KingCar cannot be reached: plates on lists,
 * plates whose last visit at the store within 31 days used a product, and plates of members who have a usable product,
 * as the orders service reports. The key of the HMACs is the hash of the device's secret, which is in its row. Claims
 * the devices that are due; if the process dies, or the plates of a store cannot be read, they are due again ten
 * minutes later.
 */
export async function sendExpectedPlates(ctx: Context, signal: AbortSignal): Promise<void> {
  let isLast = false
  while (!isLast && !signal.aborted) {
    const devices = await takeDue(ctx)
    isLast = devices.length < batch
    for (const [storeId, ofStore] of Map.groupBy(devices, (device) => device.storeId)) {
      if (signal.aborted) return
      try {
        await sendAtStore(ctx, storeId, ofStore)
      } catch (err) {
        ctx.log.warn({ err, storeId }, 'expected plates not sent')
      }
    }
  }
}

type Context = Pick<Ctx, 'bus' | 'db' | 'log' | 'settings'>
type Device = { id: string; storeId: string; secretHash: string; minimumConfidence: number | null }

/** When `sendExpectedPlates` has work. */
export const nextList = sql`(
  select min(coalesce(expected_sent_at + make_interval(mins => ${everyMinutes}), now())) from devices
  where gate_output and removed_at is null and secret_hash is not null
)`

const takeDue = ({ db }: Context) =>
  db.transaction((tx) =>
    tx.execute<Device>(sql`
      update devices d set expected_sent_at = now() from (
        select id from devices
        where gate_output and removed_at is null and secret_hash is not null
          and (expected_sent_at is null or expected_sent_at < now() - make_interval(mins => ${everyMinutes}))
        order by store_id, id limit ${batch} for update skip locked
      ) due
      where d.id = due.id
      returning d.id, d.store_id as "storeId", d.secret_hash as "secretHash", d.minimum_confidence as "minimumConfidence"`),
  )

async function sendAtStore(ctx: Context, storeId: string, devices: readonly Device[]): Promise<void> {
  const { bus, db, settings } = ctx
  const [gate, plates] = [await loadGate(db.read, storeId), await platesOf(ctx, storeId)]
  for (const { id: deviceId, secretHash, minimumConfidence } of devices) {
    const now = Date.now()
    const key = Buffer.from(secretHash, 'hex')
    const payload: ExpectedPlatesPayload = {
      ...{ storeId, deviceId, mode: gate.mode, whenUnavailable: gate.whenUnavailable },
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + validMs).toISOString(),
      minimumConfidence: minimumConfidence ?? settings.get('recognition.minimumConfidence'),
      open: await tagsOf(key, plates.open),
      blocked: await tagsOf(key, plates.blocked),
    }
    bus.send(expectedSubject(storeId, deviceId), signed(key, payload))
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function signed(key: Buffer, payload: ExpectedPlatesPayload): ExpectedPlates {
  const text = JSON.stringify(payload)
  return { payload: text, signature: hmac(key, `list ${text}`).toString('hex') }
}

async function tagsOf(key: Buffer, plates: readonly string[]): Promise<string> {
  const tags: Buffer[] = []
  for (const plate of plates) {
    tags.push(hmac(key, `plate ${plate}`).subarray(0, tagBytes))
    if (tags.length % slice === 0) await setImmediate()
  }
  return Buffer.concat(tags).toString('base64')
}

/**
 * The plates for a store. Blocked ones come first, so that none is cut off; then those of lists, the latest visitors,
 * and the members with the newest products.
 */
async function platesOf(ctx: Context, storeId: string): Promise<{ open: string[]; blocked: string[] }> {
  const [known, ofProducts] = await Promise.all([knownPlates(ctx.db, storeId), platesOfProducts(ctx, storeId)])
  const blocked = known.filter((row) => row.blocked).map(({ carNumber }) => carNumber)
  const isBlocked = new Set(blocked)
  const expected = new Set([...known.map(({ carNumber }) => carNumber), ...ofProducts])
  const open = [...expected].filter((plate) => !isBlocked.has(plate)).slice(0, mostExpectedPlates - blocked.length)
  return { open, blocked }
}

/**
 * The plates of products; none without the orders service: a list with the plates of recent visitors is better than an
 * old list.
 */
async function platesOfProducts({ bus, log }: Context, storeId: string): Promise<string[]> {
  const caller = { requestId: 'expected-plates', actor: null, deadline: steadyNow() + ordersTimeout }
  try {
    return (await bus.call(served.orders.listExpectedPlates, { storeId }, caller)).plates
  } catch (err) {
    log.warn({ err, storeId }, 'expected plates sent without those of new products')
    return []
  }
}

const knownPlates = ({ search }: Ctx['db'], storeId: string) =>
  search.execute<{ carNumber: string; blocked: boolean }>(sql`
    select car_number as "carNumber", bool_or(blocked) as blocked from (
      select car_number, kind = 'blocked' as blocked, 0 as place from listed_plates
      where (store_id is null or store_id = ${storeId}) and (expires_at is null or expires_at > now())
      union all
      select car_number, false, row_number() over (order by first_read_at desc) from (
        select distinct on (car_number) car_number, first_read_at, member_name, use_decision, remaining_uses
        from visits
        where store_id = ${storeId} and merged_into is null and first_read_at > now() - interval '31 days'
        order by car_number, first_read_at desc
      ) v
      where member_name is not null and use_decision = 'used' and remaining_uses is distinct from 0
    ) p
    group by car_number order by blocked desc, min(place) limit ${mostExpectedPlates}`)

/**
 * Makes the lists of recognizers at a store, or at all stores, due, because they would open the gate for other plates.
 * A list is due 20 seconds after the last one, so that many changes are one list. Rows of devices that are already due
 * are locked, too: a process that claims them waits for this transaction, or this transaction sees that they were
 * claimed.
 */
export function expireLists(tx: Tx, storeId: string | null) {
  const early = sql`make_interval(secs => ${everyMinutes * 60 - changedEvery})`
  return tx.execute(sql`
    update devices set expected_sent_at = expected_sent_at - ${early}
    where expected_sent_at > now() - ${early} and id in (
      select id from devices
      where gate_output and removed_at is null and (${storeId}::uuid is null or store_id = ${storeId})
      order by id for no key update
    )`)
}
