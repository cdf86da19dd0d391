import { misread } from './misread.ts'
import { makePlate } from './plates.ts'
import { between, choose, integer, type Random, seeded } from './random.ts'

/** The simulated traffic of a camera. Shares are 0 to 1. */
export type SceneOptions = {
  /** The same seed gives the same cars at the same times. */
  seed: string
  /** Plates of the cars; by default a few hundred generated ones. */
  plates?: readonly string[] | undefined
  /** Number of cars; Infinity for no end. */
  cars: number
  /** Cars per second. */
  rate: number
  /** Minimum and maximum reads of a passing car. */
  frames: readonly [least: number, most: number]
  misreads: number
  duplicates: number
  /** Share of cars that leave. */
  exits: number
}

/** One read of one car. */
export type Sighting = {
  /** Milliseconds since the start. */
  at: number
  /** Number of the car, from 0. */
  car: number
  carNumber: string
  confidence: number
  direction: 'in' | 'out'
  candidates?: { carNumber: string; confidence: number }[]
  boundingBox: { x: number; y: number; width: number; height: number }
  /** How often the message is sent: a recognizer without an acknowledgement repeats it. */
  copies: 1 | 2
}

/** Time between two reads of a passing car, in ms. */
const betweenFrames = [120, 300] as const
const generatedCars = 300
/** Largest number of cars inside; above it the first ones are forgotten. */
const maxInside = 500

/** Generates the reads of a camera in chronological order. */
export function* scene(options: SceneOptions): Generator<Sighting> {
  const random = seeded(options.seed)
  const plates = options.plates ?? Array.from({ length: generatedCars }, () => makePlate(random))
  const inside: string[] = []
  let upcoming: Sighting[] = []
  let at = 0
  for (let car = 0; car < options.cars; car++) {
    at += between(random, 0.5, 1.5) * (1_000 / options.rate)
    upcoming.push(...pass(car, at, inside, plates, options, random))
    upcoming.sort((one, other) => one.at - other.at)
    yield* upcoming.filter((sighting) => sighting.at <= at)
    upcoming = upcoming.filter((sighting) => sighting.at > at)
  }
  yield* upcoming
}

/** The reads of a car that enters or leaves. */
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
  if (leaving === undefined && inside.push(carNumber) > maxInside) inside.shift()
  let later = 0
  return Array.from({ length: integer(random, ...frames) }, (_, frame) => {
    if (frame > 0) later += between(random, ...betweenFrames)
    return {
      at: at + later,
      car,
      ...(random() < misreads ? misreading(carNumber, random) : { carNumber, confidence: share(random, 0.88, 0.99) }),
      direction: leaving === undefined ? 'in' : 'out',
      boundingBox: boxOf(frame, random),
      copies: random() < duplicates ? 2 : 1,
    }
  })
}

/** A misread: a lower confidence, with the right plate among the candidates. */
function misreading(carNumber: string, random: Random) {
  const confidence = share(random, 0.5, 0.85)
  const candidates = [{ carNumber, confidence: Math.round(confidence * 95) / 100 }]
  return { carNumber: misread(carNumber, random), confidence, candidates }
}

const share = (random: Random, from: number, to: number) => Math.round(between(random, from, to) * 100) / 100

/** In pixels of a 1920 × 1080 picture: the plate grows as the car approaches. */
function boxOf(frame: number, random: Random): Sighting['boundingBox'] {
  const width = Math.min(600, 140 + 40 * frame + integer(random, 0, 20))
  return { x: integer(random, 600, 1_000), y: integer(random, 300, 700), width, height: Math.round(width / 4.7) }
}
