import type { Credentials } from '../link/message.ts'
import { UsageError } from '../usage-error.ts'
import { readTextFile } from './text-file.ts'

/** The credentials in the arguments and the environment, unchecked. */
export type CredentialSources = {
  stores: string[]
  devices: string[]
  secrets: string[]
  secretFiles: string[]
  /** Value of --devices. */
  file: string | undefined
  environment: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the devices to play. @throws UsageError, never with a secret */
export function readDevices(given: CredentialSources): Credentials[] {
  const devices = given.file === undefined ? fromArguments(given) : fromFile(given.file)
  for (const { storeId, deviceId, secret } of devices) {
    if (!uuid.test(storeId)) throw new UsageError(`"${storeId}" is not a store id.`)
    if (!uuid.test(deviceId)) throw new UsageError(`"${deviceId}" is not a device id.`)
    if (secret === '') throw new UsageError(`The secret of device ${deviceId} is empty.`)
  }
  if (new Set(devices.map(({ deviceId }) => deviceId)).size < devices.length)
    throw new UsageError('A device is given twice.')
  return devices
}

function fromArguments({ stores, devices, secrets, secretFiles, environment }: CredentialSources): Credentials[] {
  const all = [...secrets, ...secretFiles.map((file) => readTextFile(file, '--secret-file').trim())]
  if (all.length === 0 && environment) all.push(environment)
  if (devices.length === 0) throw new UsageError('Give a device to play: --store, --device and --secret (see --help).')
  if (stores.length !== devices.length || all.length !== devices.length)
    throw new UsageError(
      `Each device needs a store and a secret, but there are ${devices.length} --device, ${stores.length} --store and ${all.length} secrets.`,
    )
  return devices.map((deviceId, at) => ({ storeId: stores[at] ?? '', deviceId, secret: all[at] ?? '' }))
}

function fromFile(file: string): Credentials[] {
  const text = readTextFile(file, '--devices')
  try {
    const devices: unknown = JSON.parse(text)
    if (Array.isArray(devices) && devices.length > 0 && devices.every(isCredentials)) return devices
  } catch {
    // invalid JSON: reported below
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
