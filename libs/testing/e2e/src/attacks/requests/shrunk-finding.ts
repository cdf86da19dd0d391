import fc from 'fast-check'
import type { Attack, SentRequest } from './attack.ts'
import type { Finding } from './finding.ts'
import { asCommand } from './render-request.ts'
import type { Answer } from './send-request.ts'

/** A failed claim, the smallest request that shows it, and how to repeat it. */
export type ShrunkFinding = Finding & {
  operation: string
  /** Number of requests that showed the same. */
  times: number
  twist: string
  command: string
  answer: string
  /** `--seed=` and `--path=` of the smallest request. */
  seed: number
  path: string
  /** True if the single request showed it again. */
  again: boolean
}

/** Findings that are shrunk; a product with more is obviously broken. */
const mostShrunk = 12
/** Milliseconds to search for the smallest request of a finding. */
const shrinkFor = 3_000

const shown = (sent: SentRequest, { status, content }: Answer) => ({
  command: asCommand(sent),
  answer: `${status} ${content.subarray(0, 400).toString()}`,
})

/** Records a finding, once per operation. */
export function recordFinding(
  all: Map<string, ShrunkFinding>,
  finding: Finding,
  sent: SentRequest,
  answer: Answer,
  seed: number,
  path: string,
): void {
  const { operation, twist, what } = sent.attack
  const key = `${finding.claim} ${operation.id} ${finding.mayBeLoad}`
  const known = all.get(key)
  if (known) {
    known.times += 1
    return
  }
  const where = { operation: operation.id, times: 1, twist: `${twist} ${what}`, ...shown(sent, answer) }
  all.set(key, { ...finding, ...where, seed, path, again: false })
}

type Run = (attacked: Attack) => Promise<{ sent: SentRequest; answer: Answer; findings: Finding[] }>

/** The findings with their smallest requests; findings that load may cause are dropped if they do not occur again. */
export async function shrinkFindings(
  all: readonly ShrunkFinding[],
  arbitrary: fc.Arbitrary<Attack>,
  run: Run,
): Promise<ShrunkFinding[]> {
  const sure = all.filter(({ mayBeLoad }) => !mayBeLoad)
  for (const found of sure.slice(0, mostShrunk))
    await shrinkFinding(found, arbitrary, run, { interruptAfterTimeLimit: shrinkFor })
  const doubtful = all.filter(({ mayBeLoad }) => mayBeLoad)
  for (const found of doubtful) await shrinkFinding(found, arbitrary, run, { endOnFailure: true })
  return [...sure, ...doubtful.filter(({ again }) => again)]
}

/** Repeats the request of a finding alone, and then smaller ones as long as they show the same. */
async function shrinkFinding(
  found: ShrunkFinding,
  arbitrary: fc.Arbitrary<Attack>,
  run: Run,
  how: fc.Parameters<[Attack]>,
): Promise<void> {
  const isSame = (each: Finding, sent: SentRequest) =>
    each.claim === found.claim && sent.attack.operation.id === found.operation
  const property = fc.asyncProperty(arbitrary, async (attacked) => {
    const { sent, findings } = await run(attacked)
    return !findings.some((each) => isSame(each, sent))
  })
  const { seed, path } = found
  const { counterexample, counterexamplePath } = await fc.check(property, { seed, path, numRuns: 1, ...how })
  const [smallest] = counterexample ?? []
  if (!smallest) return
  const { sent, answer, findings } = await run(smallest)
  const same = findings.find((each) => isSame(each, sent))
  if (same) Object.assign(found, { ...same, ...shown(sent, answer), path: counterexamplePath ?? path, again: true })
}
