import { setTimeout as wait } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import type { Credentials, GateListener } from './message.ts'

/**
 * A device's connection to the server, over NATS or MQTT. It connects automatically and reconnects without limit, also
 * after a rejected sign-in, because an administrator may correct the secret on the server.
 */
export type Link = {
  /**
   * Resolves when the server has stored the read. Rejects if it is unknown whether the read is stored: then send it
   * again.
   */
  sendRead(readId: string, text: string): Promise<void>
  /** Sends without waiting for an acknowledgement; a lost heartbeat is followed by the next one. */
  sendHeartbeat(text: string): void
  /** Closes the connection; reads in flight reject. */
  close(): Promise<void>
}

/** `rejected`: the server does not accept the id and the secret. */
export type LinkState = 'online' | 'offline' | 'rejected'

export type LinkOptions = {
  credentials: Credentials
  /** `nats://`, `tls://`, `mqtt://` or `mqtts://`, with host and port. */
  server: string
  /** PEM of the certificate authority that replaces the system's. */
  ca?: string | undefined
  /** Only for a device with a gate: the connection subscribes to its decisions and expected plates. */
  gate?: GateListener | undefined
  /** Called at each change, with a reason in plain text. */
  onState(state: LinkState, reason: string): void
}

/** Time limit of an acknowledgement, in ms; after it the read is sent again. */
export const acknowledgementTimeout = 5_000
/** Time limit of a connection attempt, in ms. */
export const connectTimeout = 5_000

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** Runs one connection after the other until the signal aborts, with growing pauses between failed attempts. */
export async function keepConnected(
  signal: AbortSignal,
  runConnection: (connected: () => void) => Promise<void>,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await runConnection(() => {
      failures = 0
    })
    failures += 1
    await wait(backOff(failures), undefined, { signal }).catch(() => undefined) // aborted: the loop ends
  }
}

/** Checks a reply to a read, as JetStream writes it: `{stream, seq}` if it is stored, else `{error}`. @throws Error */
export function checkAcknowledgement(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) throw new Error('The reply is not an acknowledgement.')
  if ('error' in reply) throw new Error(`The read was not stored: ${JSON.stringify(reply.error)}`)
  if (!('stream' in reply && 'seq' in reply)) throw new Error('The reply is not an acknowledgement.')
}
