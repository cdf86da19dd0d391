import { execFile, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { connectAsync, type MqttClient } from 'mqtt'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Success, send, signIn } from '../src/http.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { createDevice, type Device, readMessage } from '../src/recognizer.ts'

/**
 * Devices with standard clients, against the product as `npm start` runs it: what they may do, and what no device may.
 */
let product: Product
let token: string
let device: Device
let live: { events: { carNumber: string }[]; socket: WebSocket }
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password, stores } = product.ready
  token = (await signIn(http, email, password)).accessToken
  device = await createDevice(product.ready, stores[0]?.id as string)
  const socket = new WebSocket(`${http.replace('http', 'ws')}/admin/api/live`, ['kingcar.live.v1', `bearer.${token}`])
  live = { events: [], socket }
  socket.on('message', (data) => live.events.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
})
afterAll(async () => {
  live.socket.terminate()
})

const shown = (carNumber: string) => live.events.some((event) => event.carNumber === carNumber)
const topicOf = ({ storeId, id }: Device) => `recognition/read/${storeId}/${id}`
const overMqtt = (own: Partial<Device> = {}, clientId = device.id): Promise<MqttClient> => {
  const { id, secret } = { ...device, ...own }
  return connectAsync(product.ready.mqtt, { clientId, username: id, password: secret, reconnectPeriod: 0 })
}
const overNats = (own: Partial<Device> = {}): Promise<NatsConnection> => {
  const { id, secret } = { ...device, ...own }
  return connect({ servers: product.ready.nats, user: id, pass: secret, maxReconnectAttempts: 0 })
}
const wrong = randomBytes(32).toString('base64url')

async function visitsOf(carNumber: string): Promise<unknown[]> {
  const path = `/admin/api/visits?carNumber=${encodeURIComponent(carNumber)}`
  const reply = await send<Success<{ content: unknown[] }>>(product.ready.http, 'GET', path, { token })
  return reply.body.result.content
}

describe('over MQTT', () => {
  test.each([0, 1] as const)('a plate with QoS %i is shown on the screens', async (qos) => {
    const client = await overMqtt()
    await client.publishAsync(topicOf(device), readMessage(`21나210${qos}`), { qos })
    await expect.poll(() => shown(`21나210${qos}`)).toBe(true)
    await client.endAsync()
  })

  test('QoS 2, whose unfinished messages would use up the limit of all sessions for ever, ends the connection', async () => {
    const client = await overMqtt()
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.publish(topicOf(device), readMessage('21나2102'), { qos: 2 })
    await ended
    expect(shown('21나2102')).toBe(false)
    await client.endAsync(true)
  })

  test("a wrong secret and another device's client id are refused", async () => {
    await expect(overMqtt({ secret: wrong })).rejects.toThrow(/Not authorized/i)
    await expect(overMqtt({}, randomUUID())).rejects.toThrow(/Not authorized/i)
  })

  test('an empty client id is accepted', async () => {
    const client = await overMqtt({}, '')
    await client.publishAsync(topicOf(device), readMessage('21나2102'), { qos: 1 })
    await expect.poll(() => shown('21나2102')).toBe(true)
    await client.endAsync()
  })

  test('subscriptions are refused, to its own topic too', async () => {
    const client = await overMqtt()
    for (const topic of [topicOf(device), 'recognition/#', '#', 'visits/recorded'])
      await expect(client.subscribeAsync(topic)).rejects.toThrow()
    await client.endAsync(true)
  })

  test('a message on a foreign topic reaches no stream, row or screen', async () => {
    const other = await createDevice(product.ready, device.storeId)
    const client = await overMqtt()
    for (const topic of [topicOf(other), 'recognition/read', 'visits/recorded', 'evt/member/plateOwnerChanged'])
      await client.publishAsync(topic, readMessage('21나2103'), { qos: 1 }).catch(() => undefined)
    await client.endAsync(true)
    const own = await overMqtt()
    await own.publishAsync(topicOf(device), readMessage('21나2104'), { qos: 1 }) // what was published later has arrived
    await expect.poll(() => shown('21나2104')).toBe(true)
    await own.endAsync()
    expect(shown('21나2103')).toBe(false)
    expect(await visitsOf('21나2103')).toEqual([])
    expect(product.output()).toMatch(/Publish Violation/)
  })
})

const hasMosquitto = Boolean(spawnSync('mosquitto_pub', ['--help']).stdout?.length)

test.runIf(hasMosquitto)(
  'mosquitto_pub with a device’s id and secret publishes a plate that is shown on the screens',
  async () => {
    const { hostname, port } = new URL(product.ready.mqtt)
    const publish = (password: string) =>
      promisify(execFile)('mosquitto_pub', [
        ...['-h', hostname, '-p', port, '-u', device.id, '-P', password, '-q', '1'],
        ...['-t', topicOf(device), '-m', readMessage('21나2105')],
      ])
    await expect(publish(wrong)).rejects.toThrow(/not authori/i)
    await publish(device.secret)
    await expect.poll(() => shown('21나2105')).toBe(true)
  },
)

