import { median, ratio } from '@kingcar/testing/statistics'
import type { Claim, Report } from '../report.ts'
import type { Measured } from '../rotate.ts'
import type { Launch, MemoryUse } from './launch.ts'

export const bareName = 'bare node'
export const togetherName = 'these five together'
export const commandName = 'npm start, not the first'
export const processes = ['member', 'catalog', 'orders', 'recognition', 'gateway'] as const

/** Maximum milliseconds to `ready`, and MiB of RSS then. */
const limits = { service: { readyMs: 200, rss: 90 }, gateway: { readyMs: 300, rss: 120 } }
/** For all five processes: milliseconds until the last is ready, and MiB of PSS when idle. */
const together = { readyMs: 2_000, pss: 350 }
/** Milliseconds of the whole command. */
const command = { readyMs: 5_000, aim: 3_000 }

export function toReport(
  { rounds, rest }: { rounds: number; rest: number },
  measured: readonly Measured<Launch>[],
): Omit<Report, 'machine'> {
  const bare = find(measured, bareName)
  return {
    scenario: 'start',
    how: `From spawn to the line "ready", ${rounds} rounds in rotation; idle is ${rest} s later. Median of the rounds; MiB.`,
    rows: measured.map((each) => ({
      process: each.name,
      'ready ms': readyOf(each).toFixed(0),
      'to bare node': ratio(each.slices.map(readyMs), bare.slices.map(readyMs)).toFixed(1),
      'CPU ms': textOf(each, ({ cpuMs }) => cpuMs),
      'RSS at ready': textOf(each, ({ ready }) => ready.rss),
      'PSS at ready': textOf(each, ({ ready }) => ready.pss),
      'RSS idle': textOf(each, ({ idle }) => idle.rss),
      'PSS idle': textOf(each, ({ idle }) => idle.pss),
    })),
    claims: [
      ...processes.flatMap((name) => claimsOf(find(measured, name), name === 'gateway' ? 'gateway' : 'service')),
      ...claimsOfAll(find(measured, togetherName)),
      {
        claim: `${commandName}: ms until ready`,
        measured: readyOf(find(measured, commandName)),
        atMost: command.readyMs,
        aim: command.aim,
      },
    ],
  }
}

function claimsOf(measured: Measured<Launch>, kind: keyof typeof limits): Claim[] {
  const limit = limits[kind]
  return [
    {
      claim: `${measured.name}: ms until ready`,
      measured: readyOf(measured),
      atMost: limit.readyMs,
    },
    {
      claim: `${measured.name}: MiB of RSS when ready`,
      measured: spentOf(measured, ({ ready }) => ready.rss),
      atMost: limit.rss,
    },
  ]
}

const claimsOfAll = (measured: Measured<Launch>): Claim[] => [
  {
    claim: `${measured.name}: ms until ready`,
    measured: readyOf(measured),
    atMost: together.readyMs,
  },
  {
    claim: `${measured.name}: MiB of PSS when idle`,
    measured: spentOf(measured, ({ idle }) => idle.pss),
    atMost: together.pss,
  },
]

type Spent = { cpuMs: number; ready: MemoryUse; idle: MemoryUse }

const readyMs = (launch: Launch) => launch.readyMs
const readyOf = ({ slices }: Measured<Launch>) => median(slices.map(readyMs))
const spentOf = ({ slices }: Measured<Launch>, value: (spent: Spent) => number) =>
  median(slices.flatMap(({ spent }) => (spent ? [value(spent)] : [])))
const textOf = (measured: Measured<Launch>, value: (spent: Spent) => number) =>
  measured.slices.some(({ spent }) => spent) ? spentOf(measured, value).toFixed(0) : ''

function find(measured: readonly Measured<Launch>[], name: string): Measured<Launch> {
  const found = measured.find((each) => each.name === name)
  if (!found) throw new Error(`${name} was not measured`)
  return found
}
