import type { Credentials } from './message.ts'
import { textOf } from './text-file.ts'
import { UsageError } from './usage-error.ts'

/** As they stand in the arguments and the environment. */
export type Given = {
  stores: string[]
  devices: string[]
  secrets: string[]
  secretFiles: string[]
  /** Of --devices. */
  file: string | undefined
  environment: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The devices to play. @throws UsageError that says what is missing, never a secret */
export function readDevices(given: Given): Credentials[] {
  const devices = given.file === undefined ? fromArguments(given) : fromFile(given.file)
  for (const { storeId, deviceId, secret } of devices) {
    if (!uuid.test(storeId)) throw new UsageError(`"${storeId}" is no id of a store.`)
    if (!uuid.test(deviceId)) throw new UsageError(`"${deviceId}" is no id of a device.`)
    if (secret === '') throw new UsageError(`The secret of device ${deviceId} is empty.`)
  }
  if (new Set(devices.map(({ deviceId }) => deviceId)).size < devices.length)
    throw new UsageError('A device is named twice.')
  return devices
}

function fromArguments({ stores, devices, secrets, secretFiles, environment }: Given): Credentials[] {
  const all = [...secrets, ...secretFiles.map((file) => textOf(file, '--secret-file').trim())]
  if (all.length === 0 && environment) all.push(environment)
  if (devices.length === 0)
    throw new UsageError('Say which device to play: --store, --device and --secret (see --help).')
  if (stores.length !== devices.length || all.length !== devices.length)
    throw new UsageError(
      `Each device needs its store and its secret: there are ${devices.length} --device, ${stores.length} --store and ${all.length} secrets.`,
    )
  return devices.map((deviceId, at) => ({ storeId: stores[at] ?? '', deviceId, secret: all[at] ?? '' }))
}

function fromFile(file: string): Credentials[] {
  const text = textOf(file, '--devices')
  try {
    const devices: unknown = JSON.parse(text)
    if (Array.isArray(devices) && devices.length > 0 && devices.every(isCredentials)) return devices
  } catch {
    // it is no JSON: told below
  }
  throw new UsageError(
    `The file ${file} of --devices is not JSON like [{"storeId": "…", "deviceId": "…", "secret": "…"}].`,
  )
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { storeId, deviceId, secret } = value as Partial<Credentials>
  return [storeId, deviceId, secret].every((field) => typeof field === 'string')
}
