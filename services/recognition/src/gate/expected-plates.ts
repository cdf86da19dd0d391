import { createHmac } from 'node:crypto'
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

/**
 * Sends each recognizer with a gate the plates that it may open for while KingCar cannot be reached: those of lists, and those
 * whose last visit at the store within 31 days used a product. The row of the device has the key, the hash of its secret.
 */
export async function sendExpectedPlates({ bus, db, settings }: Pick<Ctx, 'bus' | 'db' | 'settings'>): Promise<void> {
  const devices = await db.read.execute<Device>(sql`
    select id, store_id as "storeId", secret_hash as "secretHash", minimum_confidence as "minimumConfidence"
    from devices where gate_output and removed_at is null and secret_hash is not null order by store_id, id`)
  for (const [storeId, ofStore] of Map.groupBy(devices, (device) => device.storeId)) {
    const [gate, plates] = [await loadGate(db.read, storeId), await platesOf(db, storeId)]
    for (const { id: deviceId, secretHash, minimumConfidence } of ofStore) {
      const now = Date.now()
      const key = Buffer.from(secretHash, 'hex')
      const payload: ExpectedPlatesPayload = {
        ...{ storeId, deviceId, mode: gate.mode, whenUnavailable: gate.whenUnavailable },
        issuedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + validMs).toISOString(),
        minimumConfidence: minimumConfidence ?? settings.get('recognition.minimumConfidence'),
        open: tagsOf(key, plates.open),
        blocked: tagsOf(key, plates.blocked),
      }
      bus.send(expectedSubject(storeId, deviceId), signed(key, payload))
    }
  }
}

type Device = { id: string; storeId: string; secretHash: string; minimumConfidence: number | null }

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function signed(key: Buffer, payload: ExpectedPlatesPayload): ExpectedPlates {
  const text = JSON.stringify(payload)
  return { payload: text, signature: hmac(key, `list ${text}`).toString('hex') }
}

const tagsOf = (key: Buffer, plates: readonly string[]) =>
  Buffer.concat(plates.map((plate) => hmac(key, `plate ${plate}`).subarray(0, tagBytes))).toString('base64')

/** Blocked plates come first, so that none is left out; then those of lists, then the latest visitors. */
async function platesOf({ read }: Ctx['db'], storeId: string): Promise<{ open: string[]; blocked: string[] }> {
  const rows = await read.execute<{ carNumber: string; blocked: boolean }>(sql`
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
