/** A stream message in a backup. */
export type MessageRecord = {
  sequence: number
  subject: string
  /** When the server stored it, in the server's format. */
  storedAt: string
  headers: [name: string, value: string][]
  data: Uint8Array
}

type Head = Omit<MessageRecord, 'data'> & { bytes: number }

const newline = 0x0a

/** Encodes a record: a line of JSON with everything but the data, including its length; the raw data; a line feed. */
export const encodeRecord = ({ data, ...head }: MessageRecord): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...head, bytes: data.length } satisfies Head)}\n`),
    data,
    Buffer.of(newline),
  ])

/** Decodes records from chunks, which may end anywhere. */
export class MessageRecordReader {
  #rest: Buffer = Buffer.alloc(0)

  /** True if the data so far ends with a whole record. */
  get isComplete(): boolean {
    return this.#rest.length === 0
  }

  /** Returns the records that this chunk completes. */
  *decode(chunk: Uint8Array): Generator<MessageRecord> {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : Buffer.from(chunk)
    let at = 0
    for (;;) {
      const lineEnd = all.indexOf(newline, at)
      if (lineEnd < 0) break
      const { bytes, ...head } = JSON.parse(all.toString('utf8', at, lineEnd)) as Head
      const end = lineEnd + 1 + bytes
      if (all.length <= end) break
      yield { ...head, data: all.subarray(lineEnd + 1, end) }
      at = end + 1
    }
    this.#rest = all.subarray(at)
  }
}
