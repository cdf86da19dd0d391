import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { patiently, resultOf, type Success, send, type Tokens } from './http.ts'

/** A member app, as an outside developer would write it from the documents. */
export type JoinedMember = Tokens & { id: string; email: string; password: string; phoneNumber: string; name: string }
type Message = { to: string; text: string; sentAt: string }

export const newNumber = () => `010${String(randomInt(1e8)).padStart(8, '0')}`

/** The code of the newest message to a number, from the outbox that replaces an SMS provider. */
export async function codeFor(base: string, phoneNumber: string, since = 0): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const messages = await resultOf<Message[]>(base, 'GET', '/dev/outbox')
    const digits = phoneNumber.replaceAll(/\D/g, '').slice(-8)
    const message = messages.find(({ to, sentAt }) => to.endsWith(digits) && Date.parse(sentAt) >= since)
    const code = /\d{6}/.exec(message?.text ?? '')?.[0]
    if (code) return code
    await wait(50)
  }
  throw new Error('no code was sent')
}

/** After a 503 the code may have been sent all the same; then the next request is refused as too early. */
async function askForCode(base: string, body: object): Promise<void> {
  let mayBeSent = false
  const { status, text } = await patiently(async () => {
    const reply = await send(base, 'POST', '/api/phoneVerification', { body })
    mayBeSent ||= reply.status === 503
    return reply
  })
  const isSent = status < 300 || (mayBeSent && status === 429)
  if (!isSent) throw new Error(`requesting a code returned ${status} ${text}`)
}

/** Verifies a number: requests a code, reads it, and exchanges it for a verification token. */
export async function verifyPhone(base: string, phoneNumber: string, provider = 'KINGCAR'): Promise<string> {
  const since = Date.now() - 1_000 // the product's clock may differ
  await askForCode(base, { provider, phoneNumber })
  const body = { provider, phoneNumber, code: await codeFor(base, phoneNumber, since) }
  const path = '/api/phoneVerification/check'
  return (await resultOf<{ verificationToken: string }>(base, 'POST', path, { body })).verificationToken
}

/** Ids of the required terms in force. */
export async function requiredTerms(base: string): Promise<string[]> {
  const types = ['TERMS_OF_USE', 'PRIVACY_POLICY', 'LOCATION_BASED_SERVICE', 'MARKETING']
  const inForce = await Promise.all(
    types.map((type) => resultOf<{ id: string; required: boolean }[]>(base, 'GET', `/api/terms?termsType=${type}`)),
  )
  return inForce.flatMap((terms) => terms.filter(({ required }) => required).map(({ id }) => id))
}

/** Joins with email and password, phone verification included. */
export async function joinMember(base: string, over: Partial<JoinedMember> = {}): Promise<JoinedMember> {
  const person = {
    email: `${randomUUID()}@kingcar.test`,
    password: 'a long password',
    phoneNumber: newNumber(),
    name: '김회원',
    ...over,
  }
  const { email, password, phoneNumber, name } = person
  const verificationToken = await verifyPhone(base, phoneNumber)
  const form = {
    provider: 'KINGCAR',
    email,
    password,
    name,
    gender: 'Female',
    birthDate: '1990-05-06',
    verificationToken,
    agreedTermsIds: await requiredTerms(base),
  }
  const { accessToken, refreshToken, member } = await join(base, form)
  return { ...person, id: member.id, accessToken, refreshToken }
}

/** Members that join concurrently. */
const atOnce = 8

/** Lets several members join. */
export async function joinMembers(base: string, count: number): Promise<JoinedMember[]> {
  const members: JoinedMember[] = []
  while (members.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - members.length) }, () => joinMember(base))
    members.push(...(await Promise.all(some)))
  }
  return members
}

type Joined = Tokens & { member: { id: string } }

/** After a 503 the member may have joined all the same, immediately or a little later: then signing in works. */
async function join(base: string, form: { email: string; password: string }): Promise<Joined> {
  for (let mayHaveJoined = false; ; mayHaveJoined = true) {
    const reply = await send<Success<Joined>>(base, 'POST', '/api/join', { body: form })
    if (reply.status === 201) return reply.body.result
    const isAway = reply.status === 503
    const joined = isAway || mayHaveJoined ? await signInAs(base, form) : undefined
    if (joined) return joined
    if (!isAway) throw new Error(`/api/join returned ${reply.status} ${reply.text}`)
  }
}

/** Undefined if there is no such member. */
async function signInAs(base: string, form: { email: string; password: string }): Promise<Joined | undefined> {
  const { email, password } = form
  const signedIn = await patiently(() =>
    send<Success<Tokens>>(base, 'POST', '/api/login', { body: { email, password } }),
  )
  if (signedIn.status !== 200) return undefined
  const tokens = signedIn.body.result
  const { id } = await resultOf<{ id: string }>(base, 'GET', '/api/me', { token: tokens.accessToken })
  return { ...tokens, member: { id } }
}
