import { once } from 'node:events'
import { connect } from 'node:net'

type Publication = { port: number; username: string; password: string; topic: string; payload: string; qos: 0 | 1 }

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

/** MQTT's length of the rest: seven bits a byte, the lowest first. */
function packet(type: number, body: Buffer): Buffer {
  const length: number[] = []
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

/** Connects as an MQTT 3.1.1 client, publishes one message and disconnects. @throws when the server does not accept it */
export async function publishByMqtt({ port, username, password, topic, payload, qos }: Publication): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const answer = async (first: number) => {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    if (bytes[0] !== first || (first === 0x20 && bytes[3] !== 0))
      throw new Error(`MQTT answered ${bytes.toString('hex')}`)
  }
  const cleanSessionWithPassword = 0xc2
  const greeting = [
    text('MQTT'),
    Buffer.from([4, cleanSessionWithPassword, 0, 60]),
    text(''),
    text(username),
    text(password),
  ]
  socket.write(packet(0x10, Buffer.concat(greeting)))
  await answer(0x20)
  const number = qos === 0 ? Buffer.alloc(0) : Buffer.from([0, 1])
  socket.write(packet(0x30 | (qos << 1), Buffer.concat([text(topic), number, Buffer.from(payload)])))
  if (qos === 1) await answer(0x40)
  socket.end(packet(0xe0, Buffer.alloc(0)))
  await once(socket, 'close')
}
