import { setTimeout as wait } from 'node:timers/promises'
import { headers, type NatsConnection, nuid } from 'nats'
import type { Sql } from 'postgres'
import type { Pipeline } from '../recognition/pipeline.ts'
import { type ReadKind, readOf, retryPause, type Stay } from '../recognition/workload.ts'
import { ask } from './storage-nats.ts'

/** A way to store reads: `store` resolves when the read is acknowledged. */
export type Way = { name: string; store(read: string): Promise<unknown> }

/** Milliseconds: long, so that a slow way shows its latency instead of failing. */
const timeout = 120_000
/** Largest number of reads in a group. */
const maxGroup = 500

/** What JetStream may do with the messages of a stream; `nats` 2.29 has no types for these. */
type Abilities = { allow_atomic?: true; allow_batched?: true; num_replicas?: number }

/** Creates a stream; its subjects are those below its name. */
export async function addStream(connection: NatsConnection, name: string, abilities: Abilities = {}): Promise<void> {
  const settings = { name, subjects: [`${name}.>`], storage: 'file', retention: 'limits', discard: 'new' }
  await ask(connection, `STREAM.CREATE.${name}`, { ...settings, ...abilities })
}

/** One message a read, spread over these streams. */
export function storeSingly(
  connection: NatsConnection,
  ...streams: readonly string[]
): (read: string) => Promise<void> {
  let next = 0
  return async (read) => {
    const stream = streams[next++ % streams.length] as string
    assertStored(await connection.request(`${stream}.read`, read, { timeout, headers: withId({}) }))
  }
}

/** Collects what arrives while a group is being stored; the first read of an idle moment goes alone. */
export function inGroups(storeGroup: (reads: readonly string[]) => Promise<unknown>): (read: string) => Promise<void> {
  let waiting: { read: string; stored: PromiseWithResolvers<void> }[] = []
  let busy = false
  async function work(): Promise<void> {
    if (busy) return
    busy = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup)
      waiting = waiting.slice(maxGroup)
      const outcome = storeGroup(group.map(({ read }) => read))
      await outcome.catch(() => undefined)
      for (const { stored } of group) stored.resolve(outcome.then(() => undefined))
    }
    busy = false
  }
  return (read) => {
    const stored = Promise.withResolvers<void>()
    waiting.push({ read, stored })
    setImmediate(work)
    return stored.promise
  }
}

/** A group as an atomic batch; a single read as a message. */
export const storeAtomically = (connection: NatsConnection, stream: string) => async (reads: readonly string[]) => {
  const batch = nuid.next()
  const last = reads.length - 1
  const position = (at: number) => (last === 0 ? {} : { 'Nats-Batch-Id': batch, 'Nats-Batch-Sequence': String(at + 1) })
  for (const [at, read] of reads.slice(0, last).entries())
    connection.publish(`${stream}.read`, read, { headers: withId(position(at)) })
  const commit = last === 0 ? {} : { 'Nats-Batch-Commit': '1' }
  const options = { timeout, headers: withId({ ...position(last), ...commit }) }
  assertStored(await connection.request(`${stream}.read`, reads[last], options))
}

/** A group as one message. */
export const storePacked = (connection: NatsConnection, stream: string) => async (reads: readonly string[]) => {
  assertStored(await connection.request(`${stream}.read`, `[${reads.join()}]`, { timeout, headers: withId({}) }))
}

/** A group by fast ingest of nats-server 2.14 (ADR-50): position, flow and operation are tokens of the reply subject. */
export const storeFast = (connection: NatsConnection, stream: string) => async (reads: readonly string[]) => {
  const last = reads.length - 1
  if (last === 0) return storePacked(connection, stream)(reads)
  const inbox = `_INBOX.${nuid.next()}`
  const stored = Promise.withResolvers<void>()
  const subscription = connection.subscribe(`${inbox}.>`, {
    callback(_error, message) {
      const text = message.string()
      if (text.includes('"error"')) stored.reject(new Error(text))
      if (text.includes(`"stream":"${stream}"`)) stored.resolve()
    },
  })
  const operation = (at: number) => (at === last ? 2 : Math.min(at, 1)) // 0 begins, 1 appends, 2 appends and commits
  for (const [at, read] of reads.entries())
    connection.publish(`${stream}.read`, read, { reply: `${inbox}.${maxGroup}.fail.${at + 1}.${operation(at)}.$FI` })
  await stored.promise
  subscription.unsubscribe()
}

/**
 * As recognizers of the product have their reads stored, by the gateway in groups or by the stream alone: a read that is refused is sent
 * again after a pause.
 */
export function storeInProduct(
  { recognizers }: Pipeline,
  stays: readonly Stay[],
  kind: ReadKind,
  onRefused: () => void,
): () => Promise<void> {
  let next = 0
  return async () => {
    const stay = stays[next++ % stays.length] as Stay
    const { subject, data } = readOf(stay, new Date(), kind)
    const recognizer = recognizers.get(stay.deviceId) as NatsConnection
    while ((await recognizer.request(subject, data, { timeout })).json<{ stream?: string }>().stream === undefined) {
      onRefused()
      await wait(retryPause)
    }
  }
}

/** A group as rows, acknowledged after the commit. */
export const storeRows = (sql: Sql) => async (reads: readonly string[]) => {
  await sql`INSERT INTO ingested (read) SELECT unnest(${reads as string[]}::text[])`
}

function withId(own: Record<string, string>) {
  const h = headers()
  for (const [name, value] of Object.entries({ 'Nats-Msg-Id': nuid.next(), ...own })) h.set(name, value)
  return h
}

function assertStored(reply: { json<T>(): T }): void {
  const { stream, error } = reply.json<{ stream?: string; error?: { description: string } }>()
  if (stream === undefined) throw new Error(`a read was not stored: ${error?.description}`)
}
