import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from '@kingcar/localstack/leashed-child'
import { type NatsPasswords, natsUsers, newCalloutSeed, startNats } from '@kingcar/localstack/nats'
import { deadline, temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { stopWhenUnhealthy } from '../local/servers/servers.ts'

/** A process with a configurable /healthz response, and the number of its calls. */
async function monitored(answer: (asked: number) => number) {
  let asked = 0
  const monitor = createServer((_request, response) => response.writeHead(answer(asked++)).end()).listen(0, '127.0.0.1')
  await once(monitor, 'listening')
  const { port: monitorPort } = monitor.address() as AddressInfo
  const child = Object.assign(startChild({ command: 'sleep', args: ['60'] }), { monitorPort })
  return {
    child,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      await child.stop()
      monitor.close()
    },
  }
}

test('a healthy nats-server keeps running', async () => {
  await using folder = temporaryFolder()
  const passwords = Object.fromEntries(natsUsers.map((user) => [user, user])) as NatsPasswords
  await using server = await startNats({ storeDir: folder.path, passwords, calloutSeed: newCalloutSeed() })
  const ended = stopWhenUnhealthy(server, '/', 100, deadline).then(() => 'ended')
  expect(await Promise.race([ended, wait(1_500)])).toBeUndefined() // more than twice what it takes to be ended
  await server.stop()
  expect(await ended).toBe('ended')
})

test('a nats-server that fails six health checks in a row is stopped, so that its supervisor restarts it', async () => {
  await using server = await monitored((asked) => (asked === 4 ? 200 : 503))
  await stopWhenUnhealthy(server.child, '/', 20, deadline)
  expect(server.asked()).toBe(4 + 1 + 6)
  expect(await server.child.exited).toEqual({ code: null, signal: 'SIGTERM' })
})

test('a full disk is not a reason to stop it: a restart would fail, too', async () => {
  await using server = await monitored(() => 503)
  void stopWhenUnhealthy(server.child, '/proc', 20, deadline) // its free space is 0
  await expect.poll(server.asked).toBeGreaterThan(12)
  expect(server.child.running).toBe(true)
})
