import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { checkTypes, generateClient, installPackedClient, readmePrograms, runNode } from '../src/client-package.ts'
import { type Failure, type Reply, type Success, send, signIn, type Tokens } from '../src/http.ts'
import { codeFor, newNumber, requiredTerms, verifyPhone } from '../src/member.ts'
import { readOperations } from '../src/openapi-document.ts'
import { picture } from '../src/pictures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

let product: Product
let base: string
let recognizer: Recognizer
beforeAll(async () => {
  product = await sharedProduct()
  base = product.ready.http
  recognizer = await startRecognizer(product.ready)
})
afterAll(async () => {
  await recognizer[Symbol.asyncDispose]()
})

type Joined = Tokens & { member: { id: string; name: string; phoneNumber: string; termsToAgree: unknown[] } }
type Car = { id: string; carNumber: string; main: boolean }
type Event = { name: string; carNumber: string; visitCount: number }

const api = <T>(method: string, path: string, token?: string, body?: unknown): Promise<Reply<Success<T>>> =>
  send<Success<T>>(base, method, path, { token, body })
const codeOf = (reply: Reply<unknown>) => [reply.status, (reply.body as Failure).error.code]

/** The events that a wall screen shows. */
async function openScreen(): Promise<{ events: Event[]; close(): void }> {
  const { accessToken } = await signIn(base, product.ready.email, product.ready.password)
  const address = `${base.replace('http', 'ws')}/admin/api/live`
  const socket = new WebSocket(address, ['kingcar.live.v1', `bearer.${accessToken}`])
  const events: Event[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data)) as Event))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { events, close: () => socket.close() }
}

test('a member joins, drives in, is greeted, renames, signs in elsewhere, and leaves', async () => {
  const screen = await openScreen()
  const phoneNumber = newNumber()
  const email = `journey-${phoneNumber}@kingcar.test`
  const password = 'a password to remember'

  // The phone: a code by SMS; a wrong guess is refused, and the right code works once.
  const sent = await api<{ expiresAt: string; resendAfter: string }>('POST', '/api/phoneVerification', undefined, {
    provider: 'KINGCAR',
    phoneNumber,
  })
  expect(Date.parse(sent.body.result.expiresAt) - Date.parse(sent.body.result.resendAfter)).toBe(120_000)
  const code = await codeFor(base, phoneNumber)
  const check = (typed: string) =>
    api<{ verificationToken: string }>('POST', '/api/phoneVerification/check', undefined, {
      provider: 'KINGCAR',
      phoneNumber,
      code: typed,
    })
  expect(codeOf(await check(code === '000000' ? '111111' : '000000'))).toEqual([400, 'CODE_INVALID'])
  const { verificationToken } = (await check(code)).body.result

  // Joining, with all required terms.
  const form = {
    provider: 'KINGCAR',
    email,
    password,
    name: '이여정',
    gender: 'Female',
    birthDate: '1988-08-08',
    verificationToken,
  }
  expect(codeOf(await api('POST', '/api/join', undefined, { ...form, agreedTermsIds: [] }))).toEqual([
    400,
    'TERMS_NOT_AGREED',
  ])
  const agreedTermsIds = await requiredTerms(base)
  expect(agreedTermsIds).toHaveLength(3)
  const joined = await api<Joined>('POST', '/api/join', undefined, { ...form, agreedTermsIds })
  expect([joined.status, joined.body.result.member.termsToAgree]).toEqual([201, []])
  const { accessToken: token, refreshToken } = joined.body.result

  // A car, and a visit that greets its driver.
  const brands = await api<{ id: string; name: string; models: string[] }[]>('GET', '/api/carBrands')
  const brand = brands.body.result.find(({ name }) => name === '기아')
  const car = await api<Car>('POST', '/api/cars', token, {
    carNumber: '３４５나 ６７８９',
    carBrandId: brand?.id,
    model: brand?.models[0],
  })
  expect([car.status, car.body.result.carNumber, car.body.result.main]).toEqual([201, '345나6789', true])
  await expect
    .poll(() => greeted(screen.events, '345나6789', () => recognizer.read('345나6789')))
    .toMatch(/^이여정 \d+$/)

  // Another name, which the screen shows within a second.
  const renamed = await api<{ name: string }>('PATCH', '/api/me', token, { name: '이다름' })
  expect(renamed.body.result.name).toBe('이다름')
  await expect.poll(() => screen.events.at(-1)?.name, { timeout: 1_000, interval: 10 }).toBe('이다름')

  // Sessions: another one, a new pair, and one that ends.
  const other = (await api<Tokens>('POST', '/api/login', undefined, { email, password })).body.result
  const next = (await api<Tokens>('POST', '/api/reissue', undefined, { accessToken: token, refreshToken })).body.result
  expect((await api('POST', '/api/logout', other.accessToken, other)).body.result).toBeNull()
  expect(codeOf(await api('GET', '/api/me', other.accessToken))).toEqual([401, 'UNAUTHENTICATED'])
  expect((await api('GET', '/api/me', next.accessToken)).status).toBe(200)

  // Another code so soon is refused.
  await expectResend(phoneNumber)

  // Leaving: the session ends immediately, the name is removed from the screen, the plate is free.
  expect((await api('DELETE', '/api/me', next.accessToken)).body.result).toBeNull()
  expect(codeOf(await api('GET', '/api/me', next.accessToken))).toEqual([401, 'UNAUTHENTICATED'])
  expect(codeOf(await api('POST', '/api/login', undefined, { email, password }))).toEqual([401, 'LOGIN_FAILED'])
  await expect.poll(() => screen.events.at(-1)).toMatchObject({ carNumber: '345나6789', name: '방문객' })
  screen.close()
})

