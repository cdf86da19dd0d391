import { registerLazyGauges } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import type { JetStream } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import type { StreamName } from '../types.ts'

/** Interval of the measurements, in ms. */
const interval = 10_000

/** Share of a stream's byte limit that is used, 0 to 1; 0 without a limit. */
export async function fillLevelOf(jetstream: JetStream, stream: StreamName): Promise<number> {
  const { state, config } = await jetstream.stream(stream)
  return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0
}

/** Registers a gauge of a stream's fill level. */
export const registerFillLevel = (register: Registry, jetstream: JetStream, stream: StreamName): void =>
  registerLazyGauges(
    register,
    {
      level: {
        name: 'kingcar_stream_filling_ratio',
        help: 'Share of the byte limit of a stream that is used. A full stream refuses new messages; every process reports the same value',
      },
    },
    async () => ({ level: await fillLevelOf(jetstream, stream) }),
    { stream },
  )

/** Measures a stream's fill level every 10 s. While the stream is unreachable, `level` returns the last value. */
export async function watchFillLevel(
  { jetstream, log }: Link,
  stream: StreamName,
  onLevel: (level: number) => void,
): Promise<{ level(): number; stop(): void }> {
  let level = 0
  async function measure(): Promise<void> {
    try {
      level = await fillLevelOf(jetstream, stream)
      onLevel(level)
    } catch (err) {
      log.debug({ err, stream }, 'fill level unknown')
    }
  }
  await measure()
  const timer = setInterval(() => void measure(), interval)
  timer.unref()
  return { level: () => level, stop: () => clearInterval(timer) }
}
