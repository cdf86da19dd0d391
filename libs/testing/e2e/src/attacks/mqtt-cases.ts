/** An MQTT string: two bytes of length, then UTF-8. */
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** A packet of MQTT 3.1.1; `says` replaces its length field. */
function packet(type: number, body: Buffer | number[] = [], says?: number[]): Buffer {
  const bytes = Buffer.from(body)
  const length: number[] = []
  for (let left = bytes.length; length.length === 0 || left > 0; left >>= 7)
    length.push((left & 127) | (left > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([type, ...(says ?? length)]), bytes])
}

export type ConnectOptions = {
  clientId?: string
  user: string
  secret: string
  will?: { topic: string; payload: string; retain: boolean }
}

const name = text('MQTT')
/** A device's CONNECT packet: a clean session with user and password. */
export const connectPacket = ({ clientId = '', user, secret, will }: ConnectOptions): Buffer => {
  const flags = 0xc2 | (will ? 0x0c : 0) | (will?.retain ? 0x20 : 0)
  const wish = will ? [text(will.topic), text(will.payload)] : []
  return packet(
    0x10,
    Buffer.concat([name, Buffer.from([4, flags, 0, 60]), text(clientId), ...wish, text(user), text(secret)]),
  )
}

export const publishPacket = (topic: string | Buffer, payload: string | Buffer, flags = 0, number = 1): Buffer =>
  packet(
    0x30 | flags,
    Buffer.concat([text(topic), Buffer.from(flags & 6 ? [number >> 8, number & 255] : []), Buffer.from(payload)]),
  )
export const subscribePacket = (filter: string, quality: 0 | 1 = 1): Buffer =>
  packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(filter), Buffer.from([quality])]))

const connectWith = (level: number, flags: number, rest: Buffer[], protocol = 'MQTT') =>
  packet(0x10, Buffer.concat([text(protocol), Buffer.from([level, flags, 0, 60]), ...rest]))
const endless = [0xff, 0xff, 0xff, 0xff]

/** Invalid first packets of a connection. */
export const invalidFirstPackets: Readonly<Record<string, Buffer>> = {
  'no packet': Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  noise: Buffer.alloc(4_096, 0xa7),
  zeros: Buffer.alloc(4_096),
  'a message before the greeting': publishPacket('recognition/read/a/b', 'x'),
  'a subscription before the greeting': subscribePacket('#'),
  'a ping before the greeting': packet(0xc0),
  'a farewell before the greeting': packet(0xe0),
  'a greeting of another protocol': connectWith(4, 0xc2, [text(''), text('a'), text('b')], 'MQXX'),
  'a greeting of MQTT 3.1': connectWith(3, 0xc2, [text('a'), text('a'), text('b')], 'MQIsdp'),
  'a greeting of MQTT 5': connectWith(5, 0xc2, [Buffer.from([0]), text(''), text('a'), text('b')]),
  'a greeting of MQTT 255': connectWith(255, 0xc2, [text(''), text('a'), text('b')]),
  'a greeting with the reserved flag': connectWith(4, 0xc3, [text(''), text('a'), text('b')]),
  'a greeting with a will of QoS 3': connectWith(4, 0xde, [text(''), text('t'), text('p'), text('a'), text('b')]),
  'a greeting with a password and no user': connectWith(4, 0x42, [text(''), text('b')]),
  'a greeting without user and password': connectWith(4, 2, [text('a')]),
  'a greeting that is cut': connectWith(4, 0xc2, [text('')]),
  'a greeting with a NUL': connectWith(4, 0xc2, [text('a\0b'), text('a'), text('b')]),
  'a greeting that is no UTF-8': connectWith(4, 0xc2, [text(Buffer.from([0xff])), text('a'), text('b')]),
  'a greeting with a client id of 60 KB': connectWith(4, 0xc2, [text('c'.repeat(60_000)), text('a'), text('b')]),
  'a greeting with a secret of 60 KB': connectWith(4, 0xc2, [text(''), text('a'), text('b'.repeat(60_000))]),
  'a greeting that says it is empty': packet(0x10, [], [0]),
  'a length of five bytes': packet(0x10, [], [...endless, 0x7f]),
  'a length of 256 MB and nothing of it': packet(0x10, [], [0xff, 0xff, 0xff, 0x7f]),
  'a greeting with flags': packet(0x1f, text('MQTT')),
  'half of a greeting': connectPacket({ user: 'a', secret: 'b' }).subarray(0, 9),
  'a packet of type 0': packet(0),
  'a packet of type 15': packet(0xf0),
}

/** Packets that end the connection of a signed-in device; `topic` is its own. */
export const invalidPackets = (topic: string): Readonly<Record<string, Buffer>> => ({
  'a second greeting': connectPacket({ user: 'a', secret: 'b' }),
  'a message of QoS 3': publishPacket(topic, '{}', 6),
  'a message of QoS 2': publishPacket(topic, '{}', 4),
  'a message without a topic': publishPacket('', '{}'),
  'a message with a wildcard': publishPacket('recognition/read/#', '{}'),
  'a message with a NUL in its topic': publishPacket(`${topic}\0`, '{}'),
  'a message whose topic is no UTF-8': publishPacket(Buffer.from([0xff, 0xfe]), '{}'),
  'a message of number 0': publishPacket(topic, '{}', 2, 0),
  'a message of 66 KB': publishPacket(topic, 'x'.repeat(66_000)),
  'a message of 2 MB': publishPacket(topic, Buffer.alloc(2_000_000)),
  'a message that says it is 256 MB': packet(0x30, text(topic), [0xff, 0xff, 0xff, 0x7f]),
  'a topic longer than its packet': packet(0x30, [0xff, 0xff, 1]),
  'a subscription to nothing': packet(0x82, [0, 1]),
  'a subscription with flags': packet(0x80, Buffer.concat([Buffer.from([0, 1]), text('#'), Buffer.from([1])])),
  'a subscription of QoS 3': packet(0x82, Buffer.concat([Buffer.from([0, 1]), text('#'), Buffer.from([3])])),
  'an end of a subscription to nothing': packet(0xa2, [0, 1]),
  'a packet of type 0': packet(0, [0]),
  'a packet of type 15': packet(0xf0, [0]),
  'a length of five bytes': packet(0x30, [], [...endless, 0x7f]),
  'what only a server says': packet(0x20, [0, 0]),
  noise: Buffer.alloc(4_096, 0xa7),
})
