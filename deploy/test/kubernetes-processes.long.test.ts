import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { resultOf, send, signIn } from '@kingcar/e2e/http'
import { openLive } from '@kingcar/e2e/live'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import { connect } from 'nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../local/build.ts'
import { type Cluster, openCluster } from './cluster-of-processes.ts'
import { shellBlock } from './document-blocks.ts'

/* Both overlays of deploy/kubernetes as processes: see cluster-of-processes.ts. */

let image: TemporaryFolder

beforeAll(async () => {
  await build(() => undefined)
  image = temporaryFolder()
  const args = ['deploy/container/assemble.ts', join(image.path, 'app')]
  const { ok, output } = await runCommand(process.execPath, args, { cwd: root })
  expect([ok, output]).toEqual([true, ''])
})
afterAll(() => image[Symbol.asyncDispose]())

/** The command of the README that creates the first administrator. */
const firstAdministrator = shellBlock('deploy/kubernetes/README.md', 'read -rsp')
const email = 'admin@example.com'
const password = 'correct horse battery staple'

describe.each(['local', 'production'] as const)('the overlay %s as processes', (overlay) => {
  let folder: TemporaryFolder
  let cluster: Cluster
  let http: string
  /** The last line of a job, after which other processes may have logged. */
  const lastOf = (job: string) => cluster.output.findLast((line) => line.startsWith(`${job}: `))

  beforeAll(async () => {
    folder = temporaryFolder()
    cluster = await openCluster(overlay, join(image.path, 'app'), folder.path)
    http = cluster.urlOf('gateway', 80) // what the route and the port-forward of the README lead to
  })
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  test('every process is ready by its own probes, within its memory limit', async () => {
    const names = ['nats-0', 'nats-1', 'nats-2', 'gateway', 'member', 'catalog', 'orders', 'recognition']
    expect(cluster.pods.map(({ name }) => name).sort()).toEqual(
      [...names, ...(overlay === 'local' ? ['simulator'] : [])].sort(),
    )
    for (const pod of cluster.pods) {
      expect(await pod.probe('readinessProbe'), pod.name).toBe(true)
      const { memory } = pod.container.resources.limits
      const [, count = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(memory) ?? []
      const limit = Number(count) * (unit === 'Gi' ? 1_024 : 1)
      expect(highestMiB(pod.child.pid), pod.name).toBeLessThan(limit)
    }
  })

  test('the first administrator joins as the README says, and a plate is shown on the screen', async () => {
    const commands = firstAdministrator.replace('http://127.0.0.1:8080', http)
    const env = { ...process.env, HOME: folder.path }
    const joining = spawn('bash', ['-e', '-o', 'pipefail', '-c', `exec 2>&1; ${commands}`], { env })
    joining.stdin.end(`${password}\n`)
    const [said, [status]] = await Promise.all([text(joining.stdout), once(joining, 'close')])
    expect(status, said).toBe(0)
    const { accessToken: token } = await signIn(http, email, password)
    const place = {
      name: '강남점',
      address: '서울',
      latitude: 37.5,
      longitude: 127,
      phone: '02-555-0100',
      businessHours: [],
    }
    const store = await resultOf<{ id: string }>(http, 'POST', '/admin/api/stores', { token, body: place })
    const device = await resultOf<{ id: string; secret: string }>(http, 'POST', '/admin/api/devices', {
      token,
      body: { storeId: store.id, name: '입구' },
    })
    using live = await openLive(http, token)
    const read = async () => {
      const servers = `${cluster.addressOf('nats-0')}:4222`
      const tls = cluster.ca ? { tls: { ca: cluster.ca, servername: 'devices.kingcar.example' } } : {}
      const connection = await connect({ servers, user: device.id, pass: device.secret, ...tls })
      const message = {
        readId: randomUUID(),
        carNumber: '12가3456',
        confidence: 0.97,
        recognizedAt: new Date().toISOString(),
      }
      const reply = await connection.request(`recognition.read.${store.id}.${device.id}`, JSON.stringify(message))
      await connection.close()
      return reply.json()
    }
    await expect.poll(() => read().catch(String)).toMatchObject({ stream: 'READS' })
    await expect.poll(() => live.events).toMatchObject([{ carNumber: '12가3456', visitCount: 1 }])
  })

  test('what is for trying out is there in the local overlay only', async () => {
    const { status } = await send(http, 'GET', '/dev/outbox')
    expect(status).toBe(overlay === 'local' ? 200 : 404)
    const keys = { imp_key: 'imp_local', imp_secret: 'imp_local_secret' }
    const simulator = await send(http, 'POST', '/dev/portone/users/getToken', { body: keys })
    expect(simulator.status).toBe(overlay === 'local' ? 200 : 404)
  })

  test.runIf(overlay === 'local')('the job creates the demo once, whose administrator signs in', async () => {
    for (const _time of [1, 2]) {
      expect(await cluster.runJob('demo'), cluster.output.slice(-5).join('\n')).toBe(0)
      expect(lastOf('demo')).toMatch(/^demo: demo \{"email":"admin@kingcar\.test","password":"\S+","stores":\[/)
    }
    const { accessToken: token } = await signIn(http, 'admin@kingcar.test', 'kingcar-demo-1234')
    const members = await resultOf<{ totalElements: number }>(http, 'GET', '/admin/api/members', { token })
    expect(members.totalElements).toBeGreaterThan(0)
  })

  test('the job writes a backup, and another restores it once the processes have stopped', async () => {
    expect(await cluster.runJob('backup')).toBe(0)
    expect(lastOf('backup')).toMatch(/^backup: backup \{"file":"\S+\/kingcar-\w+\.tar\.gz\.age"/)
    expect(await cluster.runJob('restore')).toBe(1)
    expect(lastOf('restore')).toContain('Stop the product first.')
    await Promise.all(
      cluster.pods.filter(({ name }) => !name.startsWith('nats-')).map(({ child }) => child[Symbol.asyncDispose]()),
    )
    expect(await cluster.runJob('restore')).toBe(0)
    expect(lastOf('restore')).toMatch(/^restore: restored \{"at":"/)
  })

  test('no secret is in the output', () => {
    const secrets = spawnSync('sh', ['-c', 'cat */*PASSWORD* */*SECRET* */*SEED* */*CODE'], {
      cwd: cluster.secrets,
      encoding: 'utf8',
    })
    const values = secrets.stdout.match(/k[0-9a-f]{48}|[0-9a-f]{64}/g) ?? []
    expect(values.length).toBeGreaterThan(5)
    expect(cluster.output.length).toBeGreaterThan(10)
    expect(values.filter((value) => cluster.output.some((line) => line.includes(value)))).toEqual([])
  })
})

/** The most that a process has had in memory. */
const highestMiB = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
