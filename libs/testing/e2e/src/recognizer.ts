import { randomUUID } from 'node:crypto'
import { connect, type NatsConnection } from 'nats'
import { resultOf, signIn } from './http.ts'
import type { Ready } from './product.ts'

export type Recognizer = AsyncDisposable & {
  deviceId: string
  storeId: string
  connection: NatsConnection
  /** Publishes one read and resolves with the server's acknowledgement: it is stored. */
  read(
    carNumber: string,
    fields?: Record<string, unknown>,
  ): Promise<{ stream: string; seq: number; duplicate?: boolean }>
}

export type Device = { id: string; storeId: string; secret: string }

/** Registers a device as an administrator does. Its secret is only returned here. */
export async function createDevice(
  { http, email, password }: Pick<Ready, 'http' | 'email' | 'password'>,
  storeId: string,
): Promise<Device> {
  const { accessToken: token } = await signIn(http, email, password)
  return await resultOf(http, 'POST', '/admin/api/devices', { token, body: { storeId, name: '출입구' } })
}

/** A message of a plate, as every recognizer sends it. */
export const readMessage = (carNumber: string, fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    readId: randomUUID(),
    carNumber,
    confidence: 0.97,
    recognizedAt: new Date().toISOString(),
    ...fields,
  })

/** Connects a device with the standard client, which reconnects however often it is rejected. */
export const connectDevice = (
  servers: string,
  { id, secret }: Pick<Device, 'id' | 'secret'>,
): Promise<NatsConnection> =>
  connect({
    servers: servers.split(','),
    user: id,
    pass: secret,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
  })

/** A recognizer as its maker would write it: the standard `nats` package and the documented message. */
export async function startRecognizer(ready: Ready, storeId = ready.stores[0]?.id as string): Promise<Recognizer> {
  const device = await createDevice(ready, storeId)
  const deviceId = device.id
  const connection = await connectDevice(ready.nats, device)
  return {
    deviceId,
    storeId,
    connection,
    async read(carNumber, fields) {
      const subject = `recognition.ingest.${storeId}.${deviceId}`
      const reply = await connection.request(subject, readMessage(carNumber, fields), { timeout: 5_000 })
      const acknowledged = reply.json<{
        stream: string
        seq: number
        duplicate?: boolean
        error?: { description: string }
      }>()
      if (acknowledged.error) throw new Error(acknowledged.error.description)
      return acknowledged
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
