import type { ProcessName } from '../product.ts'
import { createRandom } from '../random.ts'
import { nothingFound, runTrials, type Trial, type Verdict } from '../trial.ts'
import { canMount, runApart } from './apart.ts'
import { eachAway, isOnLinks, ways } from './away.ts'
import { cacheFaults, type Fault } from './cache.ts'
import { type Dependency, dependencies, usualBound } from './calls.ts'
import type { FullDisk } from './full-disk.ts'
import { interleavings } from './interleavings.ts'
import { gatewayKilled, slowReaders } from './live.ts'
import { lossUnderFaults } from './loss.ts'
import { moneyFaults } from './money.ts'
import { cutPower } from './power.ts'
import { reissueFaults } from './reissue.ts'
import { rollingRestarts } from './restarts.ts'

const lossWith = (brokers: 1 | 3): Trial => ({
  about: `reads and orders while two of each process, the database and ${brokers === 1 ? 'the broker' : 'three brokers'} die, sleep and part (--reads, --orders, --strikes)`,
  async run({ seed, options, log }) {
    const size = {
      reads: Number(options.reads ?? 250_000), // each is sent twice
      orders: Number(options.orders ?? 50_000),
      strikes: Number(options.strikes ?? 250),
    }
    const { findings, ...figures } = await lossUnderFaults(Object.assign(size, { brokers, seed }), log)
    return [{ name: `loss with ${brokers}`, figures, ...nothingFound(findings) }]
  },
})

const live: Trial = {
  about: '500 sockets, of which 200 stop reading at 200 cars a second, or whose gateway is killed at 100 a second',
  async run({ log }) {
    const slow = await slowReaders({ viewers: 500, sleepers: 200, perSecond: 200, seconds: 60 }, log)
    const killed = await gatewayKilled({ viewers: 500, perSecond: 100, seconds: 10 }, log)
    return [
      {
        name: 'slow readers',
        figures: slow,
        claims: {
          'those who read have each event within 200 ms of the stream (p99)': slow.fromStream.p99 < 200,
          'every sleeper is told or closed': slow.told === 200,
          'the gateway takes at most 100 MiB more': slow.growth <= 100,
          'nobody has a hole, and all have every event': slow.holes === 0 && slow.complete === 500,
        },
      },
      {
        name: 'gateway killed',
        figures: killed,
        claims: {
          'all are back within 60 s': killed.back === 500 && killed.backSeconds <= 60,
          'nobody has a hole or a gap, and all have every event':
            killed.holes === 0 && killed.gaps === 0 && killed.complete === 500,
          'no call takes a second meanwhile': killed.slowestCall < 1_000,
        },
      },
    ]
  },
}

