import { fileURLToPath } from 'node:url'
import { startProcess, type TestProcess } from '@kingcar/testing'
import type { Credentials } from '../src/link/message.ts'

export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A device of a new store. */
export const newDevice = (): Credentials => ({
  storeId: crypto.randomUUID(),
  deviceId: crypto.randomUUID(),
  secret: crypto.randomUUID(),
})

/** Starts the command for one device at one server. */
export function startRecognizer(
  { storeId, deviceId, secret }: Credentials,
  spool: string,
  server: string,
  ...args: readonly string[]
): TestProcess {
  const via = server.startsWith('mqtt') ? 'mqtt' : 'nats'
  const where = ['--store', storeId, '--device', deviceId, '--spool', spool, '--via', via, '--server', server]
  return startProcess({
    script: main,
    args: [...where, ...args],
    env: { RECOGNIZER_SECRET: secret },
  })
}
