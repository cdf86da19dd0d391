import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { startRecognizer } from '@kingcar/e2e/recognizer'
import { findChromium } from '@kingcar/localstack/chromium'
import { launchBrowser } from '@kingcar/testing/browser'
import { median } from '@kingcar/testing/statistics'
import { type Opening, openWall, type Wall } from '../connect/wall-screen.ts'
import { machine, type Report } from '../report.ts'
import { type Measured, rotate, type Variant, type Work } from '../rotate.ts'

export type Size = { rounds: number }

export const full: Size = { rounds: 11 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rounds: 1 }

/** CPU slowdown of the page: what browser developer tools use for a low-end device. */
const slowness = 6
/** Milliseconds until a car is readable on a page with that slowdown. */
const limit = { atMost: 2_000, aim: 1_500 }

type Slice = Work & Opening

/**
 * How long a wall screen takes to show its first car: `/connect` is opened signed in and with an empty cache, and a car
 * is read when the page's socket is open; measured until its plate is readable. A screen never shows visits from before
 * its socket was opened, so this is the earliest possible live event.
 */
export async function connect(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const { ready, ...product } = stack.use(await startProduct())
  const recognizer = stack.use(await startRecognizer(ready))
  const browser = await launchBrowser(await findChromium(progress))
  stack.defer(() => browser.close())
  let cars = 0
  const wall: Wall = {
    browser,
    url: ready.http,
    tokens: await signIn(ready.http, ready.email, ready.password),
    read: () => recognizer.read(`12가${1_000 + cars++}`),
  }
  const processes = { gateway: await product.pid('gateway') }
  const variant = (name: string, times: number): Variant<Slice> => {
    const slice = async () => ({ units: 1, ...(await openWall(wall, times)) })
    return { name, processes, warm: async () => void (await slice()), slice }
  }
  const measured = await rotate([variant(`${slowness} times slower`, slowness), variant('as it is', 1)], {
    rounds: size.rounds,
    onRound: (round) => progress(`round ${round} of ${size.rounds}`),
  })
  return { ...toReport(size, measured), machine: machine({ chromium: browser.version() }) }
}

function toReport({ rounds }: Size, measured: readonly Measured<Slice>[]): Omit<Report, 'machine'> {
  const of = ({ slices }: Measured<Slice>, value: (opening: Opening) => number) => median(slices.map(value))
  const [slowed] = measured as [Measured<Slice>]
  return {
    scenario: 'connect',
    how: `/connect in a new profile of Chromium, 1,920 × 1,080, ${rounds} rounds in rotation, their median; milliseconds since the navigation started.`,
    rows: measured.map((each) => ({
      'the processor': each.name,
      'first paint': of(each, ({ painted }) => painted).toFixed(0),
      'socket open': of(each, ({ opened }) => opened).toFixed(0),
      'card enters': of(each, ({ entered }) => entered).toFixed(0),
      'plate drawn': of(each, ({ drawn }) => drawn).toFixed(0),
      'at best': Math.min(...each.slices.map(({ drawn }) => drawn)).toFixed(0),
      'at worst': Math.max(...each.slices.map(({ drawn }) => drawn)).toFixed(0),
    })),
    claims: [
      {
        claim: `ms until the first car is drawn, ${slowness} times slower`,
        measured: of(slowed, ({ drawn }) => drawn),
        ...limit,
      },
    ],
  }
}
