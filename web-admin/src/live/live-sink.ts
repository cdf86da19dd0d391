import type { ConnectionState } from './connection-state.ts'

/** Limits the stream to one store, asks the server to mask names and plates, and reports the build of a wall screen. */
export type LiveScope = { storeId?: string; mask?: boolean; version?: string }

/** Receives what the live socket delivers. */
export type LiveSink = {
  /** A raw text message, and the server's time of its arrival. */
  receive(data: unknown, receivedAt: number): void
  /** Sequence of the last received event; null before the first. */
  resumeAfter(): number | null
  connection(): ConnectionState
  updateConnection(change: Partial<ConnectionState>): void
  /** The socket is open. With `resumes`, the server sends the missed events first. */
  opened?(resumes: boolean): void
  /** No sign of life for minutes, and a new socket did not help. Called again each minute. */
  stuck?(): void
}
