import { setTimeout as wait } from 'node:timers/promises'
import { headers, type JetStreamManager, nuid, type PubAck } from 'nats'
import { durable, type Pipeline, stream } from './pipeline.ts'
import { arrivalsOf, readOf, readsOfStay, type Stay } from './workload.ts'

/** Milliseconds over which the recognition times of a backlog are spread. */
const span = 5 * 60_000
/** Messages of an atomic batch. */
const batchSize = 500
/** Milliseconds: for a reply; between polls; and at least from the request until the consumer resumes. */
const patience = 10_000
const pollPause = 5
const notice = 500
/** Until when the consumer is paused. */
const pausedUntil = () => new Date(Date.now() + 3_600_000)

/** Pauses the consumers and stores all reads of these stays in READS, with recognition times of the last minutes. */
export async function fillReads(
  { setup }: Pick<Pipeline, 'setup'>,
  stays: readonly Stay[],
  durables: readonly string[] = [durable],
): Promise<void> {
  const { consumers } = await setup.jetstreamManager()
  for (const name of durables) await consumers.pause(stream, name, pausedUntil())
  const since = Date.now() - span
  const reads = arrivalsOf(stays).map(({ at, stay }) => readOf(stay, new Date(since + at * span)))
  for (let at = 0; at < reads.length; at += batchSize) await storeBatch(setup, reads.slice(at, at + batchSize))
}

async function storeBatch(
  setup: Pipeline['setup'],
  reads: readonly { subject: string; data: string }[],
): Promise<void> {
  const batch = nuid.next()
  const headersAt = (at: number) => {
    const all = headers()
    all.set('Nats-Batch-Id', batch)
    all.set('Nats-Batch-Sequence', String(at + 1))
    if (at === reads.length - 1) all.set('Nats-Batch-Commit', '1')
    return all
  }
  for (const [at, { subject, data }] of reads.slice(0, -1).entries())
    setup.publish(subject, data, { headers: headersAt(at) })
  const last = reads.at(-1) as { subject: string; data: string }
  const options = { headers: headersAt(reads.length - 1), timeout: patience }
  const answer = (await setup.request(last.subject, last.data, options)).json<PubAck & { error?: object }>()
  if (answer.error) throw new Error(`filling READS failed: ${JSON.stringify(answer.error)}`)
}

/**
 * Resumes the consumers, and measures until the live socket has shown the last visit and every read is acknowledged.
 * @param visits number that the socket has shown by then, earlier ones included
 * @returns reads per second
 */
export async function processBacklog(
  { setup, live }: Pick<Pipeline, 'setup' | 'live'>,
  stays: readonly Stay[],
  visits: number,
  durables: readonly string[] = [durable],
): Promise<number> {
  const manager = await setup.jetstreamManager()
  const begin = await resumeConsumers(manager, durables)
  await live.shows(visits)
  await allAcknowledged(manager, durables)
  return (stays.length * readsOfStay * 1_000) / (performance.now() - begin)
}

/**
 * Resumes at a future time: the server has a timer for it, while an immediate `resume` takes effect with the consumer's
 * next activity.
 */
async function resumeConsumers({ consumers }: JetStreamManager, durables: readonly string[]): Promise<number> {
  const asked = performance.now()
  for (const name of durables) await consumers.pause(stream, name, pausedUntil()) // unchanged, to measure how long the call takes
  const begin = performance.now() + Math.max(notice, 10 * (performance.now() - asked)) // a busy server takes longer
  for (const name of durables) await consumers.pause(stream, name, new Date(performance.timeOrigin + begin))
  if (performance.now() > begin) throw new Error('the consumer was resumed too late')
  return begin
}

async function allAcknowledged({ consumers }: JetStreamManager, durables: readonly string[]): Promise<void> {
  for (const until = performance.now() + patience; ; ) {
    let left = 0
    for (const name of durables) {
      const { num_pending, num_ack_pending } = await consumers.info(stream, name)
      left += num_pending + num_ack_pending
    }
    if (left === 0) return
    if (performance.now() > until) throw new Error(`${left} reads were shown but not acknowledged`)
    await wait(pollPause)
  }
}
