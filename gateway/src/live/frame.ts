const finalTextFrame = 0x81 // final fragment, text (RFC 6455 §5.2)

/**
 * Encodes a complete unmasked WebSocket text frame, which is built once and written to every socket. It does not use
 * Node's buffer pool: it lives long, and would keep the whole 8 KiB slab in memory.
 */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = headerLength(length)
  const bytes = Buffer.allocUnsafeSlow(header + length)
  bytes[0] = finalTextFrame
  if (header === 2) bytes[1] = length
  else if (header === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, header)
  return bytes
}

/** The text in a frame that `encodeFrame` built. */
export function framePayload(bytes: Buffer): Buffer {
  const length = bytes[1] ?? 0
  return bytes.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)
}

const headerLength = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10)
