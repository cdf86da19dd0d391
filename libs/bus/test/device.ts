import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ConnectionOptions, connect, type NatsConnection } from 'nats'
import type { Bus } from '../src/index.ts'
import type { Broker } from './broker.ts'

export type TestDevice = { storeId: string; deviceId: string; secret: string }

export const newDevice = (storeId: string = randomUUID()): TestDevice => ({
  storeId,
  deviceId: randomUUID(),
  secret: newSecret(),
})
export const newSecret = () => randomBytes(32).toString('base64url')

/** Publishes a device as the recognition service does; without a secret it is removed. */
export async function tell(bus: Bus, { storeId, deviceId, secret }: TestDevice, version = 1): Promise<void> {
  const secretHash = secret === '' ? null : createHash('sha256').update(secret).digest('hex')
  const data = JSON.stringify({ deviceId, storeId, secretHash, version })
  await bus.append([{ subject: `devices.${deviceId}`, id: randomUUID(), data }])
}

/** Connects as a device, with the stock client. */
export const signIn = ({ nats }: Broker, { deviceId, secret }: TestDevice, options: ConnectionOptions = {}) =>
  connect({ servers: nats.url, user: deviceId, pass: secret, ...options })

export const readSubjectOf = ({ storeId, deviceId }: TestDevice) => `recognition.read.${storeId}.${deviceId}`

/** Collects what the server denies this connection from now on. */
export function refusals(connection: NatsConnection): string[] {
  const refused: string[] = []
  void (async () => {
    for await (const { type, permissionContext } of connection.status())
      if (type === 'error') refused.push(`${permissionContext?.operation} ${permissionContext?.subject}`)
  })()
  return refused
}
