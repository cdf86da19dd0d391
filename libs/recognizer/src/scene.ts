import { misread } from './misread.ts'
import { makePlate } from './plates.ts'
import { between, choose, integer, type Random, seeded } from './random.ts'

/** What comes before a camera. Shares are 0 to 1. */
export type SceneOptions = {
  /** The same seed shows the same cars at the same times. */
  seed: string
  /** The cars that come; without them, a few hundred that are made up. */
  plates?: readonly string[] | undefined
  /** How many cars come; Infinity for ever. */
  cars: number
  /** Cars a second. */
  rate: number
  /** How often a car is read at least and at most while it passes. */
  frames: readonly [least: number, most: number]
  misreads: number
  duplicates: number
  /** Cars that leave, of all that pass. */
  exits: number
}

/** One reading of one car. */
export type Sighting = {
  /** Milliseconds since the beginning. */
  at: number
  /** Counts cars from 0. */
  car: number
  carNumber: string
  confidence: number
  direction: 'in' | 'out'
  candidates?: { carNumber: string; confidence: number }[]
  boundingBox: { x: number; y: number; width: number; height: number }
  /** How often the message is sent: a recognizer that doubts repeats it. */
  copies: 1 | 2
}

/** Between two readings of a car that passes, in ms. */
const betweenFrames = [120, 300] as const
const madeUpCars = 300
/** Cars that come and are never seen leaving, beyond which the first are forgotten. */
const mostInside = 500

/** What the camera sees, in the order of time. */
export function* scene(options: SceneOptions): Generator<Sighting> {
  const random = seeded(options.seed)
  const plates = options.plates ?? Array.from({ length: madeUpCars }, () => makePlate(random))
  const inside: string[] = []
  let coming: Sighting[] = []
  let at = 0
  for (let car = 0; car < options.cars; car++) {
    at += between(random, 0.5, 1.5) * (1_000 / options.rate)
    coming.push(...pass(car, at, inside, plates, options, random))
    coming.sort((one, other) => one.at - other.at)
    yield* coming.filter((sighting) => sighting.at <= at)
    coming = coming.filter((sighting) => sighting.at > at)
  }
  yield* coming
}

/** A car that comes or leaves, as often as it is read. */
function pass(
  car: number,
  at: number,
  inside: string[],
  plates: readonly string[],
  { frames, misreads, duplicates, exits }: SceneOptions,
  random: Random,
): Sighting[] {
  const leaving = random() < exits ? inside.shift() : undefined
  const carNumber = leaving ?? choose(random, plates)
  if (leaving === undefined && inside.push(carNumber) > mostInside) inside.shift()
  let later = 0
  return Array.from({ length: integer(random, ...frames) }, (_, frame) => {
    if (frame > 0) later += between(random, ...betweenFrames)
    return {
      at: at + later,
      car,
      ...(random() < misreads ? wrong(carNumber, random) : { carNumber, confidence: share(random, 0.88, 0.99) }),
      direction: leaving === undefined ? 'in' : 'out',
      boundingBox: boxOf(frame, random),
      copies: random() < duplicates ? 2 : 1,
    }
  })
}

/** A misreading: less sure, and the right plate stands among the other readings. */
function wrong(carNumber: string, random: Random) {
  const confidence = share(random, 0.5, 0.85)
  const candidates = [{ carNumber, confidence: Math.round(confidence * 95) / 100 }]
  return { carNumber: misread(carNumber, random), confidence, candidates }
}

const share = (random: Random, from: number, to: number) => Math.round(between(random, from, to) * 100) / 100

/** Pixels of a picture of 1920 × 1080: the plate grows as the car comes near. */
function boxOf(frame: number, random: Random): Sighting['boundingBox'] {
  const width = Math.min(600, 140 + 40 * frame + integer(random, 0, 20))
  return { x: integer(random, 600, 1_000), y: integer(random, 300, 700), width, height: Math.round(width / 4.7) }
}
