import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { patiently, resultOf, send, signIn, type Tokens } from '@kingcar/e2e/http'
import { openLive } from '@kingcar/e2e/live'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { connect } from 'nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureOf } from './backup-load.ts'

/*
 * Runs the whole docker-compose.yml with a newly built image. Needs Docker with the plugins compose and buildx, and
 * the images that the file names.
 */

const run = promisify(execFile)
const project = `kingcar-test-${randomBytes(4).toString('hex')}`
let env: NodeJS.ProcessEnv
let http = ''

async function compose(...args: string[]): Promise<string> {
  const { stdout } = await run(
    'docker',
    [
      'compose',
      '--project-name',
      project,
      '--file',
      'docker-compose.yml',
      '--file',
      'deploy/container/trial.yml',
      ...args,
    ],
    { cwd: root, env, maxBuffer: 64 * 1024 * 1024 },
  )
  return stdout
}
const up = () => compose('up', '--detach', '--wait', '--wait-timeout', '120')

/** The standard output of compose, to which `input` is piped, and its exit code; nothing of it is text. */
async function piped(input: Buffer, ...args: string[]): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  const files = ['docker-compose.yml', 'deploy/container/trial.yml'].flatMap((file) => ['--file', file])
  const child = spawn('docker', ['compose', '--project-name', project, ...files, ...args], { cwd: root, env })
  child.stdin.on('error', () => undefined) // a refused program may end before it has read everything
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}
const tool = (input: Buffer, ...args: string[]) => piped(input, 'run', '--rm', '--no-TTY', ...args)

beforeAll(async () => {
  const [port, natsPort, mqttPort] = await Promise.all([freePort(), freePort(), freePort()])
  env = {
    ...process.env,
    KINGCAR_VERSION: project,
    PORT: String(port),
    NATS_PORT: String(natsPort),
    MQTT_PORT: String(mqttPort),
  }
  http = `http://127.0.0.1:${port}`
  await run('docker', ['compose', '--file', 'docker-compose.yml', '--file', 'deploy/container/build.yml', 'build'], {
    cwd: root,
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  await up()
})
afterAll(async () => {
  await compose('--profile', 'tools', 'down', '--volumes', '--timeout', '2') // with the volume of the backups
  await run('docker', ['image', 'rm', `kingcar:${project}`])
})

const email = 'admin@example.com'
const password = 'correct horse battery staple'
const path = { store: '/admin/api/stores', device: '/admin/api/devices' }
let tokens: Tokens
let store: { id: string }
let device: { id: string; secret: string }

async function read(carNumber: string): Promise<unknown> {
  const connection = await connect({ servers: `127.0.0.1:${env.NATS_PORT}`, user: device.id, pass: device.secret })
  const message = { readId: randomUUID(), carNumber, confidence: 0.97, recognizedAt: new Date().toISOString() }
  const reply = await connection.request(`recognition.read.${store.id}.${device.id}`, JSON.stringify(message))
  await connection.close()
  return reply.json()
}

test('an administrator joins with the code in the file, and a plate is shown on the screen', async () => {
  const joinCode = await compose('exec', '--no-TTY', 'member', 'cat', '/run/kingcar/ADMIN_JOIN_CODE')
  const body = { email, password, name: '관리자', joinCode }
  const joined = await patiently(() => send(http, 'POST', '/admin/api/join', { body })) // a busy machine hashes slowly
  expect(joined.status).toBe(201)
  tokens = await signIn(http, email, password)
  const token = tokens.accessToken
  const hours = {
    name: '강남점',
    address: '서울',
    latitude: 37.5,
    longitude: 127,
    phone: '02-555-0100',
    businessHours: [],
  }
  store = await resultOf(http, 'POST', path.store, { token, body: hours })
  device = await resultOf(http, 'POST', path.device, { token, body: { storeId: store.id, name: '입구' } })
  using live = await openLive(http, token)
  await expect.poll(() => read('12가3456').catch(String)).toMatchObject({ stream: 'READS' })
  await expect.poll(() => live.events).toMatchObject([{ carNumber: '12가3456', visitCount: 1 }])
})

test('in a trial orders are paid with the simulator and codes are in /dev/outbox', async () => {
  expect(await resultOf(http, 'GET', '/dev/outbox')).toEqual([])
  const keys = { imp_key: 'imp_local', imp_secret: 'imp_local_secret' }
  expect((await send(http, 'POST', '/dev/portone/users/getToken', { body: keys })).status).toBe(200)
})

type Inspected = {
  Name: string
  Config: { Env: string[]; User: string }
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[]; SecurityOpt: string[] }
}

test('no container has privileges, and no secret is in an environment or a log', async () => {
  const ids = (await compose('ps', '--all', '--quiet')).trim().split('\n')
  const { stdout } = await run('docker', ['inspect', ...ids], { maxBuffer: 64 * 1024 * 1024 })
  const containers: Inspected[] = JSON.parse(stdout)
  expect(containers).toHaveLength(11)
  for (const { HostConfig, Config } of containers) {
    expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] })
    expect(Config.User).not.toMatch(/^(?:root|0)?(?::|$)/)
  }
  const secrets = await Promise.all(
    ['gateway', 'member', 'recognition', 'postgres'].map((name) =>
      compose('exec', '--no-TTY', name, 'sh', '-c', 'cd /run/kingcar && for f in *; do cat "$f"; echo; done'),
    ),
  )
  const values = secrets
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 20 && !line.startsWith('-----'))
  expect(values.length).toBeGreaterThan(8)
  const visible = JSON.stringify(containers) + (await compose('logs', '--no-color'))
  expect(values.filter((value) => visible.includes(value))).toEqual([])
})

