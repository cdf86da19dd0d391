import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Success, send, signIn } from '../src/http.ts'
import { codeFor, type JoinedMember, joinMember, newNumber, verifyPhone } from '../src/member.ts'
import { type Product, startProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/*
 * A value that is found nowhere else goes into every secret and personal field, by every route, well formed and not; then
 * nothing that any process wrote holds one of them. The processes log as much as they can.
 */

/** What is never to be seen, by what it is. */
const canaries = new Map<string, string>()
const canary = (what: string, text = `canary${randomBytes(9).toString('hex')}`): string => {
  canaries.set(what, text)
  return text
}

let product: Product
let base: string
let admin: string
beforeAll(async () => {
  product = await startProduct({
    LOG_LEVEL: 'trace',
    ADMIN_JOIN_CODE: canary('join code'),
    KAKAO_ADMIN_KEY: canary('key of Kakao'),
    SOLAPI_API_SECRET: canary('secret of Solapi'),
    NAVER_CLIENT_SECRET: canary('secret of Naver'),
  })
  base = product.ready.http
  admin = (await signIn(base, product.ready.email, product.ready.password)).accessToken
  canary('access token of an administrator', admin)
  canary('password of the demo', product.ready.password)
}, 120_000)
afterAll(() => product[Symbol.asyncDispose](), 30_000)

/** All that was written: the terminal, and every log file of services and servers. */
async function written(): Promise<string> {
  const folder = join(product.dataDir, 'logs')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
  // The last line is for the person who started it: it tells how to sign in.
  return [product.output().replace(/^ready .*$/m, ''), ...(await Promise.all(texts))].join('\n')
}

/** Of a number: as it is kept, as it is dialled, and as people write it. */
const spellings = (text: string) => (/^010\d{8}$/.test(text) ? [text, text.slice(1)] : [text])

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

/** Names of all fields that any body takes, so that each is sent with a canary to each route. */
function fieldsOf(node: unknown, into = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return into
  if ('properties' in node && typeof node.properties === 'object' && node.properties !== null)
    for (const name of Object.keys(node.properties)) into.add(name)
  for (const inner of Object.values(node)) fieldsOf(inner, into)
  return into
}

const send400 = (method: string, path: string, token: string | undefined, body: string, type = 'application/json') =>
  fetch(base + path, {
    method,
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === 'GET' ? {} : { body }),
  }).then((reply) => reply.text())

test('no log of any process holds a secret or what tells who somebody is', async () => {
  const answers: string[] = []
  const member = await joinWithCanaries()
  const { email, password, phoneNumber, accessToken: token } = member

  // What members do, right and wrong.
  const wrongPassword = canary('wrong password')
  const newPassword = canary('new password')
  await send(base, 'POST', '/api/login', { body: { email, password } })
  answers.push((await send(base, 'POST', '/api/login', { body: { email, password: wrongPassword } })).text)
  answers.push((await send(base, 'POST', '/api/login', { body: { email: wrongPassword, password } })).text)
  await send(base, 'PATCH', '/api/me', { token, body: { currentPassword: password, newPassword } })
  await send(base, 'PATCH', '/api/me', { token, body: { name: canary('new name', `새카나리${randomInt(1e6)}`) } })
  const verificationToken = canary('verification token', await verifyPhone(base, canary('other number', newNumber())))
  await send(base, 'POST', '/api/password/reset', { body: { verificationToken, newPassword } })
  for (const provider of ['GOOGLE', 'APPLE', 'KAKAO', 'NAVER']) {
    const body = { provider, socialToken: canary(`token of ${provider}`), nonce: canary(`nonce of ${provider}`) }
    answers.push((await send(base, 'POST', '/api/socialLogin', { body })).text)
  }

  // A car that is registered, driven in, and looked for.
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

  // Every field of every body, everywhere; bodies that are no JSON; tokens and queries that are wrong.
  const { paths, components } = (await send<Document>(base, 'GET', '/openapi.json')).body
  const everything = Object.fromEntries(
    [...fieldsOf([paths, components])].map((name) => [name, canary(`field ${name}`)]),
  )
  const text = JSON.stringify(everything)
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
      const address = path.replaceAll(/\{\w+\}/g, canary(`path ${path}`))
      const query = `?q=${canary(`query ${path}`)}&${canary(`query name ${path}`)}=1`
      for (const bearer of [admin, token, canary('bearer token')])
        answers.push(await send400(method, address, bearer, text))
      await send400(method, address + query, admin, text)
      answers.push(await send400(method, address, admin, text.slice(0, -5)))
      answers.push(await send400(method, address, admin, text, 'text/plain'))
    }
  }

  // Failures inside: the database dies while all of it is asked.
  const asked = Array.from({ length: 20 }, () =>
    send(base, 'POST', '/api/login', { body: { email, password: newPassword } }),
  )
  await product.kill('postgres')
  await Promise.allSettled(asked)
  const searched = () => send(base, 'GET', `/admin/api/members?q=${encodeURIComponent(member.name)}`, { token: admin })
  await expect.poll(async () => (await searched()).status, { timeout: 20_000 }).toBe(200)

  const log = await written()
  expect(log).toContain('"level":') // it is the log
  const leaked = (where: string) =>
    [...canaries].filter(([, text]) => spellings(text).some((each) => where.includes(each))).map(([what]) => what)
  expect(leaked(log)).toEqual([])
  // Answers to faults name fields, and nothing of what was in them.
  const told = answers.filter((answer) => answer.includes('"success":false')).join('\n')
  const names = new Set([...canaries.keys()].filter((what) => what.startsWith('query name')))
  expect(leaked(told).filter((what) => !names.has(what))).toEqual([])
}, 180_000)
