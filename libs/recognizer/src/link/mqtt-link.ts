import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import {
  acknowledgementTimeout,
  checkAcknowledgement,
  connectTimeout,
  keepConnected,
  type Link,
  type LinkOptions,
  type LinkState,
  reasonOf,
} from './link.ts'
import { topicOf } from './message.ts'

/**
 * For a server that does not reply to reads over MQTT: how long a connection has to stay open after a PUBACK until the
 * read counts as stored, in ms. The PUBACK means that the server has received the read, not that the read is on a disk:
 * if the server dies in between, the read is lost.
 */
const settleTime = 2_000
/**
 * How long reads are sent with QoS 1 after a read without a reply, in ms. After that a process that stores reads and
 * replies may be available again.
 */
const repliesPause = 60_000

/**
 * Link over MQTT 3.1.1. A read is sent to a topic that ends with its id, and the server replies on another topic when
 * the read is stored. A server of an earlier version does not grant the subscription to such replies: then reads are
 * sent with QoS 1, as they are for a minute after a missing reply. Each connection has its own client, whose reads in
 * flight reject when it ends.
 */
export class MqttLink implements Link {
  readonly #options: LinkOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #client: MqttClient | undefined
  /** Aborted when the connection is lost. */
  #lost = new AbortController()
  /** Whether the server grants replies to reads. */
  #replies: Promise<boolean> = Promise.resolve(false)
  /** Time until which no reply is expected, by the clock of `performance`. */
  #noRepliesUntil = 0
  /** The reads that wait for a reply, by their ids. */
  readonly #unanswered = new Map<string, (text: string) => void>()

  constructor(options: LinkOptions) {
    this.#options = options
    this.#running = keepConnected(this.#closing.signal, (connected) => this.#runConnection(connected))
  }

  async sendRead(readId: string, text: string): Promise<void> {
    const client = this.#client
    if (!client) throw new Error('Not connected.')
    const { signal } = this.#lost
    if ((await this.#replies) && performance.now() >= this.#noRepliesUntil)
      return this.#sendForReply(client, signal, readId, text)
    // MQTT repeats no message within a connection, so a missing PUBACK ends the connection.
    const timeout = setTimeout(() => client.end(true), acknowledgementTimeout)
    try {
      await client.publishAsync(topicOf('read', this.#options.credentials), text, { qos: 1 })
    } finally {
      clearTimeout(timeout)
    }
    await wait(settleTime, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  async #sendForReply(client: MqttClient, signal: AbortSignal, readId: string, text: string): Promise<void> {
    const reply = Promise.withResolvers<string>()
    const fail = () => reply.reject(signal.reason)
    const timeout = setTimeout(() => {
      this.#noRepliesUntil = performance.now() + repliesPause
      reply.reject(new Error('No reply.'))
    }, acknowledgementTimeout)
    signal.addEventListener('abort', fail)
    this.#unanswered.set(readId, reply.resolve)
    try {
      client.publish(`${topicOf('ingest', this.#options.credentials)}/${readId}`, text, { qos: 0 })
      checkAcknowledgement(JSON.parse(await reply.promise))
    } finally {
      clearTimeout(timeout)
      signal.removeEventListener('abort', fail)
      this.#unanswered.delete(readId)
    }
  }

  sendHeartbeat(text: string): void {
    this.#client?.publish(topicOf('heartbeat', this.#options.credentials), text, { qos: 0 })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#client?.end(true)
    await this.#running
  }

  async #runConnection(connected: () => void): Promise<void> {
    const { onState } = this.#options
    const client = this.#connect()
    let end: { state: LinkState; reason: string } = { state: 'offline', reason: 'The connection was lost.' }
    client.on('error', (error) => {
      end = { state: isRejection(error) ? 'rejected' : 'offline', reason: reasonOf(error) }
    })
    client.on('connect', () => {
      if (this.#closing.signal.aborted) return client.end(true)
      this.#lost = new AbortController()
      this.#client = client
      this.#noRepliesUntil = 0
      this.#subscribe(client)
      connected()
      return onState('online', '')
    })
    await new Promise<void>((resolve) => client.once('close', () => resolve()))
    this.#client = undefined
    this.#lost.abort(new Error(end.reason))
    onState(end.state, end.reason)
    client.end(true)
  }

  /** Subscribes with QoS 0, with which the server sends these messages in any case: a late decision is of no use. */
  #subscribe(client: MqttClient): void {
    const { credentials, gate } = this.#options
    const [decision, expected] = [topicOf('decision', credentials), topicOf('expected', credentials)]
    const stored = `${topicOf('stored', credentials)}/`
    client.on('message', (topic, message) => {
      if (topic.startsWith(stored)) this.#unanswered.get(topic.slice(stored.length))?.(String(message))
      if (topic === decision) gate?.onDecision(String(message))
      if (topic === expected) gate?.onExpectedPlates(String(message))
    })
    const granted = client.subscribeAsync(`${stored}+`, { qos: 0 }).then((all) => all.every(({ qos }) => qos === 0))
    const lost = once(this.#lost.signal, 'abort').then(() => false)
    const late = wait(acknowledgementTimeout, false, { ref: false })
    this.#replies = Promise.race([granted, lost, late]).catch(() => false)
    if (gate) client.subscribe([decision, expected], { qos: 0 })
  }

  #connect(): MqttClient {
    const { server, ca, credentials } = this.#options
    return connect(server, {
      protocolVersion: 4,
      clientId: credentials.deviceId,
      username: credentials.deviceId,
      password: credentials.secret,
      clean: true,
      keepalive: 30,
      connectTimeout: connectTimeout,
      reconnectPeriod: 0, // the client's reconnect would repeat messages that the device repeats itself
      ...(ca === undefined ? {} : { ca }),
    })
  }
}

/** CONNACK codes 4 (bad user or password) and 5 (not authorised). */
const isRejection = (error: Error) => 'code' in error && (error.code === 4 || error.code === 5)
