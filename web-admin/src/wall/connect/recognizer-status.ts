import { getScreenStore, getStore, listDevices } from '@kingcar/client'
import type { Device } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { clockLag } from './clock-lag.ts'

/** Largest page size of the API. */
const pageSize = 100

type Recognizer = Pick<Device, 'online' | 'clockSkewMs'>

export type RecognizerStatus = {
  /** Undefined for all stores. */
  storeId: string | undefined
  /** Undefined for all stores, and until it is known. */
  storeName: string | undefined
  registered: number
  offline: number
  /** Milliseconds by which a camera's clock may be behind the server's. */
  lag: number
  /** When the server gave this status, in milliseconds by this machine's clock. */
  readAt: number
}

type Store = Pick<RecognizerStatus, 'storeId' | 'storeName'>

const statusOf = (store: Store, recognizers: readonly Recognizer[]): RecognizerStatus => ({
  ...store,
  registered: recognizers.length,
  offline: recognizers.filter(({ online }) => online === false).length,
  lag: clockLag([...recognizers]),
  readAt: Date.now(),
})

/** Status of the recognizers of a store, or of all stores, for an administrator. */
export async function fetchRecognizerStatus(storeId: string | undefined): Promise<RecognizerStatus> {
  const name = storeId === undefined ? undefined : call(getStore, { id: storeId }).then(({ name }) => name, unknown)
  const found: Device[] = []
  for (let page = 0; ; page += 1) {
    const { content, last } = await call(listDevices, { page, size: pageSize })
    found.push(...content.filter((device) => storeId === undefined || device.storeId === storeId))
    if (last) return statusOf({ storeId, storeName: await name }, found)
  }
}

/** Status of the recognizers of the store of this wall screen, whose session may not list them. */
export async function fetchOwnRecognizerStatus(): Promise<RecognizerStatus> {
  const { storeId, storeName, recognizers } = await call(getScreenStore, {})
  return statusOf({ storeId, storeName: storeName ?? undefined }, recognizers)
}

/** The name is a detail: the status does not wait for a second attempt to get it. */
const unknown = () => undefined
