import type { JetStream } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import type { StreamName } from '../types.ts'

/** Milliseconds between two looks. */
const everyMs = 5_000

/** Bytes that a stream holds of those that it may, 0 to 1; 0 where nothing bounds it. */
export async function fillLevelOf(jetstream: JetStream, stream: StreamName): Promise<number> {
  const { state, config } = await jetstream.stream(stream)
  return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0
}

/** How full a stream is, looked at every few seconds; what was last seen while it cannot be. */
export async function watchFillLevel(
  { jetstream, log }: Link,
  stream: StreamName,
  onLook: (share: number) => void,
): Promise<{ share(): number; stop(): void }> {
  let share = 0
  async function look(): Promise<void> {
    try {
      share = await fillLevelOf(jetstream, stream)
      onLook(share)
    } catch (err) {
      log.debug({ err, stream }, 'filling not seen')
    }
  }
  await look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return { share: () => share, stop: () => clearInterval(timer) }
}
