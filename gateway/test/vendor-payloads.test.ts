import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeEach, expect, test } from 'vitest'
import { type EdgeDevice, startEdge } from './edge.ts'

/*
 * Sends every message of `libs/recognizer/payloads` as its vendor would. The table of MAKERS.md says what becomes of each: it
 * is the list of these tests.
 */
const folder = fileURLToPath(new URL('../../libs/recognizer', import.meta.url))
const row = /^\| \[(\S+)\]\(payloads\/\1\) \| .+ \| (?:a read of (\S+)|ignored) \|$/gm
const cases = [...readFileSync(join(folder, 'MAKERS.md'), 'utf8').matchAll(row)].map(
  ([, file = '', plate]) => [file, plate] as const,
)
/** Vendors whose products send pictures, in a multipart body with the event in this field. */
const fields: Record<string, string> = { plateRecognizer: 'json', hikvision: 'anpr.xml' }

const edge = startedBeforeAll(startEdge)
let device: EdgeDevice
beforeEach(async () => {
  device = await edge.device()
})

test('the table has each file once', () => {
  const files = globSync('*/*', { cwd: join(folder, 'payloads') })
  expect(cases).toHaveLength(files.length)
  expect(new Set(cases.map(([file]) => file))).toEqual(new Set(files))
})

test.each(cases)('%s is as the table says: %s', async (file, plate) => {
  const vendor = dirname(file)
  const content = readFileSync(join(folder, 'payloads', file))
  const type = file.endsWith('.xml') ? 'application/xml' : 'application/json'
  const send = (body: Buffer | FormData, headers = {}) =>
    fetch(`${edge.url}/api/recognition/adapters/${vendor}/${device.id}`, {
      method: 'POST',
      headers: { ...device.headers, ...headers },
      body,
    })
  expect((await send(content, { 'content-type': type })).status).toBe(200)
  const field = fields[vendor]
  if (field !== undefined) {
    const form = new FormData()
    form.set(field, new Blob([content], { type }), basename(file))
    expect((await send(form)).status).toBe(200)
  }
  const own = (await edge.reads()).filter(({ subject }) => subject.endsWith(device.id))
  expect(new Set(own.map(({ read }) => read.readId)).size).toBe(plate === undefined ? 0 : 1)
  expect(new Set(own.map(({ read }) => read.carNumber))).toEqual(new Set(plate === undefined ? [] : [plate]))
})
