import { median } from '@kingcar/testing/statistics'
import { attack } from '../attacks/requests/campaign.ts'
import { startOverSockets } from '../attacks/socket-product.ts'
import { type CollectedSpan, startCollector } from '../otlp-collector.ts'
import type { Log } from '../scenario-runner.ts'

/** A unit of work: a call of a service, a message that it handles, or what it does by itself. */
export type Chain = {
  /** `member: createCar`. */
  work: string
  /** How many statements follow one another, the median; statements that are on their way at the same time count as one. */
  statements: number
  /** How often it was traced. */
  traces: number
}

/**
 * How many statements follow one another in each unit of work, by the spans of a product that gets generated requests of every
 * operation. Longest first.
 */
export async function statementChains(requests: number, seed: number, log: Log): Promise<Chain[]> {
  await using collector = await startCollector()
  {
    await using target = await startOverSockets({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const { found } = await attack(target, { requests, seed, log })
    for (const finding of found) log(JSON.stringify(finding))
  }
  // a process sends its last spans when it ends
  return chainsOf(collector.spans)
}

/** The chain of each unit of work in these spans. */
export function chainsOf(spans: readonly CollectedSpan[]): Chain[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const found = new Map<string, { statements: CollectedSpan[] }>()
  for (const span of spans) {
    if (!isStatement(span)) continue
    const root = workOf(span, byId)
    if (!root) continue
    const of = found.get(root.spanId)
    if (of) of.statements.push(span)
    else found.set(root.spanId, { statements: [span] })
  }
  const lengths = new Map<string, number[]>()
  for (const [id, { statements }] of found) {
    const root = byId.get(id) as CollectedSpan
    const work = `${root.service}: ${root.name}`
    lengths.set(work, [...(lengths.get(work) ?? []), longestChain(statements)])
  }
  return [...lengths]
    .map(([work, all]) => ({ work, statements: median(all), traces: all.length }))
    .toSorted((one, other) => other.statements - one.statements)
}

const isStatement = ({ attributes }: CollectedSpan) => attributes['db.system.name'] === 'postgresql'

/** The outermost span of the same process that has this one in it; a transaction or a statement is no work by itself. */
function workOf(statement: CollectedSpan, byId: ReadonlyMap<string, CollectedSpan>): CollectedSpan | undefined {
  let work: CollectedSpan | undefined
  for (let at = byId.get(statement.parentSpanId ?? ''); at; at = byId.get(at.parentSpanId ?? '')) {
    if (at.service !== statement.service) break
    if (at.name !== 'transaction') work = at
  }
  return work
}

/** The largest number of spans of which each begins after the one before has ended. */
function longestChain(spans: readonly CollectedSpan[]): number {
  const inOrder = spans
    .map(({ startTimeUnixNano, endTimeUnixNano }) => ({
      start: BigInt(startTimeUnixNano),
      end: BigInt(endTimeUnixNano),
    }))
    .toSorted((one, other) => (one.end < other.end ? -1 : 1))
  let [count, end] = [0, 0n]
  for (const span of inOrder) {
    if (span.start < end) continue
    count += 1
    end = span.end
  }
  return count
}
