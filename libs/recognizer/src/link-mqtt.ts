import { setTimeout as wait } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import {
  acknowledgementPatience,
  connectPatience,
  keepConnected,
  type Link,
  type LinkOptions,
  type LinkState,
  reasonOf,
} from './link.ts'
import { topicOf } from './message.ts'

/**
 * For how long (ms) a connection has to live on after a PUBACK until the read counts as sent. MQTT's acknowledgement says
 * that the server took the read, not that it is on a disk: a server that dies in between takes the read with it.
 */
const settling = 2_000

/** MQTT 3.1.1. A read goes with QoS 1. Each connection has a client of its own, which ends with what was on its way. */
export class MqttLink implements Link {
  readonly #options: LinkOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #client: MqttClient | undefined
  /** Aborted when the connection is lost. */
  #lost = new AbortController()

  constructor(options: LinkOptions) {
    this.#options = options
    this.#running = keepConnected(this.#closing.signal, (connected) => this.#live(connected))
  }

  async sendRead(_readId: string, text: string): Promise<void> {
    const client = this.#client
    if (!client) throw new Error('There is no connection.')
    const { signal } = this.#lost
    // Within one connection MQTT repeats nothing, so a missing PUBACK is a reason for another.
    const impatience = setTimeout(() => client.end(true), acknowledgementPatience)
    try {
      await client.publishAsync(topicOf('read', this.#options.credentials), text, { qos: 1 })
    } finally {
      clearTimeout(impatience)
    }
    await wait(settling, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  sendHeartbeat(text: string): void {
    this.#client?.publish(topicOf('heartbeat', this.#options.credentials), text, { qos: 0 })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#client?.end(true)
    await this.#running
  }

  async #live(connected: () => void): Promise<void> {
    const { onState } = this.#options
    const client = this.#connect()
    let end: { state: LinkState; reason: string } = { state: 'away', reason: 'The connection was lost.' }
    client.on('error', (error) => {
      end = { state: isRefusal(error) ? 'refused' : 'away', reason: reasonOf(error) }
    })
    client.on('connect', () => {
      if (this.#closing.signal.aborted) return client.end(true)
      this.#lost = new AbortController()
      this.#client = client
      connected()
      return onState('online', '')
    })
    await new Promise<void>((resolve) => client.once('close', () => resolve()))
    this.#client = undefined
    this.#lost.abort(new Error(end.reason))
    onState(end.state, end.reason)
    client.end(true)
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
      connectTimeout: connectPatience,
      reconnectPeriod: 0, // its own reconnecting would send again what we send again ourselves
      ...(ca === undefined ? {} : { ca }),
    })
  }
}

/** CONNACK's codes 4 (bad user or password) and 5 (not authorised). */
const isRefusal = (error: Error) => 'code' in error && (error.code === 4 || error.code === 5)
