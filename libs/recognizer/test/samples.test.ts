import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { writeCertificate } from '../../../deploy/test/certificate.ts'
import { newDevice } from './recognizer.ts'
import { findSample, findSamples, startSample, waitingIn } from './samples.ts'
import { startDeviceServer } from './server.ts'

/** The samples for makers, against a server only. `libs/testing/e2e/test/samples.long.test.ts` runs them against the product. */
const samples = await findSamples()

const time = '2026-05-04T09:30:00.000Z'
const refused = {
  fields: ['12가3456', '12가3456 0.9 x y', '서울 12 바 3456 0.9'],
  plate: [`${'가'.repeat(33)} 0.9`, '12"3456 0.9', '12\\3456 0.9', '12\u00073456 0.9', '12\u007f3456 0.9'],
  confidence: ['1.01', '-0.1', '97%', '.9', '0.', '1e-1', 'NaN', '0x1', '00.5'].map((text) => `12가3456 ${text}`),
  time: ['now', '2026-05-04', '2026-13-04T09:30:00Z', '2026-05-04T24:00:00Z', '2026-05-04T09:30:00+09:00'].map(
    (text) => `12가3456 0.9 ${text}`,
  ),
}
const taken = [
  ['12가3456', '0.97', ''],
  ['서울12바3456', '0', time],
  ['가'.repeat(32), '1', '2026-05-04T09:30:00Z'],
  ['임123456', '1.000', '2026-05-04T09:30:00.5Z'],
  ['01가2345', '0.92871093750000000', time],
] as const

test.concurrent.for(samples)(
  '$name: valid reads are sent once, and other lines are rejected with a reason',
  async (sample, { expect, skip }) => {
    if (sample.missing) skip(sample.missing)
    const credentials = newDevice()
    await using server = await startDeviceServer([credentials])
    const queue = join(server.folder, 'queue')
    await using running = await startSample(sample, { credentials, server: server.mqtt, queue })
    const wrong = Object.entries(refused).flatMap(([reason, lines]) => lines.map((line) => ({ reason, line })))
    running.feed('', ...wrong.map(({ line }) => line), '\t ', ...taken.map((fields) => `  ${fields.join('\t')} \r`))
    running.end()
    expect(await running.exited).toBe(0)
    const reasons: Record<string, RegExp> = {
      fields: /a line is a plate/,
      plate: /a plate is 1 to 32/,
      confidence: /a confidence is a number from 0 to 1/,
      time: /a time has the form/,
    }
    const said = running.output()
    for (const [at, { reason, line }] of wrong.entries())
      expect([line, said]).toEqual([
        line,
        expect.stringMatching(new RegExp(`line ${at + 2} rejected: ${reasons[reason]?.source}`)),
      ])
    expect(said.match(/ rejected: /g)).toHaveLength(wrong.length)
    expect(said).not.toMatch(/12가3456|서울/) // a plate is personal data
    const stored = await server.stored()
    expect(stored.map(({ subject }) => subject)).toEqual(
      taken.map(() => `recognition.read.${credentials.storeId}.${credentials.deviceId}`),
    )
    const reads = stored.map(({ read }) => read)
    expect(reads.map(({ carNumber, confidence }) => [carNumber, confidence])).toEqual(
      taken.map(([plate, confidence]) => [plate, Number(confidence)]),
    )
    for (const [at, [, , written]] of taken.entries()) {
      const { recognizedAt = '', readId } = reads[at] ?? {}
      if (written !== '') expect(recognizedAt).toBe(written)
      else expect(Math.abs(Date.parse(recognizedAt) - Date.now())).toBeLessThan(30_000)
      expect(recognizedAt).toMatch(/^[\d-]{10}T[\d:]{8}(\.\d+)?Z$/)
      expect(readId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(waitingIn(queue)).toEqual([])
  },
)

test.concurrent.for(samples)(
  '$name: with a wrong secret it reports the secret, exits and keeps the reads',
  async (sample, { expect, skip }) => {
    if (sample.missing) skip(sample.missing)
    const credentials = newDevice()
    await using server = await startDeviceServer([credentials])
    const queue = join(server.folder, 'queue')
    const wrong = { ...credentials, secret: '-wrong-secret' } // base64url may start with a hyphen
    await using running = await startSample(sample, { credentials: wrong, server: server.mqtt, queue })
    running.feed('12가3456 0.9')
    await running.says(/rejected, the secret may be wrong/)
    for (const command of commands()) expect(command).not.toContain(wrong.secret)
    expect(await running.exited).toBe(77)
    expect(running.output()).toMatch(/KINGCAR_SECRET is wrong: rejected 5 times; 1 reads are kept/)
    expect(running.output()).not.toContain(wrong.secret)
    expect(waitingIn(queue)).toHaveLength(1)
  },
)

/** The command lines of all processes of this machine, which every user can read. */
const commands = () =>
  globSync('/proc/[0-9]*/cmdline').map((file) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return '' // it has ended
    }
  })

