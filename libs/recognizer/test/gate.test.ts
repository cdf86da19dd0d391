import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExpectedPlatesPayload, GateDecision } from '@kingcar/contract'
import { startChild } from '@kingcar/localstack/leashed-child'
import { temporaryFolder } from '@kingcar/testing'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { Device } from '../src/device/device.ts'
import { ExpectedPlates } from '../src/gate/expected-plates.ts'
import { Gate, type GateAction } from '../src/gate/gate.ts'
import type { Credentials, ReadMessage } from '../src/link/message.ts'
import { MqttLink } from '../src/link/mqtt-link.ts'
import { NatsLink } from '../src/link/nats-link.ts'
import { Spool } from '../src/spool/spool.ts'
import { newDevice } from './recognizer.ts'
import { startDeviceServer } from './server.ts'

const hmac = (secret: string, text: string) =>
  createHmac('sha256', createHash('sha256').update(secret).digest()).update(text).digest()
const tags = (secret: string, ...plates: string[]) =>
  Buffer.concat(plates.map((plate) => hmac(secret, `plate ${plate}`).subarray(0, 8))).toString('base64')
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A message as the server signs it. */
function signed({ storeId, deviceId, secret }: Credentials, fields: Partial<ExpectedPlatesPayload> = {}): string {
  const payload = JSON.stringify({
    ...{ storeId, deviceId, issuedAt: inMs(0), expiresAt: inMs(86_400_000), mode: 'automatic' },
    ...{ whenUnavailable: 'closed', minimumConfidence: 0.8 },
    ...{ open: tags(secret, '12가3456', '34나5678'), blocked: tags(secret, '34나5678') },
    ...fields,
  })
  return JSON.stringify({ payload, signature: hmac(secret, `list ${payload}`).toString('hex') })
}
const decision = (carNumber: string, fields: Partial<GateDecision> = {}): GateDecision => ({
  ...{ visitId: randomUUID(), carNumber, open: true, reason: 'used', version: 1, expiresAt: inMs(20_000) },
  ...fields,
})
const readOf = (carNumber: string, confidence = 0.97): ReadMessage => ({
  ...{ readId: randomUUID(), carNumber, confidence, recognizedAt: new Date().toISOString() },
})

test('without the server expected plates open, blocked ones do not, and others as the store has set', async () => {
  await using folder = temporaryFolder()
  const device = newDevice()
  const file = join(folder.path, 'plates.json')
  const answer = (carNumber: string, confidence = 0.9, from = new ExpectedPlates(file, device)) => {
    const { open, reason } = from.decide({ carNumber, confidence }) ?? {}
    return [open, reason]
  }
  expect(answer('12가3456')).toEqual([false, 'noList'])
  expect(new ExpectedPlates(file, device).receive(signed(device))).toBe(true)
  expect(['12가 3456', '34나5678', '56다7890'].map((plate) => answer(plate))).toEqual([
    [true, 'expected'],
    [false, 'blocked'],
    [false, 'unknown'],
  ])
  expect(answer('12가3456', 0.79)).toEqual([undefined, undefined])
  new ExpectedPlates(file, device).receive(signed(device, { whenUnavailable: 'open' }))
  expect(['34나5678', '56다7890'].map((plate) => answer(plate))).toEqual([
    [false, 'blocked'],
    [true, 'unknown'],
  ])
  const opening = signed(device, { mode: 'manual' })
  const expired = signed(device, { expiresAt: inMs(-1) })
  const refused = [
    opening.replace('manual', 'manua1'),
    signed(newDevice(), { storeId: device.storeId, deviceId: device.deviceId, mode: 'manual' }),
    signed({ ...device, storeId: randomUUID() }, { mode: 'manual' }),
    signed(device, { mode: 'manual', issuedAt: inMs(-60_000) }),
    '{}',
    'null',
    '[',
  ]
  for (const message of refused) expect(new ExpectedPlates(file, device).receive(message)).toBe(false)
  expect(readFileSync(file, 'utf8')).not.toMatch(/12가3456|manua/)
  const unwritable = new ExpectedPlates(join(file, 'plates.json'), device) // as a full disk
  expect(unwritable.receive(opening)).toBe(true)
  expect(unwritable.decide({ carNumber: '78라1234', confidence: 0.95 })).toEqual({ open: true, reason: 'manual' })
  writeFileSync(file, opening.slice(0, -9))
  expect(answer('12가3456')).toEqual([false, 'noList'])
  writeFileSync(file, expired)
  expect(answer('12가3456')).toEqual([false, 'noList'])
})

