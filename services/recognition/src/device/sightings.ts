import { DeviceSightings } from '@kingcar/contract'
import { markProcessed } from '@kingcar/db'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { type Sighting, storeSightings } from './presence.ts'

/** Name in the inbox, which makes a repeated report harmless. */
const consumer = 'device-sightings'

/**
 * Stores a gateway's sightings of devices that call it over HTTP.
 * @returns false if they are not stored: the gateway sends the report again
 */
export async function onDeviceSightings({ db, log }: Pick<Ctx, 'db' | 'log'>, data: Uint8Array): Promise<boolean> {
  try {
    const { id, devices } = Value.Parse(DeviceSightings, JSON.parse(Buffer.from(data).toString()))
    const sightings = new Map(devices.map(({ deviceId, ...seen }) => [deviceId, toSighting(seen)]))
    await db.transaction(async (tx) => {
      // The inbox keeps a row for 30 days, so it is used only if refusals are counted: without them a repetition
      // changes nothing.
      if (devices.some(({ refused }) => refused > 0) && !(await markProcessed(tx, consumer, id))) return
      await storeSightings(tx, sightings)
    })
    return true
  } catch (err) {
    log.warn({ err }, 'device sightings not stored')
    return false
  }
}

const toSighting = ({ seenAt, refused, refusal }: Omit<DeviceSightings['devices'][number], 'deviceId'>): Sighting => ({
  seenAt: Date.parse(seenAt),
  refused,
  ...(refusal && { error: refusal.reason, errorAt: Date.parse(refusal.at) }),
})
