import { headers, type MsgHdrs } from 'nats'
import { isReadGroup } from '../topology/reads-topology.ts'
import type { RawDelivery } from './delivery.ts'
import { encodeRecord, type MessageRecord, MessageRecordReader } from './message-record.ts'

/*
 * A read group is one message of READS with the messages of several devices, because the disk is synced once for each
 * message. Its data are records: the subject, the headers of KingCar's processes, and the bytes that a device sent.
 * Only KingCar's processes can publish to its subject. A consumer sees the messages in the group as if each had been
 * stored alone: they share the sequence, the arrival and the acknowledgement of the group.
 */

/**
 * The largest group. Its bytes are limited to the largest message of one device, because a process that waits for its
 * database holds 2,048 messages of READS. 32 reads in each sync are 4,000 reads a second on a disk with 125 syncs a
 * second.
 */
export const maxGroup = { reads: 32, bytes: 64 * 1024 }

/** A message of a device before it is stored. */
export type ArrivedRead = Pick<MessageRecord, 'subject' | 'data'> & { headers?: Record<string, string> }

/** The data of a group. */
export const encodeGroup = (reads: readonly ArrivedRead[]): Buffer =>
  Buffer.concat(
    reads.map(({ subject, data, headers = {} }, at) =>
      encodeRecord({ sequence: at, subject, storedAt: '', headers: Object.entries(headers), data }),
    ),
  )

/**
 * The messages in a delivered group; a message that is not a group, or a group that cannot be decoded, as it is. The
 * group is acknowledged when the last of its messages is, and the whole group is delivered again if one of them was
 * rejected.
 */
export function partsOf(delivered: RawDelivery): RawDelivery[] {
  if (!isReadGroup(delivered.message.subject)) return [delivered]
  const records = decodeGroup(delivered.message.data)
  if (records.length === 0) return [delivered]
  const open = new Set(records)
  let answer: Parameters<RawDelivery['settle']>[0] = '+ACK'
  return records.map((record) => ({
    ...delivered,
    message: { subject: record.subject, data: record.data, headers: headersOf(record) },
    settle(own) {
      if (!open.delete(record)) return
      if (own !== '+ACK') answer = own
      if (open.size === 0) delivered.settle(answer)
    },
    prolong() {
      if (open.values().next().value === record) delivered.prolong() // one progress sign for the whole group
    },
  }))
}

/** The messages in the data of a group; none if they cannot be decoded. */
export const decodeReadGroup = (data: Uint8Array): ArrivedRead[] =>
  decodeGroup(data).map(({ subject, data: own }) => ({ subject, data: own }))

function decodeGroup(data: Uint8Array): MessageRecord[] {
  const reader = new MessageRecordReader()
  try {
    const records = [...reader.decode(data)]
    const areMessages = records.every(({ subject, headers: own }) => typeof subject === 'string' && Array.isArray(own))
    return reader.isComplete && areMessages ? records : []
  } catch {
    return [] // the consumer rejects the whole message
  }
}

function headersOf({ headers: own }: MessageRecord): MsgHdrs | undefined {
  if (own.length === 0) return undefined
  const all = headers()
  for (const [name, value] of own) all.append(name, value)
  return all
}
