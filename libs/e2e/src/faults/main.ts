import type { ProcessName } from '../product.ts'
import { createRandom } from '../random.ts'
import { cacheFaults, type Fault } from './cache.ts'
import { gatewayKilled, slowReaders } from './live.ts'
import { moneyFaults } from './money.ts'
import { type Outcome as Recognized, recognitionFaults } from './recognition.ts'
import { reissueFaults } from './reissue.ts'

/**
 * `npm run faults [-- recognition|live|reissue|money|cache] [-- <seed>]`, all without a name. Ends with 1 when something was lost.
 *
 * recognition: 100,000 reads, each sent twice in random order, with recognition killed ten times, PostgreSQL twice and
 * nats-server twice; what came of them is compared with the definition.
 *
 * live: 500 sockets of which 200 stop reading at 200 cars a second, and 500 whose gateway is killed at 100 a second.
 *
 * reissue: refresh tokens exchanged while the process dies over it, a hundred times at each step.
 *
 * money: orders, charges, refunds and renewals while the process dies over them, fifty times at each step; what everybody was
 * told is compared with the tables and with the provider's ledger.
 *
 * cache: public reads under random writes through two gateways, with everything killed and frozen in turn, once for longer
 * than an answer may stand in.
 */
const words = process.argv.slice(2)
const named = words.filter((word) => !/^\d+$/.test(word))
const seed = Number(words.find((word) => /^\d+$/.test(word)) ?? Date.now() % 1_000_000)
const log = console.error

/** Prints what is to hold, with the figures, and remembers what does not. */
function judge(name: string, figures: object, claims: Record<string, boolean>): void {
  console.log(`${name}: ${JSON.stringify(figures)}`)
  for (const [claim, holds] of Object.entries(claims)) {
    console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${claim}`)
    if (!holds) process.exitCode = 1
  }
}

const faults: Record<string, () => Promise<void>> = {
  async recognition() {
    const ten = Array.from({ length: 10 }, (): ProcessName => 'recognition')
    const kills: ProcessName[] = [
      ...ten.slice(0, 3),
      'nats-server',
      'postgres',
      ...ten.slice(3, 7),
      'postgres',
      'nats-server',
      ...ten.slice(7),
    ]
    const { findings, ...figures }: Recognized = await recognitionFaults({ reads: 100_000, kills, seed, log })
    const claims = Object.entries(findings).map(([name, found]) => [`${name}: ${found.length}`, found.length === 0])
    judge('recognition', { seed, kills: kills.length, ...figures }, Object.fromEntries(claims))
    for (const found of Object.values(findings)) if (found.length > 0) console.log(found.slice(0, 5))
  },
  async live() {
    const slow = await slowReaders({ viewers: 500, sleepers: 200, perSecond: 200, seconds: 60 }, log)
    judge('slow readers', slow, {
      'those who read have each event within 200 ms of the stream (p99)': slow.fromStream.p99 < 200,
      'every sleeper is told or closed': slow.told === 200,
      'the gateway takes at most 100 MiB more': slow.growth <= 100,
      'nobody has a hole, and all have every event': slow.holes === 0 && slow.complete === 500,
    })
    const killed = await gatewayKilled({ viewers: 500, perSecond: 100, seconds: 10 }, log)
    judge('gateway killed', killed, {
      'all are back within 60 s': killed.back === 500 && killed.backSeconds <= 60,
      'nobody has a hole or a gap, and all have every event':
        killed.holes === 0 && killed.gaps === 0 && killed.complete === 500,
      'no call takes a second meanwhile': killed.slowestCall < 1_000,
    })
  },
  async reissue() {
    const outcome = await reissueFaults({ rounds: 100 }, log)
    judge('reissue', outcome, {
      'nobody has to sign in again': outcome.forcedLogins === 0,
      'every pair that was given is good': outcome.brokenPairs === 0,
    })
  },
  async money() {
    const { findings, ...figures } = await moneyFaults({ rounds: 50, seed }, log)
    const claims = Object.entries(findings).map(([name, found]) => [`${name}: ${found.length}`, found.length === 0])
    judge('money', Object.assign({ seed }, figures), {
      ...Object.fromEntries(claims),
      'what is paid is completed within five minutes, also when every notice is lost': figures.unnoticed === 0,
    })
    for (const found of Object.values(findings)) if (found.length > 0) console.log(found.slice(0, 5))
  },
  async cache() {
    const random = createRandom(seed)
    const taken: ProcessName[] = ['catalog', 'nats-server', 'postgres', 'gateway']
    const some = Array.from({ length: 40 }, (_, at): Fault => {
      const how = random() < 0.5 ? 'SIGKILL' : 'SIGSTOP'
      return { process: taken[at % taken.length] as ProcessName, how, milliseconds: 200 + random() * 4_000 }
    })
    const faults: Fault[] = [...some, { process: 'catalog', how: 'SIGSTOP', milliseconds: 75_000 }]
    const { tooOld, ...figures } = await cacheFaults({ faults, seed }, log)
    judge(
      'cache',
      { seed, faults: faults.length, ...figures },
      {
        'no answer is older than a second, nor than a minute where it says its age': tooOld.length === 0,
        'answers stood in for owners that were away': figures.stoodIn > 0,
      },
    )
    if (tooOld.length > 0) console.log(tooOld.slice(0, 5))
  },
}

const unknown = named.filter((name) => !Object.hasOwn(faults, name))
if (unknown.length > 0) {
  console.error(`No faults ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(faults)) if (named.length === 0 || named.includes(name)) await run()
