import { listDevices } from '@kingcar/client'
import type { Device } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { clockLag } from './clock-lag.ts'

/** The most that the server gives at once. */
const pageSize = 100

/** What the server says of recognizers: whether there is none, and how far the clock of one may be behind. */
export type Devices = { missing: boolean; lag: number }

/** Asks for the recognizers of a store, or all of them. */
export async function askDevices(storeId: string | undefined): Promise<Devices> {
  const found: Device[] = []
  for (let page = 0; ; page += 1) {
    const { content, last } = await call(listDevices, { page, size: pageSize })
    found.push(...content.filter((device) => storeId === undefined || device.storeId === storeId))
    if (last) return { missing: found.length === 0, lag: clockLag(found) }
  }
}
