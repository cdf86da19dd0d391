import { expect, test } from 'vitest'
import { curlOf, curlOfFailedCall, recordFailedCall } from './failed-calls.ts'

const url = 'https://kingcar.test/admin/api/stores?q=%EA%B0%95%EB%82%A8'

test('a command has the whole request, but neither the token nor a secret', () => {
  const headers = { authorization: 'Bearer eyJ.secret', 'if-match': '"3"', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: "it's", newPassword: 'a long one', nested: { joinCode: 'kingcar' }, n: 1 })
  const command = curlOf(url, { method: 'POST', headers, body })
  expect(command).toContain(`curl -X POST '${url}'`)
  expect(command).toContain('-H "authorization: Bearer $TOKEN"')
  expect(command).toContain(`-H 'if-match: "3"'`)
  expect(command).not.toMatch(/eyJ|a long one|"kingcar"/)
  expect(command).toContain(`--data-raw '{"name":"it'\\''s","newPassword":"…","nested":{"joinCode":"…"},"n":1}'`)
})

test('a command has no bank account', () => {
  const refundAccount = { bank: '088', number: '110123456789', holder: '홍길동' }
  const command = curlOf(url, { method: 'POST', body: JSON.stringify({ amount: 1_000, refundAccount }) })
  expect(command).toContain(`--data-raw '{"amount":1000,"refundAccount":"…"}'`)
})

const responseOf = (status: number, id: string) =>
  Object.defineProperty(new Response(null, { status, headers: { 'x-request-id': id } }), 'url', { value: url })

test('failed calls are stored, the latest ones only, and successful calls are not', () => {
  recordFailedCall(responseOf(204, 'fine'), undefined)
  expect(curlOfFailedCall('fine')).toBeUndefined()
  for (let n = 0; n < 25; n += 1) recordFailedCall(responseOf(500, `failed-${n}`), undefined)
  expect(curlOfFailedCall('failed-4')).toBeUndefined()
  expect(curlOfFailedCall('failed-24')).toBe(`curl -X GET '${url}'`)
})
