import { codeFor, newNumber } from '../../member.ts'
import { type Client, newClient } from './client.ts'
import type { Probe, ProbeContext } from './probe.ts'

/*
 * Rate-limited attempts, each from its own address: passwords, join codes, SMS codes, and calls in general (contract
 * §2, §5, §11).
 */

const wrongLogins = async ({ target, attacker, admin }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  for (const [path, account] of [
    ['/api/login', attacker],
    ['/admin/api/login', admin],
  ] as const) {
    const client = newClient(target)
    const { email, password } = account
    const tried = await inTurn(12, () => client('POST', path, { body: { email, password: 'another password' } }))
    const [unknown] = await inTurn(1, () => client('POST', path, { body: { email: 'nobody@kingcar.test', password } }))
    const codes = tried.map(({ status, code }) => `${status} ${code}`)
    const wanted = [...Array<string>(10).fill('401 LOGIN_FAILED'), ...Array<string>(2).fill('429 RATE_LIMITED')]
    if (codes.join() !== wanted.join()) faults.push(`${path}: twelve wrong passwords got ${codes.join(', ')}`)
    if (unknown?.code !== 'LOGIN_FAILED') faults.push(`${path}: an unknown account got ${unknown?.code}`)
    const right = await client('POST', path, { body: { email, password } })
    if (right.status !== 429) faults.push(`${path}: the right password after ten wrong ones got ${right.status}`)
    const elsewhere = await newClient(target)('POST', path, { body: { email, password } })
    if (elsewhere.status !== 200)
      faults.push(`${path}: the right password from another address got ${elsewhere.status}`)
    const spoofed = await client('POST', path, {
      body: { email, password },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    if (spoofed.status !== 429) faults.push(`${path}: a forged address is trusted: ${spoofed.status}`)
  }
  return faults
}

const wrongJoinCodes = async ({ target }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const body = { email: 'nobody@kingcar.test', password: 'a long password', name: '김아무', joinCode: 'guess' }
  const statuses = (await inTurn(12, () => client('POST', '/admin/api/join', { body }))).map(({ status }) => status)
  const wanted = [...Array<number>(10).fill(403), 429, 429]
  return statuses.join() === wanted.join() ? [] : [`twelve wrong join codes got ${statuses.join(', ')}`]
}

const wrongOldPasswords = async ({ target, victim, victimAdmin }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const body = { currentPassword: 'another password', newPassword: 'yet another password' }
  for (const [method, path, token] of [
    ['POST', '/admin/api/me/password', victimAdmin.accessToken],
    ['PATCH', '/api/me', victim.accessToken],
  ] as const) {
    const client = newClient(target)
    const statuses = (await inTurn(12, () => client(method, path, { token, body }))).map(({ status }) => status)
    if (statuses.slice(0, 10).some((status) => status !== 400) || statuses.at(-1) !== 429)
      faults.push(`${path}: twelve wrong old passwords got ${statuses.join(', ')}`)
  }
  return faults
}

const codes = async ({ target }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const client = newClient(target)
  const phoneNumber = newNumber()
  const body = { provider: 'KINGCAR', phoneNumber }
  const first = await client('POST', '/api/phoneVerification', { body })
  if (first.status !== 200 || /\b\d{6}\b/.test(first.text)) faults.push(`requesting a code got ${first.text}`)
  const again = await client('POST', '/api/phoneVerification', { body })
  if (again.status !== 429) faults.push(`requesting a second code immediately got ${again.status}`)
  const code = await codeFor(target.http, phoneNumber)
  const wrong = code === '000000' ? '111111' : '000000'
  const tried = await inTurn(5, () =>
    client('POST', '/api/phoneVerification/check', { body: { ...body, code: wrong } }),
  )
  if (tried.some((each) => each.code !== 'CODE_INVALID'))
    faults.push(`wrong codes got ${tried.map((each) => each.code).join(', ')}`)
  const sixth = await client('POST', '/api/phoneVerification/check', { body: { ...body, code } })
  if (sixth.code !== 'TOO_MANY_ATTEMPTS')
    faults.push(`the right code after five wrong ones got ${sixth.status} ${sixth.code}`)
  return [...faults, ...(await anothersCode(target, client))]
}

/** A code is valid only for the number that it was sent to, and its proof works once. */
async function anothersCode(target: ProbeContext['target'], client: Client): Promise<string[]> {
  const [mine, others] = [newNumber(), newNumber()]
  for (const phoneNumber of [mine, others])
    await client('POST', '/api/phoneVerification', { body: { provider: 'KINGCAR', phoneNumber } })
  const code = await codeFor(target.http, mine)
  const check = (phoneNumber: string, provider: string) =>
    client('POST', '/api/phoneVerification/check', { body: { provider, phoneNumber, code } })
  const faults: string[] = []
  if ((await codeFor(target.http, others)) !== code && (await check(others, 'KINGCAR')).status === 200)
    faults.push('a code verifies another number')
  if ((await check(mine, 'KAKAO')).status === 200) faults.push('a code verifies for another provider')
  if ((await check(mine, 'KINGCAR')).status !== 200) faults.push('a right code is refused')
  if ((await check(mine, 'KINGCAR')).status === 200) faults.push('a code works twice')
  return faults
}

/** The second gateway accepts thirty calls per minute. */
const calls = async ({ target, limited, attacker, victim }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const client = newClient(target)
  const ask = (token?: string, headers = {}) =>
    client('GET', token === undefined ? '/api/stores' : '/api/cars', {
      base: limited.url,
      headers,
      ...(token && { token }),
    })
  const storm = async (token?: string) =>
    inTurn(limited.perMinute + 3, (nth) => ask(token, { 'x-forwarded-for': `203.0.113.${nth}` }))
  for (const [who, token] of [
    ['an address', undefined],
    ['a session', attacker.accessToken],
  ] as const) {
    const answers = await storm(token)
    const refused = answers.filter(({ status }) => status === 429)
    if (refused.length !== 3) faults.push(`of ${answers.length} calls of ${who}, ${refused.length} were over the limit`)
    if (refused.some(({ headers }) => !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')))
      faults.push('Retry-After is missing')
  }
  const other = await ask(victim.accessToken)
  if (other.status !== 200) faults.push(`another session is limited too: ${other.status}`)
  return faults
}

export async function inTurn<T>(times: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let nth = 0; nth < times; nth++) all.push(await work(nth))
  return all
}

export const limitProbes: readonly Probe[] = [
  { claim: 'passwords cannot be guessed', run: wrongLogins },
  { claim: 'join codes cannot be guessed', run: wrongJoinCodes },
  { claim: 'old passwords cannot be guessed', run: wrongOldPasswords },
  { claim: 'codes by SMS cannot be guessed', run: codes },
  { claim: 'calls are limited', run: calls },
]