type AsyncApi = {
  servers: Record<string, { host: string; protocol: string }>
  channels: Record<string, { address: string; servers: { $ref: string }[] }>
  components: { messages: Record<string, { examples: { payload: object }[] }> }
}

describe('as /asyncapi.json says', () => {
  const addressOf = ({ channels }: AsyncApi, name: string) =>
    channels[name]?.address.replace('{storeId}', device.storeId).replace('{deviceId}', device.id) as string
  const serverOf = ({ channels, servers }: AsyncApi, channel: string, reached: string) => {
    const name = channels[channel]?.servers[0]?.$ref.split('/').at(-1) ?? ''
    const { hostname, port } = new URL(reached)
    const { protocol = '', host = '' } = servers[name] ?? {}
    return `${protocol}://${host.replace('{host}', hostname).replace('{port}', port)}`
  }
  const exampleOf = ({ components }: AsyncApi, name: string) => components.messages[name]?.examples[0]?.payload ?? {}

  test('its example of a read is stored over NATS, and over MQTT with a reply or a PUBACK', async () => {
    const { body } = await send<AsyncApi & Success<never>>(product.ready.http, 'GET', '/asyncapi.json')
    const example = exampleOf(body, 'read')
    const servers = serverOf(body, 'readNats', product.ready.nats)
    const client = await connect({ servers, user: device.id, pass: device.secret, maxReconnectAttempts: 0 })
    const reply = await client.request(addressOf(body, 'readNats'), JSON.stringify(example), { timeout: 5_000 })
    expect(reply.json()).toMatchObject({ stream: 'READS', seq: expect.any(Number) })
    await client.close()

    const now = { ...example, readId: randomUUID(), carNumber: '21나2107', recognizedAt: new Date().toISOString() }
    const url = serverOf(body, 'readMqtt', product.ready.mqtt)
    const mqtt = await connectAsync(url, { clientId: device.id, username: device.id, password: device.secret })
    await mqtt.publishAsync(addressOf(body, 'readMqtt'), JSON.stringify(now), { qos: 1 })
    await expect.poll(() => shown('21나2107')).toBe(true)

    const answered = { ...now, readId: randomUUID(), carNumber: '21나2108' }
    const ofRead = (channel: string) => addressOf(body, channel).replace('{readId}', answered.readId)
    const replies: unknown[] = []
    mqtt.on('message', (topic, text) => replies.push([topic, JSON.parse(String(text))]))
    await mqtt.subscribeAsync(addressOf(body, 'storedMqtt').replace('{readId}', '+'), { qos: 0 })
    await mqtt.publishAsync(ofRead('ingestMqtt'), JSON.stringify(answered), { qos: 0 })
    await expect.poll(() => replies).toEqual([[ofRead('storedMqtt'), { stream: 'READS', seq: expect.any(Number) }]])
    await expect.poll(() => shown('21나2108')).toBe(true)
    await mqtt.endAsync()
  })
})

describe('over NATS', () => {
  test('another device does not receive a read', async () => {
    const other = await createDevice(product.ready, device.storeId)
    const [reader, spy] = [await overNats(), await overNats(other)]
    const refused: unknown[] = []
    void (async () => {
      for await (const { type, permissionContext } of spy.status())
        if (type === 'error') refused.push(permissionContext?.subject)
    })()
    const heard: string[] = []
    const subjects = ['>', 'recognition.>', `recognition.read.${device.storeId}.${device.id}`, 'visits.recorded']
    for (const subject of subjects)
      spy.subscribe(subject, { callback: (error, message) => error ?? heard.push(message.subject) })
    await spy.flush()
    const subject = `recognition.read.${device.storeId}.${device.id}`
    const acknowledged = await reader.request(subject, readMessage('21나2106'), { timeout: 10_000 })
    expect(acknowledged.json()).toMatchObject({ stream: 'READS' })
    await expect.poll(() => shown('21나2106')).toBe(true)
    expect(refused).toEqual(subjects)
    expect(heard).toEqual([])
    await Promise.all([reader.close(), spy.close()])
  })
})

test('a removed device is disconnected, and its screen gets no more events', async () => {
  const gone = await createDevice(product.ready, device.storeId)
  const [byNats, byMqtt] = [await overNats(gone), await overMqtt(gone, gone.id)]
  const ended = Promise.all([byNats.closed(), new Promise<void>((resolve) => byMqtt.once('close', () => resolve()))])
  const reply = await send(product.ready.http, 'DELETE', `/admin/api/devices/${gone.id}`, { token })
  expect(reply.status).toBe(200)
  await ended
  await expect(overNats(gone)).rejects.toThrow()
  await expect(overMqtt(gone, gone.id)).rejects.toThrow(/Not authorized/i)
})

test("a device's test event is shown as a test", async () => {
  const reply = await send(product.ready.http, 'POST', `/admin/api/devices/${device.id}/test`, { token })
  expect(reply.status).toBe(200)
  await expect.poll(() => live.events.find(({ carNumber }) => carNumber === '00가0000')).toMatchObject({ test: true })
  expect(await visitsOf('00가0000')).toEqual([])
})
