import { createHash, type Hash } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { headers, nuid, type PubAck } from 'nats'
import { unavailable } from '../connection/failures.ts'
import { type ApiError, JetStreamError } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { fillLevelOf } from '../streams/fill-level.ts'
import { objectSubject, paddedBase64url, pieceSubject } from '../topology/subjects.ts'
import type { ObjectStore, StoredObject, StreamName } from '../types.ts'

/*
 * The object store of NATS (ADR-20), so that its tools can look inside: the pieces of a file under an id of its own, and
 * one message that describes it under its name. The client's own has no bound, cannot be read slowly, and leaves pieces
 * that nobody finds when a process dies while it writes. Here the description comes first, as one of a removed file:
 * readers see nothing, `list` sees it, and `delete` finds its pieces. The last write makes it a file.
 */
type Description = {
  name: string
  bucket: string
  nuid: string
  size: number
  chunks: number
  mtime?: string
  /** `SHA-256=` and base64url. */
  digest?: string
  deleted?: boolean
  headers?: Record<string, string[]>
}

type Entry = { description: Description; sequence: number; storedAt: number }

/** Bytes; as base64 in the server's JSON a piece fits into a message of 1 MB. */
const pieceSize = 256 * 1024
/** "Wrong last sequence": somebody has written under this subject before. */
const wrongLastSequence = 10_071
/** The status where a stream's queue is full. */
const tooManyRequests = 429
const digestPrefix = 'SHA-256='

/** Opens an object store of a bucket that has been provisioned as a stream. */
export function openObjectStore({ mux, jetstream, log }: Link, bucket: 'images'): ObjectStore {
  const stream: StreamName = `OBJ_${bucket}`

  async function publish(subject: string, data: string | Uint8Array, also: Record<string, string> = {}): Promise<void> {
    const h = headers()
    for (const [name, value] of Object.entries(also)) h.set(name, value)
    const reply = await mux.request(subject, data, 0, h)
    const { error } = reply.json<PubAck & { error?: ApiError }>()
    if (error) throw new JetStreamError(error)
  }

  const describe = (description: Description, also: Record<string, string>) =>
    publish(objectSubject(bucket, description.name), JSON.stringify(description), also)

  async function find(name: string): Promise<Entry | undefined> {
    const message = await jetstream.message(stream, { last_by_subj: objectSubject(bucket, name) })
    return message && toEntry(message)
  }

  /** The pieces first: whoever dies in between leaves the name, by which they are found. */
  async function remove(description: Description): Promise<void> {
    if (description.deleted) await settle(description)
    await jetstream.purge(stream, pieceSubject(bucket, description.nuid))
    await jetstream.purge(stream, objectSubject(bucket, description.name))
  }

  /**
   * A stream takes in what it is sent in order, but is purged beside that. Once it has answered a message, be it by a refusal,
   * no piece that was sent before comes after the purge, when nobody would find it. Where its queue is full the message never
   * came to it: then the description stays, by which the pieces are found later. Its time is that of this message.
   */
  async function settle(description: Description): Promise<void> {
    try {
      await describe(description, { 'Nats-Rollup': 'sub' })
    } catch (cause) {
      if (!(cause instanceof JetStreamError) || cause.status === tooManyRequests) throw cause
    }
  }

  async function write(begun: Description, pieces: AsyncIterable<Uint8Array>, hash: Hash): Promise<Description> {
    let [size, chunks] = [0, 0]
    for await (const piece of pieces) {
      await publish(pieceSubject(bucket, begun.nuid), piece)
      hash.update(piece)
      size += piece.length
      chunks += 1
    }
    const digest = `${digestPrefix}${paddedBase64url(hash.digest())}`
    const done = { ...begun, size, chunks, digest, deleted: false, mtime: new Date().toISOString() }
    await describe(done, { 'Nats-Rollup': 'sub' })
    return done
  }

  async function* piecesOf({ nuid: id, size }: Description): AsyncGenerator<Uint8Array> {
    let [left, seq] = [size, 0]
    while (left > 0) {
      const piece = await away(jetstream.message(stream, { next_by_subj: pieceSubject(bucket, id), seq }))
      if (!piece) throw new Error('a file of the object store lacks a piece')
      const data = Buffer.from(piece.data ?? '', 'base64')
      left -= data.length
      seq = piece.seq + 1
      yield data
    }
  }

  return {
    async put(name, content, { contentType, limit, signal }) {
      const begun = { name, bucket, nuid: nuid.next(), size: 0, chunks: 0, deleted: true, headers: typed(contentType) }
      await away(describe(begun, { 'Nats-Expected-Last-Subject-Sequence': '0' }))
      try {
        const written = await away(write(begun, inPieces(content, limit, signal), createHash('sha256')))
        return toObject(written, Date.now())
      } catch (cause) {
        const removed = remove(begun).catch((err) => log.warn({ err }, 'a file was left half written'))
        // a store that took no piece may be long in taking one away, which nobody has to wait for
        if (!(cause instanceof AppError && cause.code === 'UNAVAILABLE')) await removed
        throw cause
      }
    },
    async get(name) {
      const found = await away(find(name))
      if (!found || found.description.deleted) return undefined
      return { object: toObject(found.description, found.storedAt), content: piecesOf(found.description) }
    },
    async delete(name) {
      const found = await away(find(name))
      if (found) await away(remove(found.description))
    },
    async *list() {
      for (let seq = 0; ; ) {
        const message = await away(jetstream.message(stream, { next_by_subj: `$O.${bucket}.M.>`, seq }))
        if (!message) return
        const { description, storedAt, sequence } = toEntry(message)
        seq = sequence + 1
        yield { name: description.name, storedAt }
      }
    },
    fillLevel: () => away(fillLevelOf(jetstream, stream)),
  }
}

/** What JetStream refuses, for its disk or its limits, is a store that is away: the same may succeed later. */
async function away<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof JetStreamError)) throw cause
    throw cause.errorCode === wrongLastSequence ? new AppError('CONFLICT', { cause }) : unavailable(cause)
  }
}

/** Pieces of one size but for the last. Fails with PAYLOAD_TOO_LARGE as soon as there is more than `limit`. */
async function* inPieces(content: AsyncIterable<Uint8Array>, limit: number, signal: AbortSignal | undefined) {
  let waiting: Uint8Array[] = []
  let [size, total] = [0, 0]
  for await (const part of content) {
    signal?.throwIfAborted()
    total += part.length
    if (total > limit) throw new AppError('PAYLOAD_TOO_LARGE')
    waiting.push(part)
    size += part.length
    if (size < pieceSize) continue
    const all = Buffer.concat(waiting)
    const whole = size - (size % pieceSize)
    for (let at = 0; at < whole; at += pieceSize) yield all.subarray(at, at + pieceSize)
    waiting = [all.subarray(whole)]
    size -= whole
  }
  signal?.throwIfAborted()
  if (size > 0) yield Buffer.concat(waiting)
}

const typed = (contentType: string) => ({ 'Content-Type': [contentType] })

const toEntry = ({ data = '', seq, time }: { data?: string; seq: number; time: string }): Entry => ({
  description: JSON.parse(Buffer.from(data, 'base64').toString()) as Description,
  sequence: seq,
  storedAt: Date.parse(time),
})

const toObject = ({ name, size, digest = '', headers: own }: Description, storedAt: number): StoredObject => ({
  name,
  contentType: own?.['Content-Type']?.[0] ?? 'application/octet-stream',
  bytes: size,
  sha256: Buffer.from(digest.slice(digestPrefix.length), 'base64url').toString('hex'),
  storedAt,
})
