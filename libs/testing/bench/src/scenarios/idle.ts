import { setTimeout as wait } from 'node:timers/promises'
import { type Product, startProduct } from '@kingcar/e2e/product'
import { ownCpuOf } from '../cpu.ts'
import { machine, type Report } from '../report.ts'

export type Size = {
  /** Seconds after the start, in which caches fill and code is compiled. */
  rest: number
  /** Seconds of the measurement. */
  during: number
}

export const full: Size = { rest: 60, during: 30 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rest: 0, during: 2 }

/** Milliseconds of each second that all processes may use together. */
const budget = 15

/** Processes by their command. */
const names: readonly [name: string, command: RegExp][] = [
  ...(['gateway', 'member', 'catalog', 'orders', 'recognition'] as const).map((name): [string, RegExp] => [
    name,
    new RegExp(`dist/${name}\\.mjs`),
  ]),
  ['simulator', /dist\/portone-simulator\.mjs/],
  ['nats-server', /^\S*nats-server\S* /],
  ['PostgreSQL', /postgres/],
  ['starter', /deploy\/local\/start\.ts/],
]

/** Processor time of a product that nothing uses, by process. */
export async function idle({ rest, during }: Size, progress: (line: string) => void): Promise<Report> {
  progress('starting the product')
  await using product = await startProduct()
  progress(`resting for ${rest} s`)
  await wait(rest * 1_000)
  progress(`measuring for ${during} s`)
  const before = await usedBy(product)
  const began = performance.now()
  await wait(during * 1_000)
  const after = await usedBy(product)
  const seconds = (performance.now() - began) / 1_000
  const perSecond = [...after].map(([name, ms]): [string, number] => [name, (ms - (before.get(name) ?? 0)) / seconds])
  const together = perSecond.reduce((sum, [, ms]) => sum + ms, 0)
  return {
    scenario: 'idle',
    how: `npm start with its demo, ${rest} s after the start, over ${during} s. Milliseconds of processor time per second.`,
    machine: machine({}),
    rows: [...perSecond, ['together', together] as const].map(([process, ms]) => ({
      process,
      'ms a second': ms.toFixed(2),
    })),
    claims: [{ claim: 'ms a second of all processes', measured: together, atMost: budget }],
  }
}

/** Milliseconds of processor time so far, by name of the process. @throws Error if one of them does not run */
async function usedBy(product: Product): Promise<Map<string, number>> {
  const used = new Map<string, number>()
  for (const { pid, command } of await product.processes()) {
    const name = names.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other'
    used.set(name, (used.get(name) ?? 0) + ownCpuOf(pid))
  }
  const missing = names.filter(([name]) => !used.has(name)).map(([name]) => name)
  if (missing.length > 0) throw new Error(`no process of ${missing.join(', ')}`)
  return used
}
