import fc from 'fast-check'
import { readOperations } from '../../openapi-document.ts'
import { forEachConcurrently } from '../../raw-http.ts'
import type { Log } from '../../scenario-runner.ts'
import { rememberAnswer } from '../known-secrets.ts'
import type { Target } from '../target.ts'
import type { Attack } from './attack.ts'
import { attackArbitrary, attacksByRights } from './attack-arbitrary.ts'
import { createFixtures } from './fixtures.ts'
import { createJudge } from './judge.ts'
import { render } from './render-request.ts'
import { type Answer, openWire } from './send-request.ts'
import { recordFinding, type ShrunkFinding, shrinkFindings } from './shrunk-finding.ts'
import { watchSideEffects } from './side-effects.ts'

export type Report = {
  requests: number
  perSecond: number
  /** Responses by status. */
  statuses: Record<string, number>
  overOneSecond: number
  slowest: number
  memoryBefore: Record<string, number>
  memoryAfter: Record<string, number>
  found: ShrunkFinding[]
}

export type Options = {
  requests: number
  seed: number
  /** Path of one request, to repeat it. */
  path?: string | undefined
  /** Concurrent requests. */
  atOnce?: number
  /** Stops at the first finding. */
  untilFound?: boolean
  log: Log
}

/** Requests after which objects that attacks used up are created again. */
const block = 2_000
type Tally = { statuses: Record<string, number>; overOneSecond: number; slowest: number }

/**
 * Sends generated requests to a product, judges every response, and finally the side effects. The same seed gives the
 * same requests, as far as their objects can be the same.
 */
export async function attack(target: Target, options: Options): Promise<Report> {
  const { requests, seed, path, atOnce = 16, untilFound = false, log } = options
  const operations = (await readOperations(target.http)).filter(({ id }) => id !== 'removeDemo') // the fixtures need the demo
  const fixtures = await createFixtures(target)
  using wire = openWire(target.http, atOnce)
  const arbitrary = attackArbitrary(operations)
  const judge = createJudge(fixtures)
  const tally: Tally = { statuses: {}, overOneSecond: 0, slowest: 0 }
  const found = new Map<string, ShrunkFinding>()
  const watching = await watchSideEffects(target, fixtures)

  const run = async (attacked: Attack, learn: boolean) => {
    const sent = render(attacked, fixtures)
    const answer = await wire.send(sent)
    const value = jsonOf(answer)
    if (learn) {
      count(tally, answer)
      fixtures.learn(sent, answer, value)
      if (answer.status < 300 && value !== undefined) rememberAnswer(answer.content.toString())
    }
    return { sent, answer, findings: judge.judge(sent, answer, value) }
  }
  const byRights = new Map<string, ShrunkFinding>()
  if (path === undefined) {
    const attacks = attacksByRights(operations, seed)
    await forEachConcurrently(attacks, atOnce, async (attacked) => {
      const { sent, answer, findings } = await run(attacked, true)
      for (const finding of findings.filter(({ mayBeLoad }) => !mayBeLoad))
        recordFinding(byRights, finding, sent, answer, seed, '')
    })
    log(`${attacks.length} requests of administrators with other rights, ${byRights.size} findings`)
    await fixtures.replenish()
  }
  const memoryBefore = await target.memory()
  let milliseconds = 0
  for (let done = 0; done < requests && !(untilFound && found.size + byRights.size > 0); done += block) {
    const ofBlock = { seed: seed + done / block, numRuns: Math.min(block, requests - done), ...(path && { path }) }
    const attacks = fc.sample(arbitrary, ofBlock)
    const began = performance.now()
    await forEachConcurrently(attacks.entries(), atOnce, async ([nth, attacked]) => {
      const { sent, answer, findings } = await run(attacked, true)
      for (const finding of findings) recordFinding(found, finding, sent, answer, ofBlock.seed, path ?? String(nth))
    })
    milliseconds += performance.now() - began
    log(
      `${done + attacks.length} requests, ${found.size} findings, ${Math.round((done + attacks.length) / (milliseconds / 1_000))}/s`,
    )
    await fixtures.replenish()
  }
  const memoryAfter = await target.memory()
  const sure = await shrinkFindings([...found.values()], arbitrary, (attacked) => run(attacked, false))
  const left = await watching.findings()
  return {
    ...{ requests, perSecond: Math.round(requests / (milliseconds / 1_000)), ...tally, memoryBefore, memoryAfter },
    found: [...byRights.values(), ...sure, ...left.map((finding) => ({ ...finding, ...nowhere, seed }))],
  }
}

const nowhere = { operation: '', times: 1, twist: '', command: '', answer: '', path: '', again: false }

function count(tally: Tally, { status, milliseconds }: Answer): void {
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (milliseconds > 1_000) tally.overOneSecond += 1
  tally.slowest = Math.round(Math.max(tally.slowest, milliseconds))
}

function jsonOf({ headers, content }: Answer): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined // so there is no envelope
  }
}
