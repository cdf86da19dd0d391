import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReadMessage } from './message.ts'
import type { Recorded } from './record.ts'
import { type SceneOptions, type Sighting, scene } from './scene.ts'

/** Takes a message of the camera. */
export type Take = (read: ReadMessage) => Promise<void>

const until = (time: number, signal: AbortSignal) =>
  wait(Math.max(0, time - Date.now()), undefined, { signal }).catch(() => undefined) // aborted: who waits looks

/** Shows a camera its cars, each at its time. */
export async function playScene(options: SceneOptions, take: Take, signal: AbortSignal): Promise<void> {
  const began = Date.now()
  for (const sighting of scene(options)) {
    await until(began + sighting.at, signal)
    if (signal.aborted) return
    const read = messageOf(sighting)
    for (let copy = 0; copy < sighting.copies; copy++) await take(read)
  }
}

/** Ids are new at each playing: the same id with another time would be a contradiction. */
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
  /** 2 is twice as fast; 0 does not wait at all. */
  speed: number
  /** Else each read is as old as it was, measured from now, under a new id. */
  keepTimes: boolean
  /** How a recorded device takes its reads now. */
  takeOf: (deviceId: string) => Take
}

/** Sends a recording again. */
export async function playRecording(
  recording: AsyncIterable<Recorded>,
  { speed, keepTimes, takeOf }: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  const began = Date.now()
  const renewed = new Renewed()
  let first: number | undefined
  for await (const recorded of recording) {
    const sentAt = Date.parse(recorded.at)
    first ??= sentAt
    if (speed > 0) await until(began + (sentAt - first) / speed, signal)
    if (signal.aborted) return
    await takeOf(recorded.deviceId)(keepTimes ? recorded.read : renewed.of(recorded))
  }
}

/** Reads between a message and its repetition, at most; cameras repeat within seconds. */
const memory = 10_000

/** Reads as if they were sent now. One that was sent twice is sent twice, word by word. */
class Renewed {
  readonly #reads = new Map<string, ReadMessage>()

  of({ at, deviceId, read }: Recorded): ReadMessage {
    const key = `${deviceId} ${read.readId}`
    const known = this.#reads.get(key)
    if (known) return known
    const age = Date.parse(at) - Date.parse(read.recognizedAt)
    const renewed = { ...read, readId: randomUUID(), recognizedAt: new Date(Date.now() - age).toISOString() }
    this.#reads.set(key, renewed)
    if (this.#reads.size > memory) this.#reads.delete(this.#reads.keys().next().value ?? '')
    return renewed
  }
}
