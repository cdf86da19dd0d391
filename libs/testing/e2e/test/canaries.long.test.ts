import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Order } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { allMessages, allRows } from '../src/dump-state.ts'
import { type Success, send, signIn } from '../src/http.ts'
import { codeFor, type JoinedMember, joinMember, newNumber, verifyPhone } from '../src/member.ts'
import { startCollector } from '../src/otlp-collector.ts'
import { startProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/*
 * A unique value goes into every secret and personal field, through every route, in valid and invalid requests.
 * Afterwards neither the output of any process nor the traces sent to the operator's collector contain one of them. The
 * processes log at their most verbose level.
 */

/** Values that must not appear, by what they are. */
const canaries = new Map<string, string>()
const canary = (what: string, text = `canary${randomBytes(9).toString('hex')}`): string => {
  canaries.set(what, text)
  return text
}

let base: string
let admin: string
const collector = startedBeforeAll(startCollector)
const product = startedBeforeAll(() =>
  startProduct({
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canary('key of the collector')}`,
    ADMIN_JOIN_CODE: canary('join code'),
    KAKAO_ADMIN_KEY: canary('key of Kakao'),
    SOLAPI_API_SECRET: canary('secret of Solapi'),
    SMTP_PASSWORD: canary('password of the mail server'),
    NAVER_CLIENT_SECRET: canary('secret of Naver'),
  }),
)
beforeAll(async () => {
  base = product.ready.http
  admin = (await signIn(base, product.ready.email, product.ready.password)).accessToken
  canary('access token of an administrator', admin)
  canary('password of the demo', product.ready.password)
})

/** Everything that was written: the terminal, every log file of services and servers, and the collector's input. */
async function written(): Promise<string> {
  const folder = join(product.dataDir, 'logs')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
  // Without the last line, which tells the person who started the product how to sign in.
  expect(new Set(collector.spans.map(({ service }) => service)).size).toBe(5)
  return [product.output().replace(/^ready .*$/m, ''), collector.bodies(), ...(await Promise.all(texts))].join('\n')
}

/** Spellings of a value. Of a phone: as dialled, and as stored. Of a card also: as printed, and as escaped bytes. */
function spellings(text: string): string[] {
  if (/^010\d{8}$/.test(text)) return [text, text.slice(1)]
  if (!/^\d{16}$/.test(text)) return [text]
  const groups = text.match(/\d{4}/g) ?? []
  return [text, groups.join('-'), groups.join(' '), Buffer.from(text).toString('hex')]
}

/** The canaries that a text contains. */
const leaked = (where: string) =>
  [...canaries].filter(([, text]) => spellings(text).some((each) => where.includes(each))).map(([what]) => what)

async function joinWithCanaries(): Promise<JoinedMember> {
  const joined = await joinMember(base, {
    email: canary('email', `canary-${randomBytes(9).toString('hex')}@kingcar.test`),
    password: canary('password'),
    phoneNumber: canary('phone number', newNumber()),
    name: canary('name', `카나리${randomInt(1e6)}`),
  })
  canary('access token', joined.accessToken)
  canary('refresh token', joined.refreshToken)
  canary('code of a phone', await codeFor(base, joined.phoneNumber))
  return joined
}

type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: { $ref?: string } }> } }>>
  components: { schemas: Record<string, unknown> }
}

/** Names of all fields that any body accepts, so that each is sent with a canary to each route. */
function fieldsOf(node: unknown, into = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return into
  if ('properties' in node && typeof node.properties === 'object' && node.properties !== null)
    for (const name of Object.keys(node.properties)) into.add(name)
  for (const inner of Object.values(node)) fieldsOf(inner, into)
  return into
}

const answerTo = (method: string, path: string, token: string | undefined, body: string, type = 'application/json') =>
  fetch(base + path, {
    method,
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === 'GET' ? {} : { body }),
  }).then((reply) => reply.text())

// ASVS 14.1.1, 14.2.4, 16.2.5
test('no log of any process contains a secret or personal data', async () => {
  const answers: string[] = []
  const member = await joinWithCanaries()
  const { email, password, phoneNumber, accessToken: token } = member

  // A member's requests, valid and invalid.
  const wrongPassword = canary('wrong password')
  const newPassword = canary('new password')
  await send(base, 'POST', '/api/login', { body: { email, password } })
  answers.push((await send(base, 'POST', '/api/login', { body: { email, password: wrongPassword } })).text)
  answers.push((await send(base, 'POST', '/api/login', { body: { email: wrongPassword, password } })).text)
  await send(base, 'PATCH', '/api/me', { token, body: { currentPassword: password, newPassword } })
  await send(base, 'PATCH', '/api/me', { token, body: { name: canary('new name', `새카나리${randomInt(1e6)}`) } })
  const verificationToken = canary('verification token', await verifyPhone(base, canary('other number', newNumber())))
  await send(base, 'POST', '/api/password/reset', { body: { email, verificationToken, newPassword } })
  for (const provider of ['GOOGLE', 'APPLE', 'KAKAO', 'NAVER']) {
    const body = { provider, socialToken: canary(`token of ${provider}`), nonce: canary(`nonce of ${provider}`) }
    answers.push((await send(base, 'POST', '/api/socialLogin', { body })).text)
  }

  // A car that is registered, driven in, and searched for.
  const [brand] = (await send<Success<{ id: string }[]>>(base, 'GET', '/api/carBrands')).body.result
  const carNumber = canary('plate', `8${randomInt(10, 100)}서${randomInt(1_000, 10_000)}`)
  await send(base, 'POST', '/api/cars', { token, body: { carNumber, carBrandId: brand?.id, model: '카니발' } })
  await using recognizer = await startRecognizer(product.ready)
  await recognizer.read(carNumber)
  await recognizer.read(canary('plate of nobody', `8${randomInt(10, 100)}저${randomInt(1_000, 10_000)}`))
  recognizer.connection.publish(
    `recognition.read.${recognizer.storeId}.${recognizer.deviceId}`,
    JSON.stringify({ carNumber: canary('plate of no valid read') }),
  )
  for (const q of [member.name, email, phoneNumber, carNumber])
    await send(base, 'GET', `/admin/api/members?q=${encodeURIComponent(q)}`, { token: admin })
  await send(base, 'GET', `/admin/api/visits?carNumber=${encodeURIComponent(carNumber)}`, { token: admin })

  // Every field of every body to every route; invalid JSON; invalid tokens and queries.
  const { paths, components } = (await send<Document>(base, 'GET', '/openapi.json')).body
  const everything = Object.fromEntries(
    [...fieldsOf([paths, components])].map((name) => [name, canary(`field ${name}`)]),
  )
  const text = JSON.stringify(everything)
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
      // The demo's removal takes no input; the test of cards needs its products.
      if (`${method} ${path}` === 'DELETE /admin/api/demo') continue
      const address = path.replaceAll(/\{\w+\}/g, canary(`path ${path}`))
      const query = `?q=${canary(`query ${path}`)}&${canary(`query name ${path}`)}=1`
      for (const bearer of [admin, token, canary('bearer token')])
        answers.push(await answerTo(method, address, bearer, text))
      await answerTo(method, address + query, admin, text)
      answers.push(await answerTo(method, address, admin, text.slice(0, -5)))
      answers.push(await answerTo(method, address, admin, text, 'text/plain'))
    }
  }

  // Internal errors: the database dies during these requests.
  const asked = Array.from({ length: 20 }, () =>
    send(base, 'POST', '/api/login', { body: { email, password: newPassword } }),
  )
  await product.kill('postgres')
  await Promise.allSettled(asked)
  const searched = () => send(base, 'GET', `/admin/api/members?q=${encodeURIComponent(member.name)}`, { token: admin })
  await expect.poll(async () => (await searched()).status).toBe(200)

  const log = await written()
  expect(log).toContain('"level":') // it is the log
  expect(leaked(log)).toEqual([])
  // Error responses name fields, without their values.
  const told = answers.filter((answer) => answer.includes('"success":false')).join('\n')
  const names = new Set([...canaries.keys()].filter((what) => what.startsWith('query name')))
  expect(leaked(told).filter((what) => !names.has(what))).toEqual([])
})

/** Numbers that are too short to be unique are recognised by their context. */
const traces = [/(?<![\w-])20[89]\d-1[0-2](?![\w-])/, /(?:passwordTwoDigits|pwd_2digit)\W{1,8}\d\d\b/i]
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** A card that does not exist, as a member types it. The simulator decides by the last digits of its number. */
function newCard(what: string, ending: string) {
  const number = canary(`number of a card that ${what}`, `9${digits(11)}${ending}`)
  return {
    cardNumber: (number.match(/\d{4}/g) ?? []).join('-'),
    expiry: `20${randomInt(80, 100)}-1${randomInt(3)}`,
    birth: canary(`birth with a card that ${what}`, digits(10)),
    passwordTwoDigits: digits(2),
  }
}
/** As members see it, and as the provider does. */
const maskOf = ({ cardNumber }: { cardNumber: string }) => `${cardNumber.slice(0, 4)}-****-****-${cardNumber.slice(-4)}`
const theirMaskOf = ({ cardNumber }: { cardNumber: string }) =>
  `${cardNumber.replaceAll('-', '').slice(0, 6)}******${cardNumber.slice(-4)}`

// ASVS 14.1.2
test('of a card only its key and masked number are kept, and of a refund account nothing: in no log, table, stream, response or ledger of the provider', async () => {
  const { id: memberId, accessToken: token } = await joinMember(base)
  const others = new Set(canaries.keys()) // these may be stored
  const answers: string[] = []
  const register = async (
    body: unknown,
    status: number,
    headers: Record<string, string> = {},
  ): Promise<{ id: string }> => {
    const reply = await send<Success<{ id: string }>>(base, 'POST', '/api/cards', { token, body, headers })
    answers.push(reply.text)
    expect([body, reply.status]).toEqual([body, status])
    return reply.body.result
  }

  const control = async <T>(name: string, body: object): Promise<T> => {
    const reply = await send<{ code: number; response: T }>(base, 'POST', `/dev/portone/control/${name}`, { body })
    expect([reply.status, reply.body.code]).toEqual([200, 0])
    return reply.body.response
  }

  // Accepted with a key, and repeated; declined at its payment; not registered; with a failing provider.
  const good = newCard('is good', '4242')
  for (let times = 0; times < 2; times++) await register(good, 201, { 'idempotency-key': 'good-card' })
  await register({ ...good, cardNumber: newCard('has the key of another', '1111').cardNumber }, 422, {
    'idempotency-key': 'good-card',
  })
  const declined = newCard('is declined', '0002')
  const { id: cardId } = await register(declined, 201)
  await register(newCard('is refused', '0069'), 402, { 'idempotency-key': 'refused-card' })
  for (const answer of ['error', 'garbage', 'drop']) {
    await control('misbehave', { path: '/subscribe/customers/*', method: 'POST', calls: 1, answer })
    await register(newCard(`meets ${answer}`, '4242'), 503, { 'idempotency-key': `card-and-${answer}` })
  }

  // Malformed.
  const { birth: _none, ...incomplete } = newCard('lacks a field', '4242')
  await register(incomplete, 400)
  const longer = newCard('is too long', '4242')
  await register({ ...longer, cardNumber: `${longer.cardNumber}-99999` }, 400)
  const confused = newCard('is a number', '4242')
  await register({ ...confused, cardNumber: Number(confused.cardNumber.replaceAll('-', '')) }, 400)
  const misnamed = newCard('has other names', '4242')
  await register({ card_number: misnamed.cardNumber, cards: [misnamed], ...misnamed }, 400)
  const torn = JSON.stringify(newCard('is torn', '4242'))
  answers.push(await answerTo('POST', '/api/cards', token, torn.slice(0, -3)))
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    answers.push(await answerTo('POST', '/api/cards', token, torn, type))

  // Keys issued in the provider's window: an adopted one is stored, since it is charged; no other.
  const customerUid = `window-${randomBytes(9).toString('hex')}`
  const window = newCard('was registered in the window', '4242')
  await control('cards', { customer_uid: customerUid, card_number: window.cardNumber })
  await register({ customerUid }, 201, { 'idempotency-key': 'card-of-the-window' })
  await register({ customerUid }, 402)
  await register({ customerUid: canary('key that was never issued') }, 402)
  await register({ customerUid: canary('key beside a card'), ...newCard('comes with a key', '4242') }, 400)

  // A declined charge, and notices of the order that contain a card, as JSON and as a form.
  const products = await send<Success<{ id: string }[]>>(base, 'GET', '/api/products')
  const ordered = { token, body: { productId: products.body.result[0]?.id } }
  const order = (await send<Success<{ id: string; merchantUid: string }>>(base, 'POST', '/api/orders', ordered)).body
  const payment = `/api/order/${order.result.id}/payment`
  const paid = await send(base, 'PATCH', payment, { token, body: { cardId } })
  expect(paid.status).toBe(402)
  const noticed = newCard('is in a notice', '4242')
  const notices = ['json', 'form'].map((as) => ({
    ...noticed,
    ...{ imp_uid: `imp_canary_${as}`, merchant_uid: order.result.merchantUid, status: 'paid' },
    ...{ card_number: noticed.cardNumber, customer_uid: canary(`key in a notice as ${as}`) },
  }))
  const form = new URLSearchParams(notices[1]).toString()
  answers.push(
    paid.text,
    await answerTo('POST', '/api/orders/webhook', undefined, JSON.stringify(notices[0])),
    await answerTo('POST', '/api/orders/webhook', undefined, form, 'application/x-www-form-urlencoded'),
  )

  // A refund to an account: invalid, refused by the provider, without a response, and done.
  const transferred = (await send<Success<Order>>(base, 'POST', '/api/orders', ordered)).body.result
  const vbank = { merchant_uid: transferred.merchantUid, amount: transferred.amount, pay_method: 'vbank' }
  const { imp_uid } = await control<{ imp_uid: string }>('pay', vbank)
  await control('deposit', { imp_uid })
  const stateOf = async () =>
    (await send<Success<Order>>(base, 'GET', `/api/orders/${transferred.id}`, { token })).body.result.state
  await expect.poll(stateOf).toBe('Completed')
  const newAccount = (what: string) => {
    const number = canary(`number of an account that ${what}`, `9${digits(13)}`)
    return { bank: '088', number, holder: canary(`holder of an account that ${what}`) }
  }
  const refunds: [what: string, status: number, answer?: string][] = [
    ['is invalid', 400],
    ['is refused', 409, 'refusal'],
    ['has no response', 503, 'drop'],
  ]
  for (const [what, status, answer] of refunds) {
    const refundAccount = { ...newAccount(what), ...(status === 400 && { bank: 'no bank' }) }
    if (answer) await control('misbehave', { path: '/payments/cancel', calls: null, work: false, answer })
    const headers = { 'idempotency-key': `refund-${status}` }
    const body = { refundAccount }
    const reply = await send(base, 'POST', `/api/orders/${transferred.id}/refund`, { token, body, headers })
    expect([what, reply.status]).toEqual([what, status])
    answers.push(reply.text)
    await control('behave', {})
  }
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('Refund')

  // In all other requests, where no card belongs.
  const astray = newCard('goes astray', '4242')
  const body = JSON.stringify({ ...astray, card: astray, customerUid: canary('key that goes astray') })
  const { paths } = (await send<Document>(base, 'GET', '/openapi.json')).body
  for (const [path, methods] of Object.entries(paths)) {
    const address = path.replaceAll(/\{\w+\}/g, astray.cardNumber.replaceAll('-', ''))
    for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
      for (const bearer of [admin, token, undefined]) answers.push(await answerTo(method, address, bearer, body))
      answers.push(await answerTo(method, `${address}?${new URLSearchParams(astray)}`, admin, body))
    }
  }

  const tables = await allRows(product)
  const messages = await allMessages(product)
  const books = await readFile(join(product.dataDir, 'portone.jsonl'), 'utf8')
  const log = await written()
  // Each place was really read: it has the values that may be there.
  expect(tables.get('orders.cards')).toContain(maskOf(good))
  for (const { imp_uid } of notices) expect(tables.get('orders.webhooks')).toContain(imp_uid)
  expect(tables.get('orders.ledger')).toContain('paymentFailed')
  expect(messages.get('EVENTS')).toContain(memberId)
  for (const card of [good, declined, window]) expect(books).toContain(theirMaskOf(card))
  expect(log).toContain('"level":')
  const places = new Map([
    ...tables,
    ...messages,
    ['the books', books],
    ['the log', log],
    ['answers', answers.join('\n')],
  ])
  const found = [...places].map(([place, text]) => {
    const whole = leaked(text).filter((what) => !others.has(what))
    const traced = traces.filter((trace) => trace.test(text)).map(String)
    return [place, ...whole, ...traced, ...(text.includes(customerUid) ? ['key that is kept'] : [])]
  })
  expect(new Map(found.filter(([, ...what]) => what.length > 0).map(([place, ...what]) => [place, what]))).toEqual(
    new Map([
      ['orders.cards', ['key that is kept']],
      ['the books', ['key that is kept']],
    ]),
  )
})
