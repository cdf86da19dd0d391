import { createHash, type Hash } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { headers, nuid, type PubAck } from 'nats'
import { unavailable } from '../connection/failures.ts'
import { type ApiError, JetStreamError } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { fillLevelOf } from '../streams/fill-level.ts'
import { chunkSubject, metadataSubject, paddedBase64url } from '../topology/subjects.ts'
import type { ObjectStore, StoredObject, StreamName } from '../types.ts'

/*
 * A NATS object store (ADR-20), compatible with NATS tools: a file's chunks are stored under an id, its metadata under its
 * name. The client's implementation has no size limit, no backpressure on reading, and leaves unreachable chunks if a process
 * dies while writing. This one writes the metadata first, marked as deleted: readers find no file, but `list` does, and
 * `delete` finds its chunks. The last write completes the file.
 */
type Metadata = {
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

type Entry = { metadata: Metadata; sequence: number; storedAt: number }

/** In bytes. As base64 in the server's JSON, a chunk has to fit into a message of 1 MB. */
const chunkSize = 256 * 1024
/** JetStream's `err_code` of "wrong last sequence": the name exists already. */
const wrongLastSequence = 10_071
/** Status of a stream whose queue is full. */
const tooManyRequests = 429
const digestPrefix = 'SHA-256='

/** Opens the object store of a bucket whose stream has been provisioned. */
export function openObjectStore({ mux, jetstream, log }: Link, bucket: 'images'): ObjectStore {
  const stream: StreamName = `OBJ_${bucket}`

  async function publish(
    subject: string,
    data: string | Uint8Array,
    extraHeaders: Record<string, string> = {},
  ): Promise<void> {
    const h = headers()
    for (const [name, value] of Object.entries(extraHeaders)) h.set(name, value)
    const reply = await mux.request(subject, data, 0, h)
    const { error } = reply.json<PubAck & { error?: ApiError }>()
    if (error) throw new JetStreamError(error)
  }

  const writeMetadata = (metadata: Metadata, extraHeaders: Record<string, string>) =>
    publish(metadataSubject(bucket, metadata.name), JSON.stringify(metadata), extraHeaders)

  async function find(name: string): Promise<Entry | undefined> {
    const message = await jetstream.message(stream, { last_by_subj: metadataSubject(bucket, name) })
    return message && toEntry(message)
  }

  /** Removes the chunks first: if the process dies in between, the name still leads to the remaining ones. */
  async function remove(metadata: Metadata): Promise<void> {
    if (metadata.deleted) await flushQueue(metadata)
    await jetstream.purge(stream, chunkSubject(bucket, metadata.nuid))
    await jetstream.purge(stream, metadataSubject(bucket, metadata.name))
  }

  /**
   * Waits until the stream has processed all chunks sent before, by writing the metadata again. A stream handles messages in
   * order, but a purge overtakes them: a chunk that is still queued would be stored after the purge and never be found. Any
   * response, also an error, proves that the earlier messages are processed. If the queue is full, the message never entered
   * it; then this throws, and the metadata stays, so that a later `delete` finds the chunks. The rewrite renews the
   * metadata's storage time.
   */
  async function flushQueue(metadata: Metadata): Promise<void> {
    try {
      await writeMetadata(metadata, { 'Nats-Rollup': 'sub' })
    } catch (cause) {
      if (!(cause instanceof JetStreamError) || cause.status === tooManyRequests) throw cause
    }
  }

  async function write(begun: Metadata, content: AsyncIterable<Uint8Array>, hash: Hash): Promise<Metadata> {
    let [size, chunks] = [0, 0]
    for await (const chunk of content) {
      await publish(chunkSubject(bucket, begun.nuid), chunk)
      hash.update(chunk)
      size += chunk.length
      chunks += 1
    }
    const digest = `${digestPrefix}${paddedBase64url(hash.digest())}`
    const done = { ...begun, size, chunks, digest, deleted: false, mtime: new Date().toISOString() }
    await writeMetadata(done, { 'Nats-Rollup': 'sub' })
    return done
  }

  async function* chunksOf({ nuid: id, size }: Metadata): AsyncGenerator<Uint8Array> {
    let [left, seq] = [size, 0]
    while (left > 0) {
      const chunk = await mapErrors(jetstream.message(stream, { next_by_subj: chunkSubject(bucket, id), seq }))
      if (!chunk) throw new Error('object store file lacks a chunk')
      const data = Buffer.from(chunk.data ?? '', 'base64')
      left -= data.length
      seq = chunk.seq + 1
      yield data
    }
  }

  return {
    async put(name, content, { contentType, limit, signal }) {
      const begun = {
        name,
        bucket,
        nuid: nuid.next(),
        size: 0,
        chunks: 0,
        deleted: true,
        headers: contentTypeHeader(contentType),
      }
      await mapErrors(writeMetadata(begun, { 'Nats-Expected-Last-Subject-Sequence': '0' }))
      try {
        const written = await mapErrors(write(begun, inChunks(content, limit, signal), createHash('sha256')))
        return toObject(written, Date.now())
      } catch (cause) {
        const removed = remove(begun).catch((err) => log.warn({ err }, 'incomplete file remains in the object store'))
        // if the store is unavailable, the removal may take long, and the caller does not wait for it
        if (!(cause instanceof AppError && cause.code === 'UNAVAILABLE')) await removed
        throw cause
      }
    },
    async get(name) {
      const found = await mapErrors(find(name))
      if (!found || found.metadata.deleted) return undefined
      return { object: toObject(found.metadata, found.storedAt), content: chunksOf(found.metadata) }
    },
    async delete(name) {
      const found = await mapErrors(find(name))
      if (found) await mapErrors(remove(found.metadata))
    },
    async *list() {
      for (let seq = 0; ; ) {
        const message = await mapErrors(jetstream.message(stream, { next_by_subj: `$O.${bucket}.M.>`, seq }))
        if (!message) return
        const { metadata, storedAt, sequence } = toEntry(message)
        seq = sequence + 1
        yield { name: metadata.name, storedAt }
      }
    },
    fillLevel: () => mapErrors(fillLevelOf(jetstream, stream)),
  }
}

/** Maps JetStream errors: a taken name to CONFLICT, all others (disk, limits) to UNAVAILABLE, since a retry may succeed. */
async function mapErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof JetStreamError)) throw cause
    throw cause.errorCode === wrongLastSequence ? new AppError('CONFLICT', { cause }) : unavailable(cause)
  }
}

