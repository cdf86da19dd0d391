import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Bus, Caller, Handlers } from '@kingcar/bus'
import {
  AppError,
  contract,
  type EventName,
  type EventOf,
  eventSubject,
  type Input,
  type Operation,
  type Result,
  type Store,
  served,
} from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import type { Process } from '@kingcar/runtime'
import { type Backend, callerOf, loadProgram, startBackend, testProcess, waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { assert, expect } from 'vitest'
import type { Options } from '../src/service.ts'
import { newNumber } from './new-number.ts'

export const { readMemberConfig, startMember } = await loadProgram('member')

const operations = contract.member

/** Both tokens of a session. */
export type Pair = Result<typeof operations.loginAdmin>

type AddedMember = { id: string; name: string; email: string; phoneNumber: string }

export type Member = AsyncDisposable & {
  backend: Backend
  /** Calls as the gateway does. */
  bus: Bus
  options: Options
  /** A caller from an address; signed in if an actor is given. */
  from(address: string, actor?: Actor | null): Caller
  /** Calls an operation; signed in if an actor is given. */
  call<O extends Operation>(op: O, input: Input<O>, extras?: Partial<Caller>): Promise<Result<O>>
  /** The ETag of a versioned response. */
  etag(op: Operation, input: object, extras?: Partial<Caller>): Promise<string | undefined>
  /** Inserts a new member with a session directly, for tests of what members do after joining. */
  addMember(over?: Partial<AddedMember> & { provider?: string }): Promise<AddedMember & { actor: Actor }>
  /** Publishes terms as the catalog service does, and waits until they are known. */
  addTerms(over?: Partial<EventOf<'catalog.termsChanged'>>): Promise<EventOf<'catalog.termsChanged'>>
  join(email: string, password: string, name?: string): Promise<Result<typeof operations.joinAdmin>>
  login(input: Input<typeof operations.loginAdmin>, address?: string): Promise<Pair>
  reissue(tokens: Pair): Promise<Pair>
  /** Waits until this many events of a name are published. @returns all of them */
  events(name: EventName, count: number): Promise<Record<string, unknown>[]>
  /** Stops the service; its backend keeps running. */
  stop(): Promise<void>
}

export const joinCode = 'open sesame'

/** Starts the service in the test's process on a backend of its own, with the log and the metrics of `process`. */
export async function startTestMember(over: Partial<Options> = {}, process: Process = testProcess()): Promise<Member> {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await startBackend('member'))
  const config = readMemberConfig({
    ...backend.environment('member'),
    JWT_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
    ADMIN_JOIN_CODE: joinCode,
    WEAK_PASSWORDS: 'reject',
  })
  const options: Options = Object.assign(config, over)
  const service = opened.use(await startMember(options, process))
  const bus = await backend.bus('gateway')
  const published: { subject: string; payload: Record<string, unknown> }[] = []
  for (const stream of ['EVENTS', 'REVOCATIONS'] as const)
    await bus.follow(stream, 'start', ({ subject, data }) => {
      published.push({ subject, payload: JSON.parse(Buffer.from(data).toString()) })
    })
  const from: Member['from'] = (address, actor = null) => callerOf({ actor, address })
  const { sql } = backend
  const held = opened.move()
  return {
    backend,
    bus,
    options,
    from,
    call: (op, input, extras) => bus.call(op, input, callerOf({ address: '203.0.113.1', ...extras })),
    etag: async (op, input, extras) =>
      (await bus.forward(op, JSON.stringify(input), callerOf({ address: '203.0.113.1', ...extras }))).etag,
    async addMember({ provider = 'KINGCAR', ...over } = {}) {
      const added = {
        id: randomUUID(),
        name: '홍길동',
        email: `${randomUUID()}@kingcar.test`,
        phoneNumber: newNumber(),
        ...over,
      }
      await sql`insert into member.members ${sql({
        id: added.id,
        provider,
        social_subject: provider === 'KINGCAR' ? null : randomUUID(),
        email: added.email,
        name: added.name,
        gender: 'Male',
        birth_date: '1990-01-01',
        phone_number: added.phoneNumber,
      })}`
      const sessionId = randomUUID()
      await sql`insert into member.sessions (id, role, account_id, issued_at, rotated_at, expires_at, created_at)
        values (${sessionId}, 'member', ${added.id}, now(), now(), now() + interval '30 days', now())`
      return { ...added, actor: { role: 'member', id: added.id, sessionId } }
    },
    async addTerms(over = {}) {
      const payload: EventOf<'catalog.termsChanged'> = Object.assign(
        {
          termsId: uuidv7(),
          type: 'TERMS_OF_USE',
          version: 1,
          title: '이용약관',
          required: true,
          effectiveAt: new Date(Date.now() - 60_000).toISOString(),
          removed: false,
          revision: 1,
        },
        over,
      )
      const catalog = await backend.bus('catalog')
      await catalog.publish([{ id: randomUUID(), subject: 'evt.catalog.termsChanged', payload }])
      const known = async () => (await sql`select revision from member.terms where id = ${payload.termsId}`)[0]
      await waitFor(async () => assert.deepEqual(await known(), { revision: payload.revision }))
      return payload
    },
    join: (email, password, name = '김관리') =>
      bus.call(operations.joinAdmin, { email, password, name, joinCode }, from('203.0.113.250')),
    login: (input, address = '203.0.113.1') => bus.call(operations.loginAdmin, input, from(address)),
    reissue: (tokens) => bus.call(operations.reissueAdmin, tokens, from('203.0.113.1')),
    async events(name, count) {
      const named = () =>
        published.filter(({ subject }) => subject === eventSubject(name)).map(({ payload }) => payload)
      await expect.poll(() => named().length).toBeGreaterThanOrEqual(count)
      return named()
    },
    stop: async () => service[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The same, started before all tests of a file or `describe` block and disposed afterwards. */
export const startBeforeAll = (over?: Partial<Options>, process?: Process): Member =>
  startedBeforeAll(() => startTestMember(over, process))

/** The claims of an access token, not verified. */
export const claimsOf = ({ accessToken }: Pair): { sid: string; sub: string; gen: number; iat: number; exp: number } =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())

export const actorOf = (tokens: Pair): Actor => {
  const { sub, sid } = claimsOf(tokens)
  return { role: 'admin', id: sub, sessionId: sid, adminRole: 'owner', storeIds: null }
}

const { getStore } = contract.catalog
const { getAttention } = served.catalog

const storeOf = ({ id, name }: { id: string; name: string }): Store => ({
  ...{ id, name, address: '서울', addressDetail: null, latitude: 37.5, longitude: 127, phone: '02-1' },
  ...{ businessHours: [], closedDates: [], imageIds: [], visible: true, open: true },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
})

/** Serves the operation of the catalog service that reads a store, with this one store. */
export const serveStore = (member: Member, id: string): Promise<void> => serveStores(member, [{ id, name: '강남점' }])

/** Serves these stores as the catalog would; `openSince` of all of them, null while they are closed. */
export async function serveStores(
  { backend }: Member,
  stores: readonly { id: string; name: string }[],
  openSince: () => string | null = () => null,
): Promise<void> {
  const answers: Handlers<null, { getStore: typeof getStore; getAttention: typeof getAttention }> = {
    getStore: async (_ctx, { id }) => {
      const found = stores.find((store) => store.id === id)
      if (!found) throw new AppError('STORE_NOT_FOUND')
      return { result: storeOf(found), version: 1 }
    },
    getAttention: async () => ({ items: [], stores: stores.map((store) => ({ ...store, openSince: openSince() })) }),
  }
  await (await backend.bus('catalog')).serve({ getStore, getAttention }, null, answers)
}

/** Waits until this many of the service's transactions wait for a lock. */
export const waiting = ({ backend: { sql } }: Member, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const rows = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length
    })
    .toBe(count)