test.for(['nats', 'mqtt'] as const)(
  'over %s a gate follows each decision once, and the stored list while the server is away',
  async (via) => {
    const credentials = newDevice()
    const { storeId, deviceId } = credentials
    await using server = await startDeviceServer([credentials])
    const actions: GateAction[] = []
    const file = join(server.folder, 'plates.json')
    using gate = new Gate(new ExpectedPlates(file, credentials), (action) => actions.push(action))
    await using spool = await Spool.open({ folder: join(server.folder, 'queue'), limit: 1e6 })
    await using device = new Device({
      ...{ spool, gate },
      openLink: (onState, listener) => {
        const options = { credentials, server: server[via], onState, gate: listener }
        return via === 'mqtt' ? new MqttLink(options) : new NatsLink(options)
      },
    })
    await device.until(() => device.state === 'online')
    const send = (kind: string, text: string) => server.app.publish(`recognition.${kind}.${storeId}.${deviceId}`, text)
    const first = decision('12가3456')
    await expect
      .poll(() => {
        send('expected', signed(credentials))
        send('decision', JSON.stringify(first))
        return actions
      })
      .toEqual([{ open: true, reason: 'used', carNumber: '12가3456', local: false }])
    for (const wrong of ['{', '{}', JSON.stringify(decision('12가3456', { expiresAt: inMs(-1) }))])
      send('decision', wrong)
    send('decision', JSON.stringify({ ...first, open: false, reason: 'reversed', version: 2 }))
    await expect.poll(() => actions).toHaveLength(2)
    expect(actions[1]).toMatchObject({ open: false, reason: 'reversed' })

    await device.enqueue(readOf('56다7890')) // connected, and not expected: the server decides
    await device.enqueue(readOf('34나5678'))
    await expect.poll(() => actions).toHaveLength(3)
    await server.kill()
    await device.until(() => device.state !== 'online')
    for (const plate of ['56다7890', '78라1234']) await device.enqueue(readOf(plate))
    await expect.poll(() => actions).toHaveLength(5)
    expect(actions.slice(2)).toMatchObject([
      { carNumber: '34나5678', open: false, reason: 'blocked', local: true },
      { carNumber: '56다7890', open: false, reason: 'unknown', local: true },
      { carNumber: '78라1234', open: false, reason: 'unknown', local: true },
    ])
  },
)

test('the sample for a relay board closes the contact once for each decision that opens', async () => {
  const credentials = newDevice()
  const { storeId, deviceId, secret } = credentials
  const board = newDevice() // any broker: here the server, with a device whose reads are the commands
  await using server = await startDeviceServer([credentials, board])
  const topic = `recognition/read/${board.storeId}/${board.deviceId}`
  const commands: string[] = []
  server.app.subscribe(topic.replaceAll('/', '.'), { callback: (_error, message) => commands.push(message.string()) })
  const lines: string[] = []
  const child = startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL('../samples/node/gate.mjs', import.meta.url))],
    env: {
      ...{ PATH: process.env.PATH ?? '', KINGCAR_MQTT: server.mqtt, KINGCAR_STORE: storeId },
      ...{ KINGCAR_DEVICE: deviceId, KINGCAR_SECRET: secret, RELAY_TOPIC: topic },
      RELAY_MQTT: server.mqtt.replace('//', `//${board.deviceId}:${board.secret}@`),
    },
    onLine: (line) => lines.push(line),
  })
  await expect.poll(() => lines).toContain('gate: connected')
  const send = (message: string) => server.app.publish(`recognition.decision.${storeId}.${deviceId}`, message)
  const opening = JSON.stringify(decision('12가3456'))
  await expect
    .poll(() => {
      send(opening)
      return commands.length + lines.filter((line) => line.includes('not connected')).length
    })
    .toBe(1)
  send('nonsense')
  send(JSON.stringify(decision('12가3456', { expiresAt: inMs(-1) })))
  send(JSON.stringify(decision('34나5678', { open: false, reason: 'guest' })))
  await expect
    .poll(() => lines.filter((line) => /opens|closed/.test(line)))
    .toEqual(['gate: opens: used', 'gate: stays closed: guest'])
  expect(lines.join()).not.toMatch(/12가3456|34나5678/)
  child.signal('SIGTERM')
  await child.exited
})

test('the server rejects a subscription to the decisions of another device', async () => {
  const [own, other] = [newDevice(), newDevice()]
  await using server = await startDeviceServer([own, other])
  const client = await connectAsync(server.mqtt, {
    ...{ protocolVersion: 4, username: own.deviceId, password: own.secret, clientId: own.deviceId },
  })
  const topicOf = ({ storeId, deviceId }: Credentials) => `recognition/decision/${storeId}/${deviceId}`
  const granted = async (topic: string) =>
    client.subscribeAsync(topic, { qos: 0 }).then(
      ([grant]) => grant?.qos,
      () => 'rejected',
    )
  expect([await granted(topicOf(own)), await granted(topicOf(other))]).toEqual([0, 'rejected'])
  await client.endAsync(true)
})
