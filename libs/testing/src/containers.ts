import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { natsUsers } from '@kingcar/deploy/nats'
import { freePort } from '@kingcar/deploy/ports'
import type { StartedTestContainer } from 'testcontainers'
import { type Faults, type TestNats, type TestPostgres, testPasswords } from './server.ts'

const run = promisify(execFile)
const configuration = fileURLToPath(new URL('../../../deploy/nats', import.meta.url))

let answers: Promise<boolean> | undefined

/** Whether servers run in containers: asked for by TEST_CONTAINERS=1. @throws when it is and Docker does not answer */
export function containersWanted(): Promise<boolean> {
  if (process.env.TEST_CONTAINERS !== '1') return Promise.resolve(false)
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true' // we stop them ourselves, and its image may not be had
  answers ??= run('docker', ['info']).then(
    () => true,
    (cause: unknown) => {
      throw new Error('TEST_CONTAINERS=1 asks for containers, and Docker does not answer', { cause })
    },
  )
  return answers
}

export async function startPostgresContainer(): Promise<TestPostgres> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const port = await freePort()
  const container = await new PostgreSqlContainer('postgres:18')
    .withUsername('postgres')
    .withPassword(randomBytes(12).toString('hex'))
    .withDatabase('postgres')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=400'])
    .withExposedPorts({ container: 5432, host: port })
    .start()
  return { ...faultsOf(container), url: container.getConnectionUri().replace('localhost', '127.0.0.1') }
}

export async function startNatsContainer(): Promise<TestNats> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const [port, mqttPort, monitorPort] = await Promise.all([freePort(), freePort(), freePort()])
  const passwords = natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, `"${testPasswords[user]}"`])
  const container = await new GenericContainer('nats:2')
    .withCopyDirectoriesToContainer([{ source: configuration, target: '/etc/kingcar' }])
    .withEnvironment({
      NATS_HOST: '"0.0.0.0"',
      NATS_PORT: '4222',
      MQTT_PORT: '1883',
      NATS_MONITOR: '"0.0.0.0:8222"',
      NATS_STORE_DIR: '"/tmp/nats"',
      ...Object.fromEntries(passwords),
    })
    .withCommand(['-c', '/etc/kingcar/nats.conf'])
    .withExposedPorts(
      { container: 4222, host: port },
      { container: 1883, host: mqttPort },
      { container: 8222, host: monitorPort },
    )
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start()
  return {
    ...faultsOf(container),
    url: `127.0.0.1:${port}`,
    mqttPort,
    monitorPort,
    user: (name) => ({ user: name, password: testPasswords[name] }),
  }
}

/** The same faults by Docker's own commands, which keep the container's ports and data. */
function faultsOf(container: StartedTestContainer): Faults {
  const docker = async (...words: string[]) => {
    await run('docker', [...words, container.getId()])
  }
  return {
    kill: () => docker('kill'),
    stop: () => docker('stop'),
    start: () => docker('start'),
    freeze: () => docker('pause'),
    thaw: () => docker('unpause'),
    async [Symbol.asyncDispose]() {
      await container.stop()
    },
  }
}
