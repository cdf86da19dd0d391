/** A message of a stream as a backup keeps it. */
export type MessageRecord = {
  sequence: number
  subject: string
  /** When the server stored it, as it wrote it. */
  storedAt: string
  headers: [name: string, value: string][]
  data: Uint8Array
}

type Head = Omit<MessageRecord, 'data'> & { bytes: number }

const newline = 0x0a

/** A line of JSON that tells all but the data and how long that is; the data as it is; and the end of its line. */
export const encodeRecord = ({ data, ...head }: MessageRecord): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...head, bytes: data.length } satisfies Head)}\n`),
    data,
    Buffer.of(newline),
  ])

/** Reads what `writeMessage` wrote, in pieces that may end anywhere. */
export class MessageRecordReader {
  #rest: Buffer = Buffer.alloc(0)

  /** Whether nothing is left of a message that has not come whole. */
  get isComplete(): boolean {
    return this.#rest.length === 0
  }

  /** The messages that are whole with this piece. */
  *take(piece: Uint8Array): Generator<MessageRecord> {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : Buffer.from(piece)
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