test('a killed process is restarted', async () => {
  const before = await compose('exec', '--no-TTY', 'recognition', 'cat', '/proc/1/stat')
  const kill = `for (const pid of require('node:fs').readdirSync('/proc'))
    if (/^\\d+$/.test(pid) && pid !== '1' && Number(pid) !== process.pid) try { process.kill(Number(pid), 'SIGKILL') } catch {}`
  await compose('exec', '--no-TTY', 'recognition', 'node', '-e', kill).catch(() => undefined) // it may end with it
  const after = () => compose('exec', '--no-TTY', 'recognition', 'cat', '/proc/1/stat').catch(() => before)
  await expect.poll(after).not.toBe(before)
  await expect.poll(() => read('34나5678').catch(String)).toMatchObject({ stream: 'READS' })
})

test('data and sessions survive the removal of all containers', async () => {
  await compose('down', '--timeout', '15')
  await up()
  const token = tokens.accessToken
  const visits = () => resultOf<{ totalElements: number }>(http, 'GET', '/admin/api/visits', { token })
  await expect.poll(visits).toMatchObject({ totalElements: 2 })
  await expect.poll(() => read('12가3456').catch(String)).toMatchObject({ stream: 'READS' })
})

test('a key is rotated in a container, and its readers are recreated without signing anyone out', async () => {
  for (const step of ['add', 'switch'])
    expect(await compose('run', '--rm', '--no-TTY', 'secrets', 'rotate', 'tokenSecret', step)).toContain(
      `tokenSecret: ${step} done. Recreate these containers: member.`,
    )
  await compose('up', '--detach', '--wait', '--force-recreate', 'member')
  tokens = await resultOf<Tokens>(http, 'POST', '/admin/api/reissue', { body: tokens })
  expect(tokens.accessToken).toMatch(/^ey/)
})

test('the demo is created once, and shows no secret of a device', async () => {
  const made = () => compose('run', '--rm', '--no-TTY', 'demo')
  const first = await made()
  expect(first).toMatch(/^demo \{"email":"admin@kingcar.test","password":"kingcar-demo-1234","stores":\[/m)
  expect(first).not.toContain('secret')
  expect(await made()).toBe(first)
  tokens = await signIn(http, 'admin@kingcar.test', 'kingcar-demo-1234')
})

test('a backup of the running containers is restored on a new machine, with its pictures', async () => {
  const refused = await tool(Buffer.of(), 'backup')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('set BACKUP_PASSPHRASE, or add --unencrypted'),
  ])
  const keepPassphrase = () => tool(Buffer.from('correct horse'), 'secrets', 'put', 'setup', 'BACKUP_PASSPHRASE')
  expect((await keepPassphrase()).code).toBe(0)
  const backup = await tool(Buffer.of(), 'backup', '--to', '-')
  expect(backup.code, backup.stderr).toBe(0)
  expect(backup.stdout.subarray(0, 19).toString()).toBe('age-encryption.org/')
  const pictures = async () => {
    const banners = await resultOf<{ imageId: string }[]>(http, 'GET', '/api/banners')
    return Promise.all(banners.map(({ imageId }) => pictureOf(http, tokens.accessToken, imageId)))
  }
  const before = await pictures()
  expect(before).toHaveLength(2)
  const inUse = await tool(backup.stdout, 'restore', '--from', '-', '--replace')
  expect([inUse.code, inUse.stderr]).toEqual([1, expect.stringContaining('Stop the product first.')])

  await compose('down', '--volumes', '--timeout', '15')
  await compose('up', '--detach', '--wait', 'postgres', 'nats')
  await keepPassphrase()
  const restored = await tool(backup.stdout, 'restore', '--from', '-')
  expect(restored.code, restored.stderr).toBe(0)
  expect(restored.stdout.toString()).toMatch(/^restored \{/)
  await up()
  tokens = await resultOf<Tokens>(http, 'POST', '/admin/api/reissue', { body: tokens }) // the keys came with the data
  expect(await pictures()).toEqual(before)
  const again = await tool(backup.stdout, 'restore', '--from', '-')
  expect(again.code).toBe(1)
})
