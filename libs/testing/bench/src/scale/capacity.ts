/** A business, as far as its load is computed from it. */
export type Business = {
  stores: number
  visitsOfMonth: number
  readsOfVisit: number
  /** Share of visits that use a product. */
  used: number
  devicesOfStore: number
  screensOfStore: number
  /** Load of a weekend day, relative to a weekday. */
  weekend: number
  /** Share of a day's visits in its busiest hour. */
  busiestHour: number
  /** Mean load of that hour's busiest minutes, relative to the hour. */
  burst: number
}

/** The computed business: 10,000 stores open from 8 to 20, and 333 visits per store and day. */
export const business: Business = {
  stores: 10_000,
  visitsOfMonth: 100_000_000,
  readsOfVisit: 3,
  used: 0.6,
  devicesOfStore: 1,
  screensOfStore: 1,
  weekend: 1.5,
  busiestHour: 0.15,
  burst: 2,
}

export type Load = { visits: number; reads: number }
export type Rates = Record<'average' | 'busiestHour' | 'burst', Load>

const daysOfMonth = 30

/** Visits and reads per second: average of the month, busiest hour of a weekend day, and its busiest minutes. */
export function ratesOf({ visitsOfMonth, readsOfVisit, weekend, busiestHour, burst }: Business): Rates {
  const day = visitsOfMonth / daysOfMonth
  const busiestDay = (day * weekend * 7) / (5 + 2 * weekend)
  const load = (visits: number): Load => ({ visits, reads: visits * readsOfVisit })
  const hour = (busiestDay * busiestHour) / 3_600
  return { average: load(day / 86_400), busiestHour: load(hour), burst: load(hour * burst) }
}

/** The capacity of one resource, and what the business needs of it. */
export type Bottleneck = {
  what: string
  limit: string
  /** Visits per month at which it is full. */
  fullAt: number
  /** The remedy. */
  remedy: string
}

export type Measured = {
  /** CPU microseconds of recognition per read of a backlog; and single messages per second that one stream stores. */
  recognitionMicroseconds: number
  storedPerSecond: number
  /** CPU milliseconds of a visit alone, in all processes, at low rates. */
  visitMilliseconds: number
  /** CPU microseconds of a gateway per visit or change in VISITS. */
  gatewayMicroseconds: number
  /**
   * Bytes on the disk: of a visit; of a read with its id; of a change of a visit in VISITS; and of what a visit, with
   * everything that its member does, adds to EVENTS.
   */
  visitBytes: number
  readBytes: number
  changeBytes: number
  eventBytes: number
}

const MiB = 2 ** 20
const monthsOfReads = 14

/** What is full first as visits grow while the number of stores stays. */
export function bottlenecksOf(given: Business, measured: Measured): Bottleneck[] {
  const { burst } = ratesOf(given)
  /** Visits per month at which the busiest minutes need this much per second. */
  const atBurst = (perSecond: number, ofVisit: number) => (given.visitsOfMonth * perSecond) / (burst.visits * ofVisit)
  const { readsOfVisit } = given
  const cores = (count: number, ms: number) => atBurst(count * 1_000, ms)
  const all: Bottleneck[] = [
    {
      what: 'EVENTS, 1 GiB for 7 days',
      limit: `${measured.eventBytes} bytes a visit`,
      fullAt: ((1_024 * MiB) / measured.eventBytes / 7) * daysOfMonth,
      remedy: 'a larger max_bytes of the stream',
    },
    {
      what: 'VISITS, 1 GiB for 25 hours',
      limit: `${measured.changeBytes * readsOfVisit} bytes a visit`,
      fullAt: ((1_024 * MiB) / (measured.changeBytes * readsOfVisit)) * (24 / 25) * daysOfMonth,
      remedy: 'a larger max_bytes of the stream',
    },
    {
      what: 'two cores for everything',
      limit: `${measured.visitMilliseconds} ms a visit`,
      fullAt: cores(2, measured.visitMilliseconds),
      remedy: 'services and servers on machines of their own',
    },
    {
      what: '1 TB of database, 14 months of reads and three years of visits',
      limit: `${Math.round(measured.visitBytes)} bytes a visit, ${Math.round(measured.readBytes)} a read`,
      fullAt: 1e12 / (36 * measured.visitBytes + monthsOfReads * readsOfVisit * measured.readBytes),
      remedy: 'a larger disk, then a database of its own for recognition',
    },
    {
      what: 'one stream of reads on one disk',
      limit: `${Math.round(measured.storedPerSecond)} single reads a second`,
      fullAt: atBurst(measured.storedPerSecond, readsOfVisit),
      remedy: 'a faster disk, then READS as several streams',
    },
    {
      what: 'one process of recognition',
      limit: `${Math.round(measured.recognitionMicroseconds)} µs of one core a read`,
      fullAt: atBurst(1e6 / measured.recognitionMicroseconds, readsOfVisit),
      remedy: 'READS_PARTITIONS and several processes',
    },
    {
      what: 'a gateway that reads all of VISITS',
      limit: `${measured.gatewayMicroseconds} µs of its core a change of a visit`,
      fullAt: atBurst(1e6 / measured.gatewayMicroseconds, readsOfVisit),
      remedy: 'VISITS split by store as READS is, and gateways that follow their screens’ stores',
    },
  ]
  return all.sort((a, b) => a.fullAt - b.fullAt)
}
