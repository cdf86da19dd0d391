import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { short } from '../growth/curve.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { bottlenecksOf, business, type Measured, ratesOf } from '../scale/capacity.ts'
import { type ConnectionsCost, type ConnectionsSize, connectionsCosts } from '../scale/connection-costs.ts'
import { type SplitCost, type SplitSize, splitCosts } from '../scale/partition-costs.ts'
import { type TablesCost, type TablesSize, tablesCosts } from '../scale/table-costs.ts'

export type Size = { split: SplitSize; tables: TablesSize; connections: ConnectionsSize }

export const full: Size = {
  split: { plates: 12_000, history: 20_000, reads: 8_000, rounds: 5, all: true },
  tables: { visits: 200_000, plates: 20_000, overdue: 20_000, plans: 101 },
  connections: { devices: 1_000, idleSeconds: 10, messages: 10_000 },
}
/** Long enough to show that nothing is lost, too short for a claim. */
export const smoke: Size = {
  split: { plates: 200, history: 50, reads: 100, rounds: 1, all: false },
  tables: { visits: 200, plates: 50, overdue: 20, plans: 3 },
  connections: { devices: 5, idleSeconds: 0.1, messages: 100 },
}

/** Results of the scenario `growth`, at low rates. */
const ofGrowth = { visitMilliseconds: 12, changeBytes: 740, eventBytes: 3_250 }

/**
 * What is needed beyond one machine: how recognition processes divide READS, and what rows, months and connected
 * devices cost; computed from these, what a business of 10,000 stores and 100,000,000 visits a month needs, and what is
 * full first.
 */
export async function scale(size: Size, progress: (line: string) => void): Promise<Report> {
  await build(progress)
  const within = async <T>(what: string, work: (folder: string, stack: AsyncDisposableStack) => Promise<T>) => {
    progress(what)
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(temporaryFolder())
    return await work(folder.path, stack)
  }
  const tables = await within('tables', (folder, stack) => tablesCosts(size.tables, folder, stack))
  const connections = await within('connections', (folder, stack) =>
    connectionsCosts(size.connections, join(folder, 'nats'), stack),
  )
  const split = await within('processes of recognition', (folder, stack) => splitCosts(size.split, folder, stack))
  const measured = measuredOf(tables, connections, split)
  return {
    scenario: 'scale',
    how: `A backlog of ${size.split.reads} reads worked off in each way, ${size.split.rounds} rounds in rotation; ${size.tables.visits} visits of five reads; ${size.connections.devices} devices connected. Computed for ${business.stores} stores and ${business.visitsOfMonth} visits a month.`,
    machine: machine({ nats: versionOf('nats'), postgres: versionOf('postgres') }),
    rows: split.map(({ name, perSecond, cpu }) => ({
      'recognition by': name,
      'reads/s': Math.round(perSecond),
      'CPU µs a read': Object.entries(cpu)
        .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
        .join(', '),
      'of recognition': recognitionOf(cpu).toFixed(0),
    })),
    tables: tablesOf(tables, connections, measured),
    claims: claimsOf(split, tables),
  }
}

const recognitionOf = (cpu: Record<string, number>) =>
  Object.entries(cpu).reduce((sum, [role, ms]) => (role.startsWith('recognition') ? sum + ms : sum), 0)

const sumOf = (relations: TablesCost['relations'], of: 'visit' | 'read') =>
  relations.reduce((sum, each) => (each.of === of ? sum + each.bytes : sum), 0)

const measuredOf = ({ relations }: TablesCost, { stored }: ConnectionsCost, split: readonly SplitCost[]): Measured => ({
  ...ofGrowth,
  recognitionMicroseconds: recognitionOf(split[0]?.cpu ?? {}),
  gatewayMicroseconds: split[0]?.cpu.gateway ?? Number.NaN,
  storedPerSecond: stored.one,
  visitBytes: sumOf(relations, 'visit'),
  readBytes: sumOf(relations, 'read'),
})

function tablesOf(
  { relations, removals, planning }: TablesCost,
  { devices, kib, signIn, idle, stored }: ConnectionsCost,
  measured: Measured,
): NonNullable<Report['tables']> {
  const rates = ratesOf(business)
  return [
    {
      title: 'Bytes of a visit and of a read',
      rows: relations.map(({ name, bytes, of }) => ({ relation: name, of, bytes: bytes.toFixed(0) })),
    },
    {
      title: `Removing reads; planning a query takes ${planning.all.toFixed(2)} ms over ${planning.months} months, over one ${planning.one.toFixed(2)} ms`,
      rows: removals.map(({ what, reads, ms, walBytes, cpuMs }) => ({
        what,
        reads,
        ms: ms.toFixed(0),
        'CPU ms of PostgreSQL': cpuMs,
        'bytes of WAL': Math.round(walBytes),
      })),
    },
    {
      title: 'nats-server',
      rows: [
        { what: `KiB of a device’s connection, of ${devices}`, measured: kib.toFixed(1) },
        { what: 'CPU ms per sign-in, nats-server', measured: signIn.nats.toFixed(2) },
        { what: 'CPU ms per sign-in, gateway', measured: signIn.gateway.toFixed(2) },
        { what: 'CPU µs per second of a silent one', measured: idle.toFixed(1) },
        { what: 'single messages a second, one stream', measured: Math.round(stored.one) },
        { what: 'single messages a second, four streams', measured: Math.round(stored.four) },
      ],
    },
    {
      title: 'What the business needs per second',
      rows: Object.entries(rates).map(([when, { visits, reads }]) => ({
        when,
        visits: visits.toFixed(1),
        reads: reads.toFixed(0),
        'cores, all processes': ((visits * measured.visitMilliseconds) / 1_000).toFixed(2),
      })),
    },
    {
      title: 'What is full first',
      rows: bottlenecksOf(business, measured).map(({ what, limit, fullAt, remedy }) => ({
        what,
        limit,
        'full at visits a month': short(Number(fullAt.toPrecision(2))),
        'what one does then': remedy,
      })),
    },
  ]
}

/** Dividing the stores must not cost what it gains, and dropping a month must not cost as much as deleting its rows. */
function claimsOf(split: readonly SplitCost[], { removals }: TablesCost): Report['claims'] {
  const of = (way: SplitCost | undefined) => recognitionOf(way?.cpu ?? {})
  const toWhole = (way: SplitCost | undefined) => of(way) / of(split[0])
  const all = split.find(({ name }) => name.includes('all of four'))
  const [dropped, , deleted] = removals
  return [
    ...(all
      ? [{ claim: 'CPU of recognition, all of four partitions to READS whole', measured: toWhole(all), atMost: 1.2 }]
      : []),
    {
      claim: 'CPU of recognition, two processes with two of four partitions each to one process',
      measured: toWhole(split.at(-1)),
      atMost: 1.5,
    },
    {
      claim: 'a month dropped, to as many reads deleted, bytes of WAL',
      measured: (dropped?.walBytes ?? Number.NaN) / (deleted?.walBytes ?? Number.NaN),
      atMost: 0.1,
    },
  ]
}
