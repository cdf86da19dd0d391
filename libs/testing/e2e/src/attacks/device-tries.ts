import { randomBytes, randomUUID } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type NatsConnection } from 'nats'
import type { Product } from '../product.ts'
import { forEachConcurrently } from '../raw-http.ts'
import { type Device, readMessage } from '../recognizer.ts'
import { connectPacket, invalidFirstPackets, invalidPackets, publishPacket, subscribePacket } from './mqtt-cases.ts'

/** Subjects that belong to no device or to another one; with slashes for dots they are topics. */
export const subjectsOf = ({ id, storeId }: Device, other: Device): string[] => [
  ...['read', 'heartbeat'].flatMap((kind) => [
    `recognition.${kind}.${other.storeId}.${other.id}`,
    `recognition.${kind}.${randomUUID()}.${id}`,
    `recognition.${kind}.${storeId}`,
    `recognition.${kind}.${storeId}.${id}.more`,
  ]),
  ...[`recognition.ingest.${other.storeId}.${other.id}`, `recognition.ingest.${storeId}.${id}.x.more`],
  ...[`recognition.stored.${other.storeId}.${other.id}.x`, `recognition.stored.${storeId}.${id}`],
  ...['recognition.deadLetter', 'visits.recorded', 'settings.notices.public', `devices.${id}`, `devices.${other.id}`],
  ...['evt.member.plateOwnerChanged', 'evt.catalog.storeChanged', 'evt.orders.visitUsed', 'evt.gateway.sessionUsed'],
  ...['rpc.member.loginAdmin', 'rpc.catalog.listStores', 'rpc.orders.createOrder', 'rpc.recognition.createDevice'],
  ...['$SYS.REQ.SERVER.PING', '$SYS.REQ.USER.AUTH', '$SYS.REQ.ACCOUNT.APP.CONNZ', '$SYS.ACCOUNT.APP.CONNECT'],
  ...['$JS.API.INFO', '$JS.API.STREAM.DELETE.READS', '$JS.API.STREAM.PURGE.READS', '$JS.API.STREAM.CREATE.OWN'],
  ...['$JS.API.STREAM.MSG.GET.VISITS', '$JS.API.CONSUMER.CREATE.READS.x', '$JS.API.STREAM.DELETE.$MQTT_sess'],
  ...['$JS.ACK.READS.recognition-reads.1.1.1.1.1', '$JS.EVENT.ADVISORY.x', '$SRV.PING', '$O.images.C.x', '$KV.a.b'],
  ...['$MQTT.sub.x', '$MQTT.msgs.x', '$MQTT.rmsgs.x', '$MQTT.sess.x', '$MQTT.JSA.kingcar.SL.x'],
  ...['$MQTT.deliver.pubrel.x', '_INBOX.somebody.1', '_INBOX_gateway.a.1', '_R_.x', 'anything'],
]
export const filters = [
  ...['#', '+', '+/+', '+/+/+/+', 'recognition/#', 'recognition/read/+/+', 'visits/#', 'evt/#', 'rpc/#', '/#'],
  ...['$SYS/#', '$JS/#', '$MQTT/#', '$MQTT/rmsgs/#', '$share/g/#', '$share/g/recognition/read/#', '$queue/#'],
  ...['$SYS/brokers'],
]

/** Nothing else is published there, so a message on it is the acknowledgement of a read. */
export const unusedSubject = 'rpc.member.nothing'
/** Milliseconds. So long because two cores are slow under other load, which is not a failure. */
export const patience = 15_000

/** A raw MQTT connection. */
async function openMqtt({
  mqtt,
}: {
  mqtt: string
}): Promise<{ socket: Socket; got: () => Buffer; closed: Promise<true> }> {
  const { hostname, port } = new URL(mqtt)
  const socket = connectTcp(Number(port), hostname).on('error', () => undefined)
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => void parts.push(part))
  // `once` of events would reject on a reset, which is a normal end here
  const closed = new Promise<true>((resolve) => socket.on('close', () => resolve(true)))
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return { socket, got: () => Buffer.concat(parts), closed }
}

async function signedIn(
  ready: { mqtt: string },
  { id, secret }: Device,
  will?: { topic: string; payload: string; retain: boolean },
) {
  const client = await openMqtt(ready)
  client.socket.write(connectPacket({ user: id, secret, ...(will && { will }) }))
  for (const until = Date.now() + 5_000; client.got().length < 4; await wait(10))
    if (Date.now() > until || client.socket.destroyed) throw new Error('CONNECT was not answered')
  if (client.got()[3] !== 0) throw new Error('the device was rejected')
  return client
}

export const connectNats = ({ nats }: { nats: string }, { id, secret }: Pick<Device, 'id' | 'secret'>) =>
  connect({ servers: nats, user: id, pass: secret, reconnect: false, timeout: patience })

