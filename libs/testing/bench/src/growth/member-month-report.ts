import type { Report } from '../report.ts'
import { assumptions } from './breaking-points.ts'
import { short } from './curve.ts'
import { callsOfOpening, type MonthCosts, type MonthSize, usage } from './member-month.ts'
import { type Cost, sumOf } from './resource-meter.ts'

/** One row per cost: seconds of CPU by process, and bytes. */
export function rowsOfCosts(costs: MonthCosts): Report['rows'] {
  const { joining, visit, opening, signIn, wash, renewal, memberMonth, idle } = costs
  const named: [string, Cost][] = [
    ['a visit: five reads, a product used, frames to screens', visit],
    ['a member-month', memberMonth],
    ['joining, once: phone, terms, car, card, first subscription', joining],
    [`opening the app: ${callsOfOpening} calls`, opening],
    ['signing in', signIn],
    ['a wash bought by card', wash],
    ['a renewal', renewal],
  ]
  return [
    ...named.map(([what, { cpu, bytes }]) => ({
      what,
      'CPU seconds': (sumOf(cpu) / 1_000).toPrecision(3),
      'of which, ms': byRole(cpu),
      'bytes of tables and indexes': bytesText(bytes.tables),
      'bytes of WAL': bytesText(bytes.WAL),
      'bytes of EVENTS, a week': bytesText(bytes.EVENTS),
      'bytes of VISITS, a day': bytesText(bytes.VISITS),
    })),
    {
      what: 'idle, a second (already subtracted above)',
      'CPU seconds': (sumOf(idle) / 1_000).toPrecision(3),
      'of which, ms': byRole(idle),
    },
  ]
}

const bytesText = (bytes = 0) => short(Math.round(bytes))
const byRole = (cpu: Record<string, number>) =>
  Object.entries(cpu)
    .map(([role, ms]) => `${role} ${ms.toFixed(2)}`)
    .join(', ')

/** The actions of a member in a month, and the assumptions about business and machine that limits are computed with. */
export function rowsOfAssumptions({ openings }: MonthSize): Report['rows'] {
  const rows: [string, string | number][] = [
    ['visits of a member in a month', usage.visits],
    [
      `openings of the app in a month, each a token exchange and ${callsOfOpening - 1} reads (measured over ${openings})`,
      usage.openings,
    ],
    ['orders of a member in a month: renewals of a subscription', usage.renewals],
    ['orders of a member in a month: washes bought by card', usage.washes],
    ['signing in with a password, a month', usage.signIns],
    ['visits of a store in a day, all of them members', assumptions.visitsOfStoreDay],
    ['screens of a store, each with an open socket', assumptions.screensOfStore],
    ['recognizers of a store', assumptions.devicesOfStore],
    ['live sockets that a gateway accepts', assumptions.socketsOfGateway],
    ["share of a day's work in its busiest hour", `${100 * assumptions.busiestHour} %`],
    ['cores of the machine', assumptions.cores],
    ['disk for the database', `${assumptions.diskGigabytes} GB`],
    ['memory for sockets', `${assumptions.socketGigabytes} GiB`],
    ['hours that recognition may be unavailable', assumptions.outageHours],
  ]
  return rows.map(([assumed, value]) => ({ assumed, value }))
}
