import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect as open } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { openBus } from '@kingcar/bus'
import { type NatsPasswords, natsUsers, newCalloutSeed, startNats } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import { createHealth, createLogger } from '@kingcar/runtime'
import { temporaryFolder } from '@kingcar/testing'
import { connect } from 'nats'
import { expect, test } from 'vitest'
import { writeCertificate } from './certificate.ts'

const passwords = Object.fromEntries(natsUsers.map((user) => [user, `k${user}`])) as NatsPasswords

test('three nats-servers with TLS keep three replicas of a stream, and reject clients without TLS', async () => {
  await using folder = temporaryFolder()
  await using stack = new AsyncDisposableStack()
  const tls = writeCertificate(folder.path, 'localhost')
  const calloutSeed = newCalloutSeed()
  const ports = await Promise.all([0, 1, 2].map(freePort))
  const servers = await Promise.all(
    ports.map((port, at) => {
      const routes = ports.filter((other) => other !== port).map((other) => `127.0.0.1:${other}`)
      const cluster = { name: `nats-${at}`, port, routes, password: 'kcluster' }
      return startNats({ storeDir: join(folder.path, `nats-${at}`), passwords, calloutSeed, tls, cluster })
    }),
  )
  for (const server of servers) stack.use(server)
  const user = { user: 'setup', pass: passwords.setup, maxReconnectAttempts: 0 }
  const port = servers[0]?.port as number
  const ca = readFileSync(tls.cert, 'utf8')
  const connection = await connect({ servers: `localhost:${port}`, tls: { ca }, ...user })
  stack.defer(() => connection.close())
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: 2_000 })
  const made = () => manager.streams.add({ name: 'TRIED', subjects: ['tried'], num_replicas: 3 }).catch(() => undefined)
  await expect.poll(async () => (await made())?.cluster?.replicas?.length).toBe(2)
  const { mqttPort } = servers[0] as { mqttPort: number }
  expect(await isInClear(mqttPort)).toBe(false)

  setDefaultCACertificates([...getCACertificates(), ca])
  const { metrics } = createHealth()
  const log = createLogger('test', 'silent')
  const recognition = { user: 'recognition', password: passwords.recognition, name: 'recognition' }
  stack.use(await openBus({ url: `tls://localhost:${port}`, ...recognition, log, metrics }))
  const scraped = async () =>
    (await metrics.metrics()).split('\n').filter((line) => /^kingcar_(?:nats_servers|certificate)/.test(line))
  const expiry = Date.parse(new X509Certificate(ca).validTo) / 1_000
  const servedBy = (count: number) => [
    `kingcar_nats_servers ${count}`,
    'kingcar_nats_servers_expected 3',
    `kingcar_certificate_expiry_timestamp_seconds{server="nats-server"} ${expiry}`,
  ]
  await expect.poll(scraped).toEqual(servedBy(3))
  await servers[2]?.stop()
  await expect.poll(scraped).toEqual(servedBy(2))
})

/** Whether MQTT is answered without TLS: a CONNECT, and the first byte of what comes back. */
function isInClear(port: number): Promise<boolean> {
  const hello = Buffer.from([0x10, 0x0d, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 1, 0x61])
  return new Promise((resolve) => {
    const socket = open(port, '127.0.0.1', () => socket.write(hello))
    socket.on('data', (data) => {
      resolve(data[0] === 0x20)
      socket.destroy()
    })
    socket.on('error', () => resolve(false)).on('close', () => resolve(false))
  })
}
