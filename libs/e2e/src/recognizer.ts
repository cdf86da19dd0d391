import { randomUUID } from 'node:crypto'
import { connect, type NatsConnection } from 'nats'
import type { Ready } from './product.ts'

export type Recognizer = AsyncDisposable & {
  deviceId: string
  storeId: string
  connection: NatsConnection
  /** Publishes one read and resolves with what the server acknowledged: it is stored. */
  read(
    carNumber: string,
    fields?: Record<string, unknown>,
  ): Promise<{ stream: string; seq: number; duplicate?: boolean }>
}

/** Registers a device as an administrator does. Gives its id and the secret that is shown this once. */
export async function createDevice(ready: Ready, storeId: string): Promise<{ id: string; secret: string }> {
  const login = await post<{ accessToken: string }>(`${ready.http}/admin/api/login`, {
    email: ready.email,
    password: ready.password,
  })
  return post(`${ready.http}/admin/api/devices`, { storeId, name: '출입구' }, login.accessToken)
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { result: T; success: boolean }
  if (!answer.success) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer.result
}

/** A recognizer as its maker would write it: the stock `nats` package and the documented message. */
export async function startRecognizer(ready: Ready, storeId = ready.stores[0]?.id as string): Promise<Recognizer> {
  const { id: deviceId, secret } = await createDevice(ready, storeId)
  const connection = await connect({
    servers: ready.nats,
    user: deviceId,
    pass: secret,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
  })
  return {
    deviceId,
    storeId,
    connection,
    async read(carNumber, fields = {}) {
      const read = {
        readId: randomUUID(),
        carNumber,
        confidence: 0.97,
        recognizedAt: new Date().toISOString(),
        ...fields,
      }
      const reply = await connection.request(`recognition.read.${storeId}.${deviceId}`, JSON.stringify(read), {
        timeout: 5_000,
      })
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
