import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { joinAdministrator, resultOf, type Tokens } from '../../http.ts'
import { joinMember } from '../../member.ts'
import { formOf } from '../../pictures.ts'
import { remember, rememberAnswer } from '../known-secrets.ts'
import { tinyPicture } from './multipart.ts'

export type Account = Tokens & { id: string; name: string; email: string; password: string }
export type Member = Account & { phoneNumber: string }

/** Random syllables, so that the name, model or plate is unique. */
const someName = () => String.fromCodePoint(...Array.from({ length: 8 }, () => 0xac00 + randomInt(11_000)))

/** A call that must succeed, after retries on a busy machine; returns its result. */
export async function callUntilDone<T>(
  base: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  // a call that was done although its response was 503 must not be done again
  const headers: Record<string, string> = token === undefined ? {} : { 'idempotency-key': randomUUID() }
  const result = await resultOf<T>(base, method, path, { token, body, headers })
  rememberAnswer(JSON.stringify(result))
  return result
}

/** Creates an object; returns its id. */
export const create = async (base: string, token: string, path: string, body: object): Promise<string> =>
  (await callUntilDone<{ id: string }>(base, token, 'POST', path, body)).id

export async function joinAdmin(base: string): Promise<Account> {
  const person = { password: `${randomUUID()}!`, name: someName() }
  const { id, email } = await joinAdministrator(base, person)
  const { password } = person
  remember(email, password)
  const tokens = await callUntilDone<Tokens>(base, undefined, 'POST', '/admin/api/login', { email, password })
  return { ...person, email, id, ...tokens }
}

export async function joinNewMember(base: string): Promise<Member> {
  for (let tries = 1; ; tries++) {
    const own = { email: `${randomUUID()}@member.test`, password: `${randomUUID()}!`, name: someName() }
    try {
      const joined = await joinMember(base, own)
      remember(own.email, own.password, joined.accessToken, joined.refreshToken)
      return joined
    } catch (cause) {
      if (tries === 5) throw cause // the member service may not have received new terms yet
      await wait(500)
    }
  }
}

export const upload = async (base: string, token: string): Promise<string> => {
  const body = formOf(['image', tinyPicture, 'a.png', 'image/png'])
  return (await resultOf<{ id: string }>(base, 'POST', '/api/images', { token, body })).id
}

let plates = randomInt(1_000)
/** A unique plate. */
export const newPlate = (): string => {
  plates += 1
  return `${100 + Math.floor(plates / 9_000)}${'보소오조구누두루무부'[plates % 10]}${1_000 + (plates % 9_000)}`
}
