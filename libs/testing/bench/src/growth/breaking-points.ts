import { streams } from '@kingcar/bus'
import type { Report } from '../report.ts'
import { count, short } from './curve.ts'
import { type Cost, sumOf } from './resource-meter.ts'

/** Assumptions about the business and the machine, to compare limits of different kinds. */
export const assumptions = {
  visitsOfMemberMonth: 4,
  visitsOfStoreDay: 100,
  screensOfStore: 2,
  devicesOfStore: 1,
  /** The default of `LIVE_SOCKETS`. */
  socketsOfGateway: 5_000,
  /** Share of a day's work in its busiest hour. */
  busiestHour: 0.2,
  cores: 2,
  diskGigabytes: 100,
  /** Memory of the gateway for its sockets. */
  socketGigabytes: 1,
  /** Hours that recognition or its database may be unavailable. */
  outageHours: 24,
} as const

/** The measured costs that limits are computed from. CPU in milliseconds. */
export type Costs = {
  visit: Cost
  /** Everything that a member does in a month, visits included. */
  memberMonth: Cost
  /** Bytes of a read in READS, and of a device in DEVICES. */
  readBytes: number
  deviceBytes: number
  socket: { kib: number; openFiles: number }
}

export type BreakingPoint = {
  resource: string
  limit: string
  /** What one unit costs. */
  cost: string
  /** Visits a day at which the limit is reached; below, the same size of business in other units. */
  visitsADay: number
  members: number
  stores: number
  sockets: number
  consequence: string
}

type Limit = Pick<BreakingPoint, 'resource' | 'limit' | 'cost' | 'visitsADay' | 'consequence'>

const daysOfMonth = 30
const daysOfYear = 365
const readsOfVisit = 5

/**
 * Limits in the order in which they are reached as the business grows proportionally. Resources with no measured use
 * are left out.
 */
export function breakingPointsOf(costs: Costs): BreakingPoint[] {
  return [...cpuLimits(costs), ...byteLimits(costs), ...socketLimits(costs)]
    .filter(({ visitsADay }) => Number.isFinite(visitsADay))
    .map(({ visitsADay, ...limit }) => {
      const stores = visitsADay / assumptions.visitsOfStoreDay
      const members = (visitsADay * daysOfMonth) / assumptions.visitsOfMemberMonth
      return { ...limit, visitsADay, members, stores, sockets: stores * assumptions.screensOfStore }
    })
    .sort((a, b) => a.visitsADay - b.visitsADay)
}

/** Each KingCar process works in one thread; PostgreSQL, and all processes together, use all cores. */
function cpuLimits({ memberMonth }: Costs): Limit[] {
  const ofVisit = (ms: number) => ms / assumptions.visitsOfMemberMonth
  const limit = (resource: string, cores: number, ms: number): Limit => ({
    resource,
    limit: `${cores} ${cores === 1 ? 'core' : 'cores'} in the busiest hour`,
    cost: `${short(ofVisit(ms))} ms of CPU per visit, with everything that its member does`,
    visitsADay: (cores * 3_600_000) / (assumptions.busiestHour * ofVisit(ms)),
    consequence: 'calls and frames wait',
  })
  const own = ['gateway', 'member', 'catalog', 'orders', 'recognition'].map((name) =>
    limit(`CPU of ${name}`, 1, memberMonth.cpu[name] ?? 0),
  )
  return [
    limit('CPU of all processes', assumptions.cores, sumOf(memberMonth.cpu)),
    limit('CPU of PostgreSQL', assumptions.cores, memberMonth.cpu.postgres ?? 0),
    ...own,
  ]
}

function byteLimits({ visit, memberMonth, readBytes }: Costs): Limit[] {
  const ofVisit = (bytes: number | undefined) => (bytes ?? 0) / assumptions.visitsOfMemberMonth
  const stream = (name: keyof typeof streams, bytes: number, hours: number, consequence: string): Limit => ({
    resource: `stream ${name}`,
    limit: `${count(streams[name].maxBytes / 2 ** 20)} MiB, the messages of ${hours} hours`,
    cost: `${short(bytes)} bytes per visit`,
    visitsADay: (streams[name].maxBytes / bytes) * (24 / hours),
    consequence,
  })
  const disk = ofVisit(memberMonth.bytes.tables)
  return [
    stream('READS', readsOfVisit * readBytes, assumptions.outageHours, 'reads are refused; recognizers keep them'),
    stream('VISITS', visit.bytes.VISITS ?? 0, 24, 'a screen that was offline for long misses the oldest'),
    stream(
      'EVENTS',
      ofVisit(memberMonth.bytes.EVENTS),
      streams.EVENTS.maxAge / 3_600,
      'events wait in the outboxes: their effects are late',
    ),
    {
      resource: 'disk of the database',
      limit: `${assumptions.diskGigabytes} GB after a year`,
      cost: `${short(disk)} bytes per visit, with everything that its member does`,
      visitsADay: (assumptions.diskGigabytes * 1e9) / daysOfYear / disk,
      consequence: 'the database stops',
    },
  ]
}

function socketLimits({ socket, deviceBytes }: Costs): Limit[] {
  const { visitsOfStoreDay, screensOfStore, devicesOfStore, socketsOfGateway, socketGigabytes } = assumptions
  const atSockets = (sockets: number) => (sockets / screensOfStore) * visitsOfStoreDay
  const inMemory = (socketGigabytes * 2 ** 30) / (socket.kib * 1_024)
  const devices = streams.DEVICES.maxBytes / deviceBytes
  return [
    {
      resource: 'sockets that a gateway accepts',
      limit: count(socketsOfGateway),
      cost: `${screensOfStore} a store`,
      visitsADay: atSockets(socketsOfGateway),
      consequence: 'further sockets are refused until there is another gateway or a higher limit',
    },
    {
      resource: 'open files of a gateway',
      limit: count(socket.openFiles),
      cost: '1 per socket',
      visitsADay: atSockets(socket.openFiles),
      consequence: 'connections are refused',
    },
    {
      resource: 'memory of sockets',
      limit: `${socketGigabytes} GiB`,
      cost: `${short(socket.kib)} KiB per socket`,
      visitsADay: atSockets(inMemory),
      consequence: 'the gateway runs out of memory',
    },
    {
      resource: 'stream DEVICES',
      limit: `${count(streams.DEVICES.maxBytes / 2 ** 20)} MiB`,
      cost: `${short(deviceBytes)} bytes per device`,
      visitsADay: (devices / devicesOfStore) * visitsOfStoreDay,
      consequence: 'no device can be registered',
    },
  ]
}

/** As a table; the first limit reached is in the first row. */
export const rowsOfBreakingPoints = (breaks: readonly BreakingPoint[]): Report['rows'] =>
  breaks.map(({ visitsADay, members, stores, sockets, ...texts }) => ({
    resource: texts.resource,
    limit: texts.limit,
    cost: texts.cost,
    'full at visits a day': short(round(visitsADay)),
    members: short(round(members)),
    stores: short(round(stores)),
    sockets: short(round(sockets)),
    'what happens': texts.consequence,
  }))

/** Two digits: the inputs are not more precise. */
const round = (value: number) => Number(value.toPrecision(2))
