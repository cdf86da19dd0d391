const finalTextFrame = 0x81 // final fragment, text (RFC 6455 §5.2)

/**
 * A whole unmasked WebSocket text frame, built once and written to every socket. It is kept for long, so its memory is its own:
 * a piece of Node's pool would keep the 8 KiB around it, most of which was somebody else's for a moment.
 */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = headerLength(length)
  const bytes = Buffer.allocUnsafeSlow(head + length)
  bytes[0] = finalTextFrame
  if (head === 2) bytes[1] = length
  else if (head === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, head)
  return bytes
}

/** The text inside of a frame that `frame` built. */
export function framePayload(bytes: Buffer): Buffer {
  const length = bytes[1] ?? 0
  return bytes.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)
}

const headerLength = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10)