test.concurrent.for(samples)(
  '$name: over TLS it trusts only the given authority, and sends the waiting reads first, in order',
  async (sample, { expect, skip }) => {
    if (sample.missing) skip(sample.missing)
    await using certificates = temporaryFolder()
    const tls = writeCertificate(certificates.path, 'localhost')
    const credentials = newDevice()
    await using server = await startDeviceServer([credentials], tls)
    const queue = join(server.folder, 'queue')
    await using doubting = await startSample(sample, { credentials, server: server.mqtt, queue })
    const plates = ['12가3456', '12나3456', '12다3456', '12라3456']
    doubting.feed(...plates.slice(0, 3).map((plate) => `${plate} 0.9`))
    await doubting.says(/disconnected: .*(certificate|TLS|SSL)/i)
    await expect.poll(() => waitingIn(queue)).toHaveLength(3)
    await doubting.kill()
    await using trusting = await startSample(sample, { credentials, server: server.mqtt, queue, ca: tls.cert })
    trusting.feed(`${plates[3]} 0.9`)
    trusting.end()
    expect(await trusting.exited).toBe(0)
    expect((await server.stored()).map(({ read }) => read.carNumber)).toEqual(plates)
  },
)

test.concurrent.for(samples)(
  '$name: a read with a PUBACK just before the connection was lost is sent again',
  async (sample, { expect, skip }) => {
    if (sample.missing) skip(sample.missing)
    await using folder = temporaryFolder()
    const messages: string[] = []
    const server = createServer((socket) => answer(socket, messages))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const queue = join(folder.path, 'queue')
    await using running = await startSample(sample, {
      credentials: newDevice(),
      server: `mqtt://127.0.0.1:${port}`,
      queue,
    })
    running.feed('12가3456 0.9')
    await expect.poll(() => messages.length).toBeGreaterThanOrEqual(2)
    expect(new Set(messages).size).toBe(1)
    expect(JSON.parse(messages[0] ?? '')).toMatchObject({ carNumber: '12가3456' })
    expect(waitingIn(queue)).toHaveLength(1)
    await running.kill()
    server.close()
    await once(server, 'close')
  },
)

/** A server that accepts a connection, acknowledges messages, and dies half a second later. */
function answer(socket: Socket, messages: string[]): void {
  socket.on('error', () => undefined) // the client may close first
  let pending = Buffer.alloc(0)
  socket.on('data', (data) => {
    pending = Buffer.concat([pending, data])
    for (let packet = nextPacket(pending); packet; packet = nextPacket(pending)) {
      pending = pending.subarray(packet.length)
      const { kind, body } = packet
      if (kind === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]))
      if (kind !== 0x32 && kind !== 0x3a) continue
      const topic = body.readUInt16BE(0)
      messages.push(
        body
          .subarray(topic + 4)
          .toString()
          .trim(),
      )
      socket.write(Buffer.concat([Buffer.from([0x40, 2]), body.subarray(topic + 2, topic + 4)]))
      setTimeout(() => socket.destroy(), 500)
    }
  })
}

function nextPacket(bytes: Buffer): { kind: number; body: Buffer; length: number } | undefined {
  let size = 0
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    size |= (byte & 127) << (7 * (at - 1))
    if (byte >= 128) continue
    const length = at + 1 + size
    return length <= bytes.length ? { kind: bytes[0] ?? 0, body: bytes.subarray(at + 1, length), length } : undefined
  }
  return undefined
}

test('a sample whose tools are missing is reported as not tried', async () => {
  vi.stubEnv('CC', '/nowhere/cc')
  expect((await findSample('C')).missing).toBe('The sample in C was not tried: there is no C compiler.')
  vi.stubEnv('PATH', '/nowhere')
  expect((await findSample('Python')).missing).toMatch(/^The sample in Python was not tried: there is no python3/)
  vi.unstubAllEnvs()
})
