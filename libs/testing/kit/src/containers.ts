import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { natsUsers, publicKeyOf } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import postgres from 'postgres'
import { type ServerFaults, type TestNats, type TestPostgres, testCalloutSeed, testPasswords } from './server-faults.ts'

const run = promisify(execFile)
const configuration = fileURLToPath(new URL('../../../../deploy/nats', import.meta.url))

let answers: Promise<boolean> | undefined

/**
 * True if the servers of tests run in containers. `TEST_CONTAINERS=1 npm test` requests it, and needs the command
 * `docker` with a daemon on this machine. The images are `postgres:18` and `nats:2` (2.12.7 or newer), and are pulled
 * if missing; no other is needed. Tests of deploy/, and those of libs/db that stop PostgreSQL, use the servers of `npm
 * start` in any case.
 * @throws if it is requested and Docker does not respond
 */
export function containersWanted(): Promise<boolean> {
  if (process.env.TEST_CONTAINERS !== '1') return Promise.resolve(false)
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true' // the leash below does its work, without a third image
  answers ??= run('docker', ['info']).then(
    () => true,
    (cause: unknown) => {
      throw new Error('TEST_CONTAINERS=1 needs Docker, which does not respond', { cause })
    },
  )
  return answers
}

/*
 * Removes the container when this process has ended, also by SIGKILL: it reads from a pipe that closes with this
 * process. It tries for a while, since the daemon may still be creating what the dead process requested.
 */
const remover = `
trap '' INT TERM HUP
read -r _ && exit
for _ in 1 2 3 4 5; do docker rm --force --volumes "$1"; sleep 1; done`

/** A name for a container on a leash. Disposing removes the container with its data. */
function leash(): AsyncDisposable & { name: string } {
  const name = `kingcar-test-${randomBytes(8).toString('hex')}`
  const keeper = spawn('/bin/sh', ['-c', remover, 'kingcar-janitor', name], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  keeper.stdin.on('error', () => undefined) // it was killed: the container is removed below in any case
  return {
    name,
    async [Symbol.asyncDispose]() {
      await run('docker', ['rm', '--force', '--volumes', name])
      keeper.stdin.end('gone\n')
    },
  }
}

export async function startPostgresContainer(): Promise<TestPostgres> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  await using opened = new AsyncDisposableStack()
  const { name } = opened.use(leash())
  const port = await freePort()
  const container = await new PostgreSqlContainer('postgres:18')
    .withName(name)
    .withUsername('postgres')
    .withPassword(randomBytes(12).toString('hex'))
    .withDatabase('postgres')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=400'])
    .withExposedPorts({ container: 5432, host: port })
    .start()
  const url = container.getConnectionUri().replace('localhost', '127.0.0.1')
  const accepts = async () => {
    const sql = postgres(url, { max: 1, connect_timeout: 5 })
    await sql`select 1`.finally(() => sql.end({ timeout: 1 }))
  }
  return { ...faultsOf(name, accepts, opened.move()), url }
}

export async function startNatsContainer(): Promise<TestNats> {
  const { GenericContainer, Wait } = await import('testcontainers')
  await using opened = new AsyncDisposableStack()
  const { name } = opened.use(leash())
  const [port, mqttPort, monitorPort] = await Promise.all([freePort(), freePort(), freePort()])
  const passwords = natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, `"${testPasswords[user]}"`])
  await new GenericContainer('nats:2')
    .withName(name)
    .withCopyDirectoriesToContainer([{ source: configuration, target: '/etc/kingcar' }])
    .withEnvironment({
      NATS_HOST: '"0.0.0.0"',
      NATS_PORT: '4222',
      MQTT_PORT: '1883',
      NATS_MONITOR: '"0.0.0.0:8222"',
      NATS_STORE_DIR: '"/tmp/nats"',
      NATS_FILE_STORE: '10GB',
      NATS_CALLOUT_ISSUER: publicKeyOf(testCalloutSeed),
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
  const accepts = async () => {
    const { status } = await fetch(`http://127.0.0.1:${monitorPort}/healthz`, { signal: AbortSignal.timeout(5_000) })
    if (status !== 200) throw new Error(`nats-server is not healthy: ${status}`)
  }
  return {
    ...faultsOf(name, accepts, opened.move()),
    url: `127.0.0.1:${port}`,
    mqttPort,
    monitorPort,
    user: (user) => ({ user, password: testPasswords[user] }),
  }
}

/** The same faults by Docker's own commands, which keep the container's ports and data. */
function faultsOf(name: string, accepts: () => Promise<void>, opened: AsyncDisposable): ServerFaults {
  let state: 'running' | 'frozen' | 'ended' = 'running'
  const become = async (next: typeof state, command: string) => {
    await run('docker', [command, name])
    state = next
  }
  const end = async (command: 'kill' | 'stop') => {
    if (state !== 'ended') await become('ended', command)
    await run('docker', ['wait', name]) // `kill` returns before it is dead
  }
  return {
    kill: () => end('kill'),
    stop: () => end('stop'),
    async start() {
      if (state === 'ended') await become('running', 'start')
      await until(accepts)
    },
    async freeze() {
      if (state === 'running') await become('frozen', 'pause')
    },
    async thaw() {
      if (state === 'frozen') await become('running', 'unpause')
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

/**
 * Docker's proxy accepts connections before the server inside does, so only a response shows that the server is ready.
 */
async function until(accepts: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + 30_000; ; await wait(50))
    try {
      return await accepts()
    } catch (error) {
      if (Date.now() > end) throw error
    }
}
