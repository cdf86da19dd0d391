import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Bus, Caller } from '@kingcar/bus'
import { contract, type Input, type Result } from '@kingcar/contract'
import { type Backend, startBackend, testProcess } from '@kingcar/testing'
import { expect } from 'vitest'
import { type Options, startMember } from '../src/service.ts'

const operations = contract.member

/** Both tokens of a session. */
export type Pair = Result<typeof operations.loginAdmin>

export type Member = AsyncDisposable & {
  backend: Backend
  /** Calls as the gateway does. */
  bus: Bus
  options: Options
  /** A caller from an address, signed in where an actor is given. */
  from(address: string, actor?: Actor): Caller
  join(email: string, password: string): Promise<Result<typeof operations.joinAdmin>>
  login(input: Input<typeof operations.loginAdmin>, address?: string): Promise<Pair>
  reissue(tokens: Pair): Promise<Pair>
  /** Waits until this many events of a name have been published, and gives them. */
  events(name: string, count: number): Promise<Record<string, unknown>[]>
  /** Stops the service; what it stands on stays. */
  stop(): Promise<void>
}

export const joinCode = 'open sesame'

/** The service on its own backend, running inside of the test. */
export async function startTestMember(over: Partial<Options> = {}): Promise<Member> {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await startBackend('member'))
  const options: Options = {
    ...backend.environment('member'),
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: 0,
    JWT_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    JWT_ISSUER: 'kingcar',
    ACCESS_TOKEN_SECONDS: 900,
    REFRESH_TOKEN_DAYS: 30,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    ADMIN_JOIN_CODE: joinCode,
    ...over,
  }
  const service = opened.use(await startMember(options, testProcess()))
  const bus = await backend.bus('gateway')
  const published: { subject: string; payload: Record<string, unknown> }[] = []
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    published.push({ subject, payload: JSON.parse(Buffer.from(data).toString()) })
  })
  const from: Member['from'] = (address, actor) => ({
    requestId: randomUUID(),
    actor: actor ?? null,
    deadline: Date.now() + 10_000,
    address,
  })
  const held = opened.move()
  return {
    backend,
    bus,
    options,
    from,
    join: (email, password) =>
      bus.call(operations.joinAdmin, { email, password, name: '김관리', joinCode }, from('203.0.113.250')),
    login: (input, address = '203.0.113.1') => bus.call(operations.loginAdmin, input, from(address)),
    reissue: (tokens) => bus.call(operations.reissueAdmin, tokens, from('203.0.113.1')),
    async events(name, count) {
      const named = () => published.filter(({ subject }) => subject === `evt.${name}`).map(({ payload }) => payload)
      await expect.poll(() => named().length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count)
      return named()
    },
    stop: async () => service[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The claims of an access token, unchecked. */
export const claimsOf = ({ accessToken }: Pair): { sid: string; sub: string; gen: number; iat: number; exp: number } =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())

export const actorOf = (tokens: Pair): Actor => {
  const { sub, sid } = claimsOf(tokens)
  return { role: 'admin', id: sub, sessionId: sid }
}

/** Until this many of the service's transactions wait for a lock. */
export const waiting = ({ backend: { sql } }: Member, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const rows = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length
    })
    .toBe(count)
