import type { Device } from '@kingcar/contract'
import { useCallback } from 'react'
import { listDevices } from '../api.ts'
import { clockLag } from './clock-lag.ts'
import { useAnswer } from './use-answer.ts'

/** Milliseconds between questions: a recognizer is installed once in years, and clocks drift slowly. */
const askEvery = 3 * 60_000
/** The most that the server gives at once. */
const pageSize = 100

/** The recognizers of a store, or all of them. */
async function devicesOf(storeId: string | undefined): Promise<Device[]> {
  const devices: Device[] = []
  for (let page = 0; ; page += 1) {
    const { content, last } = await listDevices({ page, size: pageSize })
    devices.push(...content.filter((device) => storeId === undefined || device.storeId === storeId))
    if (last) return devices
  }
}

/** What the server says of recognizers: whether there is none, and how far the clock of one may be behind. */
export type Devices = { missing: boolean; lag: number }

const unknown: Devices = { missing: false, lag: 0 }

/** Asks at opening and every few minutes. Where the server cannot be asked, nothing changes. */
export function useDevices(storeId: string | undefined, signedOut: () => void): Devices {
  const ask = useCallback(async (): Promise<Devices> => {
    const found = await devicesOf(storeId)
    return { missing: found.length === 0, lag: clockLag(found) }
  }, [storeId])
  return useAnswer(ask, unknown, askEvery, signedOut)
}
