import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNatsServer } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import { connect, type NatsConnection } from 'nats'

/** Milliseconds until a cluster without a leader fails the run. */
const deadline = 30_000

/** Asks JetStream. @throws Error with its reply if it refuses */
export async function ask(connection: NatsConnection, what: string, question: object): Promise<void> {
  const reply = await connection.request(`$JS.API.${what}`, JSON.stringify(question), { timeout: 5_000 })
  const { error } = reply.json<{ error?: { description: string } }>()
  if (error) throw new Error(`${what}: ${error.description}`)
}

/**
 * Starts nats-servers with streams on the disk and without accounts, several as one cluster on this machine, and connects
 * to the first.
 * @param interval `sync_interval` of each; undefined leaves nats-server's own, two minutes
 */
export async function startStorage(
  stack: AsyncDisposableStack,
  folder: string,
  { servers, interval }: { servers: number; interval?: string },
): Promise<NatsConnection> {
  const program = await findNatsServer()
  const routes = await Promise.all(Array.from({ length: servers }, freePort))
  const ports = await Promise.all(Array.from({ length: servers }, freePort))
  for (const [at, port] of ports.entries()) {
    const own = join(folder, String(at))
    mkdirSync(own, { recursive: true })
    const sync = interval ? `sync_interval: ${interval}` : ''
    const cluster = `cluster { name: bench, listen: "127.0.0.1:${routes[at]}", routes: [${routes.map((route) => `"nats://127.0.0.1:${route}"`)}] }`
    const file = join(own, 'nats.conf')
    writeFileSync(
      file,
      `server_name: bench${at}\nlisten: "127.0.0.1:${port}"\njetstream { store_dir: "${own}", ${sync} }\n${servers > 1 ? cluster : ''}\n`,
    )
    const child = spawn(program, ['-c', file], { stdio: 'ignore' })
    stack.defer(async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    })
  }
  const connection = await connect({
    servers: ports.map((port) => `nats://127.0.0.1:${port}`),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  stack.defer(() => connection.close())
  for (const until = performance.now() + deadline; ; await wait(100))
    try {
      await ask(connection, 'STREAM.NAMES', {})
      return connection
    } catch (cause) {
      if (performance.now() > until) throw cause
    }
}