/** Splits content into chunks of equal size except the last. @throws AppError PAYLOAD_TOO_LARGE once it exceeds `limit` bytes */
async function* inChunks(content: AsyncIterable<Uint8Array>, limit: number, signal: AbortSignal | undefined) {
  let waiting: Uint8Array[] = []
  let [size, total] = [0, 0]
  for await (const part of content) {
    signal?.throwIfAborted()
    total += part.length
    if (total > limit) throw new AppError('PAYLOAD_TOO_LARGE')
    waiting.push(part)
    size += part.length
    if (size < chunkSize) continue
    const all = Buffer.concat(waiting)
    const whole = size - (size % chunkSize)
    for (let at = 0; at < whole; at += chunkSize) yield all.subarray(at, at + chunkSize)
    waiting = [all.subarray(whole)]
    size -= whole
  }
  signal?.throwIfAborted()
  if (size > 0) yield Buffer.concat(waiting)
}

const contentTypeHeader = (contentType: string) => ({ 'Content-Type': [contentType] })

const toEntry = ({ data = '', seq, time }: { data?: string; seq: number; time: string }): Entry => ({
  metadata: JSON.parse(Buffer.from(data, 'base64').toString()) as Metadata,
  sequence: seq,
  storedAt: Date.parse(time),
})

const toObject = ({ name, size, digest = '', headers: own }: Metadata, storedAt: number): StoredObject => ({
  name,
  contentType: own?.['Content-Type']?.[0] ?? 'application/octet-stream',
  bytes: size,
  sha256: Buffer.from(digest.slice(digestPrefix.length), 'base64url').toString('hex'),
  storedAt,
})
