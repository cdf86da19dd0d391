import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { writeCertificate } from '../../../deploy/test/certificate.ts'
import { newDevice, startRecognizer } from './recognizer.ts'
import { startDeviceServer } from './server.ts'

// ASVS 12.3.2, 12.3.4
test('over TLS a server is trusted only by its authority', async () => {
  await using certificates = temporaryFolder()
  const tls = writeCertificate(certificates.path, 'localhost')
  const device = newDevice()
  await using server = await startDeviceServer([device], tls)
  for (const url of [server.nats, server.mqtt]) {
    const spool = join(server.folder, 'spool')
    {
      await using doubting = startRecognizer(device, spool, url, '--count', '1')
      await doubting.line(({ msg }) => msg.includes(': offline'))
      await doubting.stop()
      expect(doubting.output()).toContain('certificate')
    }
    await using recognizer = startRecognizer(device, spool, url, '--ca', tls.cert, '--count', '2')
    expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  }
  expect((await server.stored()).length).toBeGreaterThanOrEqual(4)
})
