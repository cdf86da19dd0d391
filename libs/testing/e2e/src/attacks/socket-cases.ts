import { clientFrame as frame, opcodes } from '../websocket-frames.ts'

const { continuation, text, binary, close, ping, pong } = opcodes

export type SocketCase = {
  name: string
  /** Sent in one piece. */
  bytes: Buffer
  /** Close codes that are allowed. */
  codes: readonly number[]
}

/** A repeated frame; the same mask each time does not matter. */
const many = (count: number, each: Buffer) => Buffer.alloc(count * each.length, each)
/** A fragmented message that never ends. */
const endless = (count: number, piece: string) =>
  Buffer.concat([frame(text, piece, { last: false }), many(count, frame(continuation, piece, { last: false }))])
const flood = [1008, 1009]

/** Input that no viewer sends; each case closes its own socket, with the code of RFC 6455 §7.4 or of the contract. */
export const socketCases: readonly SocketCase[] = (
  [
    ['a text of 2,000 bytes', frame(text, 'x'.repeat(2_000)), [1009]],
    ['a text that says it is 1 TiB', frame(text, '', { says: 1n << 40n }), [1009]],
    ['a text that says it is of negative length', frame(text, '', { says: 1n << 63n }), [1002, 1009]],
    ['a binary of 64 KB', frame(binary, Buffer.alloc(65_536)), [1009]],
    ['a message of pieces beyond the limit', endless(30, 'x'.repeat(100)), [1009]],
    ['pieces of one byte without end', endless(100_000, 'x'), flood],
    ['pieces of nothing without end', endless(100_000, ''), flood],
    ['a hundred messages a second', many(200, frame(text, 'hello')), [1008]],
    ['empty messages', many(50_000, frame(text)), [1008]],
    ['words that are answered', many(2_000, frame(text, 'ping')), [1008]],
    ['pings', many(50_000, frame(ping)), [1008]],
    ['pings with something to say back', many(2_000, frame(ping, 'x'.repeat(125))), [1008]],
    ['unsolicited pongs', many(50_000, frame(pong)), [1008]],
    [
      'pings between the pieces of a message',
      Buffer.concat([frame(text, 'a', { last: false }), many(20_000, frame(ping))]),
      [1008],
    ],
    ['a ping of 126 bytes', frame(ping, 'x'.repeat(126)), [1002]],
    ['a ping in pieces', frame(ping, 'x', { last: false }), [1002]],
    ['a compressed frame', frame(text, Buffer.from([0xca, 0x00, 0x00]), { reserved: 4 }), [1002]],
    ['a frame with reserved bits', frame(text, 'x', { reserved: 3 }), [1002]],
    ['a frame of no kind', frame(3, 'x'), [1002]],
    ['a control frame of no kind', frame(11, 'x'), [1002]],
    ['a frame without a mask', frame(text, 'x', { masked: false }), [1002]],
    ['no UTF-8', frame(text, Buffer.from([0xff, 0xfe, 0xfd])), [1007]],
    ['half a surrogate', frame(text, Buffer.from([0xed, 0xa0, 0x80])), [1007]],
    [
      'no UTF-8, in pieces',
      Buffer.concat([frame(text, Buffer.from([0xe2]), { last: false }), frame(continuation, 'x')]),
      [1007],
    ],
    ['a continuation of nothing', frame(continuation, 'x'), [1002]],
    ['a message within a message', Buffer.concat([frame(text, 'a', { last: false }), frame(text, 'b')]), [1002]],
    ['a close of one byte', frame(close, 'x'), [1002]],
    ['a close with a code that is never sent', frame(close, Buffer.from([0x03, 0xed])), [1002]],
    ['a close with a reason that is no UTF-8', frame(close, Buffer.from([0x03, 0xe8, 0xff])), [1007]],
    [
      'a close, and a flood behind it',
      Buffer.concat([frame(close, Buffer.from([0x03, 0xe8])), Buffer.alloc(1 << 20, 65)]),
      [1000],
    ],
    ['a request of HTTP', Buffer.from('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'), [1002]],
    ['a megabyte of noise', Buffer.alloc(1 << 20, 0x55), [1002]],
  ] satisfies [string, Buffer, readonly number[]][]
).map(([name, bytes, codes]) => ({ name, bytes, codes }))
