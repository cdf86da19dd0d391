import type { Link } from './connection-state.ts'

/** One store's visits alone, names and plates masked by the server, and which build a wall screen runs. */
export type LiveScope = { storeId?: string; mask?: boolean; version?: string }

/** What a socket feeds. */
export type LiveSink = {
  /** A text message as it came, and the server's time then. */
  take(data: unknown, receivedAt: number): void
  /** Sequence of the last event taken; null before the first. */
  resumeAfter(): number | null
  /** How the connection stands. */
  link(): Link
  updateLink(change: Partial<Link>): void
  /** The socket is open; `resumes` where what was missed comes first. */
  opened?(resumes: boolean): void
  /** Nothing has come of the socket for minutes, and a new one did not help. Told again each minute. */
  stuck?(): void
}
