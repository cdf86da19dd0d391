import { listDevices } from '@kingcar/client'
import type { Device } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { clockLag } from './clock-lag.ts'

/** Largest page size of the API. */
const pageSize = 100

/** `missing`: no recognizer is registered. `lag`: milliseconds by which a camera's clock may be behind the server's. */
export type RecognizerStatus = { missing: boolean; lag: number }

/** Status of the recognizers of a store, or of all stores. */
export async function fetchRecognizerStatus(storeId: string | undefined): Promise<RecognizerStatus> {
  const found: Device[] = []
  for (let page = 0; ; page += 1) {
    const { content, last } = await call(listDevices, { page, size: pageSize })
    found.push(...content.filter((device) => storeId === undefined || device.storeId === storeId))
    if (last) return { missing: found.length === 0, lag: clockLag(found) }
  }
}