/** Tries again if an overloaded machine rejects the device, as `MAKERS.md` says. */
export async function retryUntilAccepted<T>(enter: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + patience; ; await wait(500)) {
    try {
      return await enter()
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

/** Publishes, requests and subscribes to each subject over NATS; returns what it received. */
export async function tryNats(
  ready: { nats: string },
  device: Device,
  subjects: string[],
  mark: string,
  standing: string[],
) {
  const heard: string[] = []
  const listening = (connection: NatsConnection, subject: string, queue?: string) =>
    connection.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => void (error ?? heard.push(`received ${message.subject}`)),
    })
  const connection = await retryUntilAccepted(() => connectNats(ready, device))
  const refused = new Set<string>()
  void (async () => {
    for await (const { permissionContext: on } of connection.status())
      if (on) refused.add(`${on.operation} ${on.subject}`)
  })()
  for (const subject of subjects) {
    connection.publish(subject, mark)
    connection.publish(subject, mark, { reply: '_INBOX.own.1' })
    listening(connection, subject)
  }
  for (const filter of ['>', '*', '*.*', 'recognition.>', '*.read.>', '$SYS.>', '$JS.>', '$MQTT.>', 'visits.>']) {
    listening(connection, filter)
    listening(connection, filter, 'workers')
  }
  await connection.flush()
  // its own reads, with another reply subject: the acknowledgement must stay among devices
  for (const kind of ['read', 'ingest']) {
    const own = `recognition.${kind}.${device.storeId}.${device.id}`
    connection.publish(own, readMessage('12가3456'), { reply: unusedSubject })
  }
  await connection.flush()
  await wait(200)
  for (const subject of subjects) {
    if (!refused.has(`publish ${subject}`)) standing.push(`publish ${subject}`)
    if (!subject.startsWith('_INBOX.') && !refused.has(`subscription ${subject}`)) standing.push(`subscribe ${subject}`)
  }
  await connection.close()
  return heard
}

/** Publishes to each topic, normally, retained and as a will, and subscribes; returns what it received. */
export async function tryMqtt(
  ready: Product['ready'],
  device: Device,
  topics: string[],
  mark: string,
  standing: string[],
) {
  const heard: string[] = []
  await forEachConcurrently(topics, 4, async (topic) => {
    const client = await retryUntilAccepted(() => signedIn(ready, device, { topic, payload: mark, retain: true }))
    for (const flags of [0, 1, 2, 3]) client.socket.write(publishPacket(topic, mark, flags))
    await wait(50)
    client.socket.resetAndDestroy() // without DISCONNECT, so that its will is published
  })
  // the server rejects mixed QoS for reasons of its own
  const subscriptions = [...filters, ...topics].flatMap((filter) => [[filter, 0] as const, [filter, 1] as const])
  await forEachConcurrently(subscriptions, 4, async ([filter, quality]) => {
    const client = await retryUntilAccepted(() => signedIn(ready, device))
    client.socket.write(subscribePacket(filter, quality))
    for (const until = Date.now() + 2_000; client.got().length < 9 && !client.socket.destroyed && Date.now() < until; )
      await wait(10)
    const answer = client.got().subarray(4)
    if (!filter.startsWith('_INBOX/') && answer.length >= 5 && answer[4] !== 0x80)
      standing.push(`subscribe ${filter} with ${quality}: ${answer.toString('hex')}`)
    if (answer.length > 5) heard.push(`received on ${filter}: ${answer.toString('hex')}`)
    client.socket.destroy()
  })
  return heard
}

/**
 * Subscribes to the acknowledgements of all devices, which permissions cannot forbid
 * (libs/bus/src/devices/device-connections.ts): such a device is disconnected and not accepted again over either protocol.
 */
export async function subscribeToInboxes(ready: Product['ready'], device: Device, standing: string[]): Promise<void> {
  const late = () => wait(patience, false as const, { ref: false })
  const client = await retryUntilAccepted(() => signedIn(ready, device))
  client.socket.write(subscribePacket('_INBOX/+/+', 0)) // as standard NATS clients subscribe
  if (!(await Promise.race([client.closed, late()]))) standing.push('listens to inboxes')
  client.socket.destroy()
  const ways = {
    NATS: async () => (await connectNats(ready, device)).close(),
    MQTT: async () => void (await signedIn(ready, device)).socket.destroy(),
  }
  for (const [way, enter] of Object.entries(ways)) {
    const isIn = () =>
      enter().then(
        () => true,
        () => false,
      )
    // the ban reaches the other processes asynchronously
    for (const until = Date.now() + patience; await isIn(); await wait(100))
      if (Date.now() > until) {
        standing.push(`is accepted again over ${way}`)
        break
      }
  }
}

/** Sends invalid packets before and after CONNECT: the connection must end. */
export async function sendInvalidPackets(ready: Product['ready'], device: Device, standing: string[]): Promise<void> {
  const late = () => wait(patience, false as const, { ref: false })
  await forEachConcurrently(Object.entries(invalidFirstPackets), 8, async ([name, bytes]) => {
    const { socket, closed } = await openMqtt(ready)
    socket.write(bytes)
    if (!(await Promise.race([closed, late()]))) standing.push(`open after ${name}`)
    socket.destroy()
  })
  const topic = `recognition/read/${device.storeId}/${device.id}`
  await forEachConcurrently(Object.entries(invalidPackets(topic)), 4, async ([name, bytes]) => {
    const { socket, closed } = await retryUntilAccepted(() => signedIn(ready, device))
    socket.write(bytes)
    if (!(await Promise.race([closed, late()]))) standing.push(`open after ${name}`)
    socket.destroy()
  })
}

/** Signs in with wrong secrets, half over NATS and half over MQTT. */
export async function floodSignIns(ready: Product['ready'], device: Device, count: number): Promise<void> {
  const guesses = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await forEachConcurrently(guesses, 32, async (secret) => {
    if (guesses.indexOf(secret) % 2) {
      await connectNats(ready, { id: device.id, secret }).then(
        () => Promise.reject(new Error('a wrong secret was accepted')),
        () => undefined, // as expected
      )
      return
    }
    const { socket, closed } = await openMqtt(ready)
    socket.write(connectPacket({ user: device.id, secret }))
    await closed
    socket.destroy()
  })
}
