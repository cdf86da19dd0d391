import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WebhookData as ContractData, WebhookEventType } from '@kingcar/contract'
import { startProcess, temporaryFolder } from '@kingcar/testing'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { verifyWebhook, type WebhookData, type WebhookEvent } from '../src/webhooks.ts'

const [secret, before, strange] = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`) as [
  string,
  string,
  string,
]
const body = JSON.stringify({
  type: 'visit.created',
  timestamp: '2026-11-21T05:32:05.000Z',
  data: { visitId: '0199a0c5-3c80-7000-8000-000000000001', carNumber: '68러 1357', storeName: '강남점' },
})

/** The signature of the Standard Webhooks specification. */
const signatureOf = (by: string, content: string) =>
  `v1,${createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
    .update(content)
    .digest('base64')}`

/** A request as the member service sends it. */
function signed({ by = [secret], id = 'e1', secondsAgo = 0, text = body } = {}) {
  const at = String(Math.floor(Date.now() / 1_000) - secondsAgo)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': by.map((each) => signatureOf(each, `${id}.${at}.${text}`)).join(' '),
  }
  return { headers, text }
}

const reasonOf = (verifying: Promise<unknown>) =>
  verifying.then(
    () => 'ok',
    (cause) => cause.reason ?? cause.name,
  )

describe('a request', () => {
  test('with a right signature is its event, whichever form its headers and body have', async () => {
    const { headers, text } = signed()
    const event = { id: 'e1', ...JSON.parse(body) }
    expect(await verifyWebhook(secret, headers, text)).toEqual(event)
    expect(await verifyWebhook([secret], new Headers(headers), Buffer.from(text))).toEqual(event)
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    expect(await verifyWebhook(secret, upper, new TextEncoder().encode(text))).toEqual(event)
  })

  test('is accepted with either secret of a rotation, on either side', async () => {
    const { headers, text } = signed({ by: [secret, before] })
    for (const known of [secret, before, [strange, before]])
      expect(await reasonOf(verifyWebhook(known, headers, text))).toBe('ok')
    const old = signed({ by: [before] })
    expect(await reasonOf(verifyWebhook([secret, before], old.headers, old.text))).toBe('ok')
    expect(await reasonOf(verifyWebhook(secret, old.headers, old.text))).toBe('signature')
  })

  test('is refused if id, time, body or signature is another', async () => {
    const { headers, text } = signed()
    const other = (changes: object, sent = text) => reasonOf(verifyWebhook(secret, { ...headers, ...changes }, sent))
    expect(await other({ 'webhook-id': 'e2' })).toBe('signature')
    expect(await other({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })).toBe('signature')
    expect(await other({}, text.replace('1357', '1358'))).toBe('signature')
    for (const wrong of ['v1,', 'v1a,AA==', `v1,${'A'.repeat(43)}=`, headers['webhook-signature'].replace('v1', 'v2')])
      expect(await other({ 'webhook-signature': wrong })).toBe('signature')
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(await other({ [name]: undefined })).toBe('headers')
    for (const at of ['', 'now', '1e9', '-5']) expect(await other({ 'webhook-timestamp': at })).toBe('headers')
  })

  test('is refused if it is more than five minutes old, or of the future', async () => {
    const at = (secondsAgo: number) => {
      const { headers, text } = signed({ secondsAgo })
      return reasonOf(verifyWebhook(secret, headers, text))
    }
    expect([await at(290), await at(-290)]).toEqual(['ok', 'ok'])
    expect([await at(302), await at(-302)]).toEqual(['timestamp', 'timestamp'])
  })

  test('is never verified by a secret that is missing', async () => {
    const { headers, text } = signed()
    for (const none of ['', 'whsec_', [secret, ''], secret.slice(6)])
      expect(await reasonOf(verifyWebhook(none, headers, text))).toBe('TypeError')
    expect(await reasonOf(verifyWebhook([], headers, text))).toBe('signature')
  })
})

test('each type has the data of the contract, and the type decides which', () => {
  expectTypeOf<keyof WebhookData>().toEqualTypeOf<WebhookEventType>()
  expectTypeOf<WebhookData['order.paid']>().toEqualTypeOf<ContractData<'order.paid'>>()
  expectTypeOf<WebhookData['visit.created']>().toEqualTypeOf<ContractData<'visit.created'>>()
  expectTypeOf<Extract<WebhookEvent, { type: 'member.left' }>['data']>().toEqualTypeOf<{ memberId: string }>()
  expectTypeOf<Extract<WebhookEvent, { type: 'webhook.test' }>['data']>().toEqualTypeOf<{ endpointId: string }>()
})

test("the partner's server of the README takes an event once, also when it is repeated, and refuses others", async () => {
  await using folder = temporaryFolder()
  const client = fileURLToPath(new URL('..', import.meta.url))
  const [, program = ''] =
    /^```js receive\.mjs\n([\s\S]*?)^```$/m.exec(readFileSync(join(client, 'README.md'), 'utf8')) ?? []
  const script = join(folder.path, 'receive.mjs')
  writeFileSync(script, program)
  mkdirSync(join(folder.path, 'node_modules/@kingcar'), { recursive: true })
  symlinkSync(client, join(folder.path, 'node_modules/@kingcar/client'))
  await using server = startProcess({ script, env: { PORT: '0', WEBHOOK_SECRETS: `${secret} ${before}` } })
  await expect.poll(() => server.output()).toMatch(/listening on \d+/)
  const [, port] = /listening on (\d+)/.exec(server.output()) ?? []
  const post = async ({ headers, text }: ReturnType<typeof signed>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status
  const socket = connect(Number(port), '127.0.0.1') // an upload that breaks off
  socket.write('POST / HTTP/1.1\r\nhost: partner\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy())
  await once(socket, 'close')
  expect(await post({ ...signed(), text: ' '.repeat(1_000_001) })).toBe(413)
  expect([await post(signed()), await post(signed()), await post(signed({ by: [strange] }))]).toEqual([204, 204, 400])
  await expect.poll(() => server.output()).toContain('webhook refused: signature')
  expect(server.output().match(/68러 1357 at 강남점/g)).toHaveLength(1)
})
