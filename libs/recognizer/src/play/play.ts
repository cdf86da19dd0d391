import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReadMessage } from '../link/message.ts'
import type { RecordedRead } from './recording.ts'
import { type SceneOptions, type Sighting, scene } from './scene.ts'

/** Sends a read of the camera. */
export type SendRead = (read: ReadMessage) => Promise<void>

const until = (time: number, signal: AbortSignal) =>
  wait(Math.max(0, time - Date.now()), undefined, { signal }).catch(() => undefined) // aborted: the caller checks the signal

/** Sends the reads of a simulated scene, each at its time. */
export async function playScene(options: SceneOptions, send: SendRead, signal: AbortSignal): Promise<void> {
  const began = Date.now()
  for (const sighting of scene(options)) {
    await until(began + sighting.at, signal)
    if (signal.aborted) return
    const read = messageOf(sighting)
    for (let copy = 0; copy < sighting.copies; copy++) await send(read)
  }
}

/** Creates a new id for each message, because an id must not be reused with another time. */
function messageOf({ carNumber, confidence, direction, candidates, boundingBox }: Sighting): ReadMessage {
  return {
    readId: randomUUID(),
    carNumber,
    confidence,
    recognizedAt: new Date().toISOString(),
    direction,
    ...(candidates && { candidates }),
    boundingBox,
  }
}

export type ReplayOptions = {
  /** 2 is twice as fast; 0 does not wait. */
  speed: number
  /** If false, each read gets a new id and keeps its age relative to now. */
  keepTimes: boolean
  /** Returns the function that sends the reads of a recorded device. */
  senderOf: (deviceId: string) => SendRead
}

/** Sends the reads of a recording. */
export async function playRecording(
  recording: AsyncIterable<RecordedRead>,
  { speed, keepTimes, senderOf }: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  const began = Date.now()
  const renewed = new RenewedReads()
  let first: number | undefined
  for await (const recorded of recording) {
    const sentAt = Date.parse(recorded.at)
    first ??= sentAt
    if (speed > 0) await until(began + (sentAt - first) / speed, signal)
    if (signal.aborted) return
    await senderOf(recorded.deviceId)(keepTimes ? recorded.read : renewed.of(recorded))
  }
}

/** Number of reads that are remembered; a camera repeats a message within seconds. */
const maxRemembered = 10_000

/** Gives recorded reads new ids and times. A repetition of a read gets the same ones. */
class RenewedReads {
  readonly #reads = new Map<string, ReadMessage>()

  of({ at, deviceId, read }: RecordedRead): ReadMessage {
    const key = `${deviceId} ${read.readId}`
    const known = this.#reads.get(key)
    if (known) return known
    const age = Date.parse(at) - Date.parse(read.recognizedAt)
    const renewed = { ...read, readId: randomUUID(), recognizedAt: new Date(Date.now() - age).toISOString() }
    this.#reads.set(key, renewed)
    if (this.#reads.size > maxRemembered) this.#reads.delete(this.#reads.keys().next().value ?? '')
    return renewed
  }
}
