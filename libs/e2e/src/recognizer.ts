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

/** A recognizer as its maker would write it: the stock `nats` package and the documented message. */
export async function startRecognizer(ready: Ready, storeId = ready.stores[0]?.id as string): Promise<Recognizer> {
  const connection = await connect({
    servers: ready.nats,
    user: ready.recognizer.user,
    pass: ready.recognizer.password,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
  })
  const deviceId = randomUUID()
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
