import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expectedSubject } from '@kingcar/bus'
import type { ExpectedPlates, ExpectedPlatesPayload } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { loadGate } from './queries.ts'

/** Plates of a message at most, which so has less than 128 KiB. */
const maxPlates = 8_000
/** Milliseconds: today's, also for a connection that is lost at the end of the day. */
const validMs = 24 * 60 * 60_000
/** Bytes of a plate: with 8,000 plates another plate is taken for one of them once in 10^15. */
const tagBytes = 8

/** Minutes between two lists of a device. */
const everyMinutes = 10
/** Devices that a process takes together. */
const batch = 50
/** HMACs, about a millisecond, between two other tasks of the process. */
const slice = 250

/**
 * Sends each recognizer with a gate the plates that it may open for while KingCar cannot be reached: those of lists, and those
 * whose last visit at the store within 31 days used a product. The row of the device has the key, the hash of its secret. Takes
 * the devices that are due; if a process dies with them, or the plates of a store cannot be read, they are due ten minutes later.
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

async function sendAtStore({ bus, db, settings }: Context, storeId: string, devices: readonly Device[]): Promise<void> {
  const [gate, plates] = [await loadGate(db.read, storeId), await platesOf(db, storeId)]
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

/** Blocked plates come first, so that none is left out; then those of lists, then the latest visitors. */
async function platesOf({ search }: Ctx['db'], storeId: string): Promise<{ open: string[]; blocked: string[] }> {
  const rows = await search.execute<{ carNumber: string; blocked: boolean }>(sql`
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
    group by car_number order by blocked desc, min(place) limit ${maxPlates}`)
  const which = (blocked: boolean) => rows.filter((row) => row.blocked === blocked).map(({ carNumber }) => carNumber)
  return { open: which(false), blocked: which(true) }
}
