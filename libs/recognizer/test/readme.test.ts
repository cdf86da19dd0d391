import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { newDevice } from './recognizer.ts'
import { startDeviceServer } from './server.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

test('the example of the README sends a read and gets its acknowledgement', async () => {
  const device = newDevice()
  await using server = await startDeviceServer([device])
  const script = join(server.folder, 'read.mjs')
  writeFileSync(script, /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
  symlinkSync(packages, join(server.folder, 'node_modules'))
  const env = { STORE: device.storeId, DEVICE: device.deviceId, SECRET: device.secret, SERVER: server.nats }
  await using example = startProcess({ script, env })
  expect(await example.exited).toEqual({ code: 0, signal: null })
  expect(example.lines.map(({ msg }) => msg)).toEqual(['stored as 1'])
  expect(await server.stored()).toMatchObject([{ read: { carNumber: '12가3456', confidence: 0.97 } }])
})

test('the JSON examples of the README are valid', () => {
  for (const [, json = ''] of readme.matchAll(/`([{[]"[^`]*)`/g)) expect(() => JSON.parse(json), json).not.toThrow()
})
