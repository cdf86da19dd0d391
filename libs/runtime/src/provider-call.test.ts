import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callProvider, parseJson } from './provider-call.ts'

test.each<[string, unknown]>([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[12345678901234567890,-9007199254740993]', ['12345678901234567890', '-9007199254740993']],
  ['{"id":9007199254740991,"n":-5}', { id: 9007199254740991, n: -5 }],
  ['[0.97,1e300,-5E3]', ['0.97', '1e300', -5000]],
  ['{"text":"12345678901234567890"}', { text: '12345678901234567890' }],
  ['{', undefined],
  ['', undefined],
])('%s is %j', (text, value) => expect(parseJson(text)).toEqual(value))

test('text without such numbers parses as in JSON.parse', () => {
  const isSafe = (value: unknown): boolean =>
    typeof value === 'object'
      ? Object.values(value ?? {}).every(isSafe)
      : typeof value !== 'number' || Number.isSafeInteger(value)
  const values = fc.jsonValue().filter(isSafe)
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

/** Calls a provider that answers so. @returns what came of it, and the paths that it was asked for */
async function call(answer: RequestListener, deadline = 10_000, longest?: number) {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/asked`
  const [outcome] = await Promise.allSettled([callProvider(url, {}, deadline, longest)])
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  return { outcome, paths }
}

// ASVS 13.2.5, 15.3.2
test.each([301, 302, 303, 307, 308])(
  'a redirection (%i) is returned as the response and not followed',
  async (status) => {
    const { outcome, paths } = await call((_request, response) =>
      response.writeHead(status, { location: '/else' }).end(),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status } })
    expect(paths).toEqual(['/asked'])
  },
)

test('a response that is too large or late fails', async () => {
  const long = await call((_request, response) => response.end('x'.repeat(65)), 10_000, 64)
  expect(long.outcome).toMatchObject({
    status: 'rejected',
    reason: new Error('the response of the provider is too large'),
  })
  const late = await call(() => {}, 50)
  expect(late.outcome).toMatchObject({ status: 'rejected', reason: new Error('no response within 50 ms') })
})
