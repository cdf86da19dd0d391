import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { contract, isPublished, type Operation, rolesFor } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { AppError, type EdgeDevice, startEdge } from './edge.ts'

/*
 * Parses the curl samples of the served API reference with a shell and sends them to the gateway. Their ids do not exist,
 * so a test only checks that the gateway accepts the call.
 */

type Sample = { lang: string; source: string }
type Document = { paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': Sample[] }>> }

const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service).filter(isPublished))
/** Placeholder that is replaced by the token of the operation's role. */
const anybody = 'token-of-anybody'

let device: EdgeDevice
let calls: Map<string, string[]>
const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  // their default results name no image that exists
  for (const name of ['getImage', 'getPlateImage']) edge.failures.set(name, new AppError('UNAVAILABLE'))
  device = await edge.device()
  const { paths } = (await (await edge.get('/openapi.json')).json()) as Document
  const described = Object.values(paths).flatMap((path) => Object.values(path))
  const samples = described.map((each) => each['x-codeSamples'].filter(({ lang }) => lang === 'Shell'))
  const words = wordsOf(samples.map(([sample]) => sample?.source ?? ''))
  calls = new Map(described.map(({ operationId }, at) => [operationId, words[at] ?? []]))
})

/** The arguments that a shell passes to curl for each command. */
function wordsOf(commands: readonly string[]): string[][] {
  const script = `set -eu\ncurl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${commands.join('\n')}`
  const { PATH } = process.env
  const env = {
    PATH,
    API: edge.url,
    TOKEN: anybody,
    DEVICE: device.id,
    SECRET: device.secret,
    AUTHORIZATION: 'KakaoAK 1',
    WEBHOOK_ID: 'msg_1',
    WEBHOOK_TIMESTAMP: '1700000000',
    WEBHOOK_SIGNATURE: 'v1,sample',
  }
  const written = execFileSync('sh', { input: script, env, encoding: 'utf8' })
  const all = written.split('\u0001\0').map((call) => call.split('\0').slice(0, -1))
  return all.slice(0, -1)
}

type Call = { method: string; url: string; headers: Record<string, string>; body: string | FormData | undefined }

/** The request that curl would send for these arguments. */
function requestOf(words: readonly string[], token: string): Call {
  const [url = '', ...options] = words
  const headers: Record<string, string> = {}
  const form = new FormData()
  let method: string | undefined
  let body: string | undefined
  const given = options.values()
  for (const option of given) {
    if (option === '-i' || option === '--no-buffer' || option === '--http1.1') continue
    const value = given.next().value ?? ''
    if (option === '-X') method = value
    else if (option === '-H') {
      const [, name = '', text = ''] = /^([\w-]+): (.+)$/.exec(value) ?? []
      headers[name.toLowerCase()] = text.replace(anybody, token)
    } else if (option === '-d') body = value
    else if (option === '-u') headers.authorization = `Basic ${btoa(value)}`
    else if (option === '-F') addPart(form, value)
    else if (option !== '-o') throw new Error(`curl is given ${option}`)
  }
  const parts = [...form.keys()].length > 0 ? form : undefined
  return { method: method ?? ((body ?? parts) ? 'POST' : 'GET'), url, headers, body: body ?? parts }
}

/** The files of vendors' events, which the gateway translates. */
const events: Record<string, string> = {
  json: '{"hook":{"event":"recognition"},"data":{"results":[]}}',
  anpr: '<EventNotificationAlert><eventType>videoloss</eventType></EventNotificationAlert>',
}

function addPart(form: FormData, text: string): void {
  const [, name = '', kind = ''] = /^(\w+)=([@<])\S+$/.exec(text) ?? []
  form.append(name, kind === '@' ? new File(['picture'], 'picture.jpg') : (events[name] ?? '{}'))
}

async function statusOf({ url, ...init }: Call): Promise<number> {
  if (init.headers.upgrade === undefined) return (await fetch(url, { ...init, body: init.body ?? null })).status
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: init.headers })
    sent.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    sent.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    sent.on('error', reject).end()
  })
}

test.each(operations.map((op): [string, Operation] => [op.name, op]))(
  'the curl sample of %s is accepted',
  async (name, op) => {
    const [role] = rolesFor[op.access]
    const call = requestOf(calls.get(name) ?? [], role === undefined ? '' : edge.token({ role, aud: role }))
    expect(`${call.method} `).toBe(op.http.slice(0, call.method.length + 1))
    const status = await statusOf(call)
    // 503: the gateway accepted and forwarded the call, and no service runs.
    expect([op.response === 'live' ? 101 : (op.status ?? 200), 503]).toContain(status)
  },
)