/**
 * The person whom the newest event of a plate greets, and the number of the visit; sends a read if there is none yet.
 */
async function greeted(events: Event[], plate: string, read: () => Promise<unknown>): Promise<string> {
  if (!events.some(({ carNumber }) => carNumber === plate)) await read()
  const event = events.findLast(({ carNumber }) => carNumber === plate)
  return event ? `${event.name} ${event.visitCount}` : ''
}

/** A second code within a minute is refused, with the seconds to wait. */
async function expectResend(phoneNumber: string): Promise<void> {
  const again = await api('POST', '/api/phoneVerification', undefined, { provider: 'KINGCAR', phoneNumber })
  expect(codeOf(again)).toEqual([429, 'RATE_LIMITED'])
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60)
}

test('the same number in another spelling is the same number', async () => {
  const phoneNumber = newNumber()
  const spelled = `+82 ${phoneNumber.slice(1, 3)}-${phoneNumber.slice(3, 7)}-${phoneNumber.slice(7)}`
  await verifyPhone(base, spelled)
  await expectResend(phoneNumber)
})

async function newFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'kingcar-member-app-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Writes the samples of the API reference to files next to an installed client; returns their names. */
async function writeSamples(folder: string): Promise<string[]> {
  const operations = await readOperations(base)
  return Promise.all(
    operations.map(async ({ id, samples: { TypeScript: sample } }) => {
      if (sample === undefined) throw new Error(`${id} has no sample in TypeScript`)
      await writeFile(join(folder, `${id}.sample.ts`), sample)
      return `${id}.sample.ts`
    }),
  )
}

/** Runs the samples that only need an administrator's token. */
async function runSamples(folder: string, token: string): Promise<void> {
  const names = ['listStores', 'listPublicStores', 'getVisitStatistics', 'exportMembers']
  const program = `await Promise.all(${JSON.stringify(names)}.map((name) => import('./' + name + '.sample.ts')))`
  await writeFile(join(folder, 'samples.ts'), program)
  await writeFile(join(folder, 'samples.env'), `API=${base}\nTOKEN=${token}\n`)
  const printed = await runNode(folder, '--env-file=samples.env', 'samples.ts')
  expect(printed).toContain('강남점')
}

test('the packed client is enough for the programs of its README', async () => {
  await using folder = await newFolder()
  const { path } = folder
  const files = await installPackedClient(path)
  expect(
    files.filter((file) => !/^(generated\/((operations|types)\/)?|http\/|model\/)?[a-z-]+\.(js|d\.ts)$/.test(file)),
  ).toEqual(['README.md', 'package.json'])
  const { 'walk.mjs': walk = '', 'live.mjs': live = '', 'receive.mjs': receive = '' } = await readmePrograms()
  await writeFile(join(path, 'walk.mjs'), walk)
  await writeFile(join(path, 'live.mjs'), live)
  await writeFile(join(path, 'receive.mjs'), receive)
  await writeFile(join(path, 'wrong.mjs'), walk.replace("'Female'", "'female'"))
  const samples = await writeSamples(path)
  await checkTypes(path, 'walk.mjs', 'live.mjs', 'receive.mjs', ...samples)
  await expect(checkTypes(path, 'wrong.mjs')).rejects.toThrow(/"Male"/)

  const printed = (await runNode(path, 'walk.mjs', base)).split('\n')
  expect(printed.map((line) => line.replace(/^.*: /, ''))).toEqual([
    'Completed, 1 product',
    'Refund',
    '409 ORDER_STATE_INVALID 주문 상태가 바뀌어 처리할 수 없어요.',
    '김민지 is signed in',
    '',
  ])
  const { email, password } = product.ready
  const { accessToken } = await signIn(base, email, password)
  await runSamples(path, accessToken)
  const found = await api<{ content: { memberName: string; state: string; amount: number; refundedAmount: number }[] }>(
    'GET',
    '/admin/api/orders?q=minji@example.com',
    accessToken,
  )
  const [order, ...others] = found.body.result.content
  expect(others).toEqual([])
  expect(order).toMatchObject({ memberName: '김민지', state: 'Refund', refundedAmount: order?.amount })

  const seen = runNode(path, 'live.mjs', base, email, password)
  let isOver = false
  const over = () => {
    isOver = true
  }
  seen.then(over, over)
  const readOnce = async () => {
    if (!isOver) await recognizer.read('68러1357')
    return isOver
  }
  await expect.poll(readOnce, { interval: 200 }).toBe(true)
  expect((await seen).split('\n')).toEqual(['open', expect.stringMatching(/^68러 \*\*57 김\*지 \d+$/), ''])
})

test('a client that a third-party generator makes from the document compiles and works', async () => {
  await using folder = await newFolder()
  const { path } = folder
  await generateClient(path, base)
  const { 'generated.ts': program = '' } = await readmePrograms()
  await writeFile(join(path, 'generated.ts'), program)
  await writeFile(join(path, 'store.jpg'), await picture('jpeg', 320, 200))
  await checkTypes(path, 'generated.ts')
  const printed = await runNode(path, 'generated.ts', base, product.ready.email, product.ready.password)
  expect(printed).toMatch(/^031-555-0101 CHANGED_SINCE\n판교점 of \d+\n$/)
  const stores = await api<{ name: string; phone: string; imageUrls: string[] }[]>('GET', '/api/stores?size=100')
  expect(JSON.stringify(stores.body.result)).toContain('031-555-0101')
})
