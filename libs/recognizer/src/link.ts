import { setTimeout as wait } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import type { Credentials } from './message.ts'

/**
 * A device's way to the server, over NATS or MQTT. It connects by itself, and again for ever: also after a refused
 * sign-in, since the secret may be made right at the other end.
 */
export type Link = {
  /** Resolves when the server has the read for good; rejects when that is not known, and the read is to be sent again. */
  sendRead(readId: string, text: string): Promise<void>
  /** Nobody waits for a heartbeat: one that is lost is followed by the next. */
  sendHeartbeat(text: string): void
  /** Ends it; what is on its way rejects. */
  close(): Promise<void>
}

/** `refused`: the server does not take the id and the secret. */
export type LinkState = 'online' | 'away' | 'refused'

export type LinkOptions = {
  credentials: Credentials
  /** `nats://`, `tls://`, `mqtt://` or `mqtts://`, with host and port. */
  server: string
  /** PEM: the authority that the server's certificate is checked against instead of the ones that systems trust. */
  ca?: string | undefined
  /** Told at each change, with the reason in words. */
  onState(state: LinkState, reason: string): void
}

/** How long an acknowledgement is waited for, in ms, before the read is sent again. */
export const acknowledgementPatience = 5_000
/** For how long one connection is tried, in ms. */
export const connectPatience = 5_000

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** Lives through one connection after the other until the signal, with growing pauses while none comes about. */
export async function keepConnected(
  signal: AbortSignal,
  live: (connected: () => void) => Promise<void>,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await live(() => {
      failures = 0
    })
    failures += 1
    await wait(backOff(failures), undefined, { signal }).catch(() => undefined) // it is closed: the loop ends
  }
}