const away: Trial = {
  about: 'every kind of call while one dependency after the other is dead, frozen or out of reach (--seconds of each)',
  async run({ options, log }) {
    const absences = dependencies.flatMap((dependency) =>
      ways.flatMap((way) => (dependency === 'provider' && isOnLinks(way) ? [] : [{ dependency, way }])),
    )
    const outcomes = await eachAway(absences, Number(options.seconds ?? 8) * 1_000, log)
    return outcomes.map(({ wrong, ...figures }) => ({
      name: `${figures.dependency} ${figures.way}`,
      figures,
      claims: {
        [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
        [`well again within ${recovery[figures.dependency]} s`]:
          figures.recovery <= 1_000 * recovery[figures.dependency],
      },
      cases: wrong,
    }))
  },
}

/** Seconds: a process is started anew, and those who ask it find it. */
const recovery: Record<Dependency, number> = {
  member: 3,
  catalog: 3,
  orders: 3,
  recognition: 3,
  provider: 3,
  postgres: 5,
  'nats-server': 15,
}

const restarts: Trial = {
  about: '20 rolling restarts of every process at 200 requests and 20 cars a second (--rounds)',
  async run({ options, log }) {
    const size = { rounds: Number(options.rounds ?? 20), perSecond: { requests: 200, cars: 20 }, viewers: 20 }
    const { failed, ...figures } = await rollingRestarts(size, log)
    const isWhole = figures.holes === 0 && figures.gaps === 0 && figures.complete === size.viewers
    return [
      {
        name: 'rolling restarts',
        figures,
        claims: { [`no request fails: ${failed.length}`]: failed.length === 0, 'no live event is lost': isWhole },
        cases: failed,
      },
    ]
  },
}

const power: Trial = {
  about:
    'the power is cut while everybody writes: nothing is lost, and something is with the usual settings of servers (root)',
  async run({ options, log }) {
    if (!canMount()) throw new Error('to mount a disk of its own it needs root and a loop device')
    const verdicts: Verdict[] = []
    for (let round = 1; round <= Number(options.rounds ?? 5); round++) {
      const { told, lost } = await cutPower({ onDisk: true, safe: true, seconds: 2 + 2 * round }, log)
      const isWhole = Object.values(lost).every((count) => count <= 0)
      verdicts.push({ name: `cut ${round}`, figures: { told, lost }, claims: { 'nothing is lost': isWhole } })
    }
    const { told, lost } = await cutPower({ onDisk: true, safe: false, seconds: 8 }, log)
    const claims = { 'it is seen what is lost': (lost.orders ?? 0) > 0 && (lost.reads ?? 0) > 0 }
    return [...verdicts, { name: 'cut with the usual settings', figures: { told, lost }, claims }]
  },
}

const collisions: Trial = {
  about:
    '1,000 orders at which everybody pulls at once, while processes die at the lines of money (--orders, --rounds)',
  async run({ seed, options, log }) {
    const size = { orders: Number(options.orders ?? 1_000), rounds: Number(options.rounds ?? 10), seed }
    const { findings, ...figures } = await interleavings(size, log)
    return [{ name: 'interleavings', figures, ...nothingFound(findings) }]
  },
}

const fullDisk: Trial = {
  about: 'the disk is full while everybody writes, and has room again (--seconds; root)',
  async run({ options, log }) {
    if (!canMount()) throw new Error('to mount a disk of its own it needs root and a loop device')
    const size = { seconds: Number(options.seconds ?? 20), bound: usualBound }
    const found = await runApart<FullDisk>('full-disk.ts', size, true, log)
    const { wrong, ...figures } = found
    const claims = {
      [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
      'nothing that was told to be stored is lost': Object.values(figures.lost).every((count) => count <= 0),
      'none of our processes dies of it': figures.died.length === 0,
      'well again within 30 s': figures.recovery <= 30_000,
    }
    return [{ name: 'full disk', figures, claims, cases: wrong }]
  },
}

const reissue: Trial = {
  about: 'refresh tokens exchanged while the process dies over it, a hundred times at each step',
  async run({ log }) {
    const figures = await reissueFaults({ rounds: 100 }, log)
    const claims = {
      'nobody has to sign in again': figures.forcedLogins === 0,
      'every pair that was given is good': figures.brokenPairs === 0,
    }
    return [{ name: 'reissue', figures, claims }]
  },
}

const money: Trial = {
  about: 'orders, charges, refunds and renewals while the process dies over them, fifty times at each step',
  async run({ seed, log }) {
    const { findings, ...figures } = await moneyFaults({ rounds: 50, seed }, log)
    const { claims, cases = [] } = nothingFound(findings)
    const isNoticed = figures.unnoticed === 0
    return [
      {
        name: 'money',
        figures,
        claims: {
          ...claims,
          'what is paid is completed within five minutes, also when every notice is lost': isNoticed,
        },
        cases,
      },
    ]
  },
}

const cache: Trial = {
  about: 'public reads under random writes through two gateways, with everything killed and frozen in turn',
  async run({ seed, log }) {
    const random = createRandom(seed)
    const taken: ProcessName[] = ['catalog', 'nats-server', 'postgres', 'gateway']
    const some = Array.from({ length: 40 }, (_, at): Fault => {
      const how = random() < 0.5 ? 'SIGKILL' : 'SIGSTOP'
      return { process: taken[at % taken.length] as ProcessName, how, milliseconds: 200 + random() * 4_000 }
    })
    // once for longer than an answer may stand in
    const faults: Fault[] = [...some, { process: 'catalog', how: 'SIGSTOP', milliseconds: 75_000 }]
    const { tooOld, ...figures } = await cacheFaults({ faults, seed }, log)
    return [
      {
        name: 'cache',
        figures: { faults: faults.length, ...figures },
        claims: {
          'no answer is older than a second, nor than a minute where it says its age': tooOld.length === 0,
          'answers stood in for owners that were away': figures.stoodIn > 0,
        },
        cases: tooOld,
      },
    ]
  },
}

/** `npm run faults [-- <name>…] [-- <seed>]`, all without a name. Ends with 1 where something was lost. */
await runTrials(
  {
    loss: lossWith(1),
    cluster: lossWith(3),
    away,
    restarts,
    power,
    disk: fullDisk,
    live,
    reissue,
    money,
    interleavings: collisions,
    cache,
  },
  process.argv.slice(2),
)
