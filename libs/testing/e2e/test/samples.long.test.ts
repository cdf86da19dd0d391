import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { startProxy } from '@kingcar/testing/proxy'
import { beforeAll, type ExpectStatic, test } from 'vitest'
import { findSamples, type SampleOptions, startSample, waitingIn } from '../../../recognizer/test/samples.ts'
import { hasProgram } from '../src/haproxy.ts'
import { resultOf, signIn } from '../src/http.ts'
import { startProduct } from '../src/product.ts'
import { createDevice, type Device } from '../src/recognizer.ts'

/**
 * The samples for makers, against the product as `npm start` runs it. Their handling of malformed lines is tested in
 * libs/recognizer.
 */
const samples = await findSamples()

let token: string
const product = startedBeforeAll(startProduct)
beforeAll(async () => {
  const { http, email, password } = product.ready
  token = (await signIn(http, email, password)).accessToken
})

const listOf = <T>(path: string) => resultOf<{ content: T[] }>(product.ready.http, 'GET', path, { token })

type Visit = {
  deviceId: string
  carNumber: string
  reads: number
  recognizedAt: string
  receivedAt: string
  late: boolean
}
/** The visits of a device, oldest first. */
async function visitsOf({ id, storeId }: Device): Promise<Visit[]> {
  const path = `/admin/api/visits?storeId=${storeId}&size=100&sort=recognizedAt,asc`
  const { content } = await listOf<Visit>(path)
  return content.filter(({ deviceId }) => deviceId === id)
}
const platesOf = async (device: Device) => (await visitsOf(device)).map(({ carNumber }) => carNumber)
const comes = (expect: ExpectStatic, device: Device, plates: readonly string[]) =>
  expect.poll(() => platesOf(device), { interval: 200 }).toEqual(plates)

type DeviceState = { id: string; online: boolean; lastError: string | null }
async function stateOf({ id }: Device): Promise<DeviceState | undefined> {
  const { content } = await listOf<DeviceState>('/admin/api/devices?size=100')
  return content.find((each) => each.id === id)
}
/** Of all devices: the same read with other content would be one. */
const deadLetters = async () => (await listOf('/admin/api/recognition/deadLetters')).content

const optionsOf = ({ id, storeId, secret }: Device, server: string, queue: string): SampleOptions => ({
  credentials: { deviceId: id, storeId, secret },
  server,
  queue,
})
type Five = [string, string, string, string, string]
const digits = { Node: 1, Python: 2, C: 3, shell: 4 }

test.concurrent.for(samples)(
  '$name: plates arrive once and in order through a network partition and a crash of the sample',
  async (sample, { expect, skip }) => {
    if (sample.missing) skip(sample.missing)
    await using folder = temporaryFolder()
    await using way = await startProxy(new URL(product.ready.mqtt).host)
    const device = await createDevice(product.ready, product.ready.stores[0]?.id as string)
    const plates = Array.from('가나다라마', (kind) => `5${digits[sample.name]}${kind}3456`)
    const seen = Date.now() // two reads of the same time have no order
    const lines = plates.map((plate, at) => `${plate} 0.97 ${new Date(seen + at).toISOString()}`) as Five
    const options = optionsOf(device, `mqtt://${way.url}`, join(folder.path, 'queue'))
    {
      await using first = await startSample(sample, options)
      first.feed(lines[0], `${plates[0]} 97%`, lines[1])
      await first.says(/line 2 rejected: a confidence is a number from 0 to 1/)
      await comes(expect, device, plates.slice(0, 2))
      await expect.poll(() => waitingIn(options.queue)).toEqual([])
      way.open = false
      way.cut()
      first.feed(lines[2], lines[3])
      await expect.poll(() => waitingIn(options.queue)).toHaveLength(2)
      await first.kill()
    }
    await using second = await startSample(sample, options)
    second.feed(lines[4])
    await second.says(/disconnected: .*; retrying in/)
    await expect.poll(() => waitingIn(options.queue)).toHaveLength(3)
    way.open = true
    await comes(expect, device, plates)
    await expect.poll(() => stateOf(device)).toMatchObject({ online: true, lastError: null })
    second.end()
    expect(await second.exited).toBe(0)
    expect(waitingIn(options.queue)).toEqual([])
    const visits = await visitsOf(device)
    expect(visits.map(({ carNumber, reads, late }) => [carNumber, reads, late])).toEqual(
      plates.map((plate) => [plate, 1, false]),
    )
    const arrived = visits.map(({ receivedAt }) => receivedAt)
    expect(arrived).toEqual(arrived.toSorted((one, other) => Date.parse(one) - Date.parse(other)))
    expect(await deadLetters()).toEqual([])
  },
)

test("the first steps of the makers' page send a plate to the product", async ({ expect, skip }) => {
  if (!hasProgram('curl')) skip("The makers' page is not tested: curl is not installed.")
  await using folder = temporaryFolder()
  const libraries = fileURLToPath(new URL('../../..', import.meta.url))
  symlinkSync(libraries, join(folder.path, 'libs'))
  const page = readFileSync(join(libraries, 'recognizer/MAKERS.md'), 'utf8')
  const [register = '', send = ''] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const steps = `${register}${send}`
    .replace('http://127.0.0.1:8080', product.ready.http)
    .replace('mqtt://127.0.0.1:1883', product.ready.mqtt)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const { stderr } = await promisify(execFile)('sh', ['-ec', steps], { cwd: folder.path, env, timeout: 25_000 })
  expect(stderr).toMatch(/^recognizer: connected/)
  const written = readFileSync(join(folder.path, 'device.env'), 'utf8')
  const settingOf = (name: string) => new RegExp(`^KINGCAR_${name}=(.+)$`, 'm').exec(written)?.[1] ?? ''
  await comes(expect, { id: settingOf('DEVICE'), storeId: settingOf('STORE'), secret: '' }, ['12가3456'])
})

test('after a crash of nats-server each sample sends what it accepted, and what nats-server lost', async ({
  expect,
}) => {
  const tried = samples.filter(({ missing }) => missing === undefined)
  await using folder = temporaryFolder()
  await using opened = new AsyncDisposableStack()
  const started = await Promise.all(
    tried.map(async (sample) => {
      const device = await createDevice(product.ready, product.ready.stores[1]?.id as string)
      const options = optionsOf(device, product.ready.mqtt, join(folder.path, sample.name))
      const plates = Array.from('거너더', (kind) => `5${digits[sample.name]}${kind}3456`)
      const seen = Date.now() // two reads of the same time have no order
      const lines = plates.map((plate, at) => `${plate} 0.97 ${new Date(seen + at).toISOString()}`)
      return { device, plates, lines, options, running: opened.use(await startSample(sample, options)) }
    }),
  )
  for (const { running, lines } of started) running.feed(lines[0] ?? '')
  for (const { device, plates } of started) await comes(expect, device, plates.slice(0, 1))
  for (const { running, lines } of started) running.feed(lines[1] ?? '')
  await product.kill('nats-server')
  for (const { running, lines } of started) {
    running.feed(lines[2] ?? '')
    running.end()
  }
  for (const { device, plates, options, running } of started) {
    expect(await running.exited).toBe(0)
    await comes(expect, device, plates)
    expect((await visitsOf(device)).map(({ reads }) => reads)).toEqual([1, 1, 1])
    expect(waitingIn(options.queue)).toEqual([])
  }
})
