import { setTimeout as wait } from 'node:timers/promises'
import { carriesBody, type Input, type Operation, type Result, route } from '@kingcar/contract'
import { type HistoriesOutcome, type MoneyWorld, runHistories } from '@kingcar/testing/money'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { type Failure, resultOf, type Success, send, signIn } from '../http.ts'
import { type JoinedMember, joinMember } from '../member.ts'
import { type Product, startProduct, withoutLimits } from '../product.ts'
import type { Log } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'
import { pointsHoldingLease, pointsWithoutLease } from './crash-points.ts'
import { wrongFigures } from './money-findings.ts'
import { openShop } from './shop.ts'

/*
 * Random histories of members, administrators, provider and clock against the whole product with two processes of the orders
 * service, while a third dies at one line after the other. Afterwards every won that the provider took has to be kept for a
 * granted product, returned, or listed as owed.
 */

type Options = {
  histories: number
  /** Histories that share a clock and faults, and are judged together. */
  batch: number
  seed: number
  /** Rounds of steps, after each of which the clock moves. */
  rounds?: number
  /** As in `openShop`. */
  endsLeases?: boolean
  /** The provider's API of new orders and cards. */
  api?: ProviderApi
}
export type ProviderApi = 'v1' | 'v2'

export type MoneyHistories = Omit<HistoriesOutcome, 'findings'> & {
  kills: number
  seconds: number
  findings: Record<string, string[]>
}

/** Lines at which a process dies, also those of renewals. */
const lines = [...pointsHoldingLease, ...pointsWithoutLease, 'orders.renewal.intended']

export async function moneyHistories(
  { histories, batch, seed, rounds = 4, endsLeases = false, api = 'v1' }: Options,
  log: Log,
): Promise<MoneyHistories> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  await using product = await startProduct({ ...withoutLimits, PAYMENT_SETTLE_SECONDS: '1', PORTONE_API: api })
  await using _second = await startSecondInstance(product, 'orders', {})
  await using shop = await openShop(product, { members: 0, endsLeases })
  const crashes = { kills: 0 }
  const world = await worldOf(product, shop, createRandom(seed), crashes)
  const sum: Omit<HistoriesOutcome, 'findings'> = {
    ...{ histories: 0, steps: 0, payments: 0, taken: 0, kept: 0, returned: 0, owed: 0, settledByHand: 0 },
    ...{ unexplained: 0, owedFound: 0, owedSettled: 0 },
  }
  const findings: string[] = []
  for (let own = seed; sum.histories < histories; own++) {
    const count = Math.min(batch, histories - sum.histories)
    const { findings: found, ...figures } = await runHistories(world, { seed: own, histories: count, rounds })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += figures[name]
    for (const each of found) {
      findings.push(
        `npm run faults -- money ${own} --only=histories --apis=${api} --histories=${count} --batch=${count}: ${each}`,
      )
      log(findings.at(-1) ?? '')
    }
    log(`${sum.histories} histories, ${sum.payments} payments, ${findings.length} findings (${seconds()} s)`)
  }
  return {
    ...sum,
    kills: crashes.kills,
    seconds: seconds(),
    findings: {
      'won without an explanation, or broken promises': findings,
      'figures that differ from a count of the rows': await wrongFigures(shop.sql),
    },
  }
}

async function worldOf(
  product: Product,
  shop: Awaited<ReturnType<typeof openShop>>,
  random: () => number,
  crashes: { kills: number },
): Promise<MoneyWorld> {
  const base = product.ready.http
  const { accessToken: adminToken } = await signIn(base, product.ready.email, product.ready.password)
  const members = new Map<string, JoinedMember>()
  const tokenOf = (by: { id: string } | 'admin' | 'anyone') => {
    if (by === 'admin') return adminToken
    return by === 'anyone' ? undefined : members.get(by.id)?.accessToken
  }
  let ahead = 0
  return {
    providerUrl: `${base}/dev/portone`,
    call: (op, input, by) => callOverHttp(base, op, input, tokenOf(by)),
    async join() {
      const member = await joinMember(base)
      members.set(member.id, member)
      return { id: member.id }
    },
    leave: async ({ id }) =>
      void (await resultOf(base, 'DELETE', '/api/me', { token: tokenOf({ id }), body: { confirm: true } })),
    async addProduct({ type, price }) {
      const body = { name: '손세차', type, price, ...(type === 'subscribe' && { useLimit: 4 }) }
      return (await resultOf<{ id: string }>(base, 'POST', '/admin/api/products', { token: adminToken, body })).id
    },
    async addStore() {
      const address = {
        address: '서울',
        latitude: 37.5,
        longitude: 127,
        phone: '02-1',
        businessHours: [],
        imageIds: [],
      }
      const body = { name: '강남점', ...address }
      return (await resultOf<{ id: string }>(base, 'POST', '/admin/api/stores', { token: adminToken, body })).id
    },
    deleteProduct: async (id, subscriptions) =>
      void (await resultOf(base, 'DELETE', `/admin/api/products/${id}?subscriptions=${subscriptions}`, {
        token: adminToken,
      })),
    now: () => new Date(Date.now() + ahead),
    async move(seconds) {
      await shop.move(seconds)
      ahead += seconds * 1_000
    },
    idle: () => shop.idle(),
    startCrashes: () => startCrashes(product, random, crashes),
  }
}

/** A code of the response as the `code` of an error; UNAVAILABLE where the client got none. */
class Refused extends Error {
  override name = 'Refused'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Milliseconds that a client waits, longer than any response takes unless a process died. */
const patience = 16_000

async function callOverHttp<O extends Operation>(
  base: string,
  op: O,
  input: Input<O>,
  token: string | undefined,
): Promise<Result<O>> {
  const { method, path, parameters } = route(op)
  const fields = Object.entries(input as Record<string, unknown>)
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Object(input)[name])))
  const others = fields.filter(([name]) => !parameters.includes(name))
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)]))
  const isInBody = carriesBody(op)
  const { status, body, text } = await send<Success<Result<O>> | Failure>(
    base,
    method,
    isInBody ? inPath : `${inPath}?${query}`,
    {
      token,
      signal: AbortSignal.timeout(patience),
      ...(isInBody && others.length > 0 && { body: Object.fromEntries(others) }),
    },
  ).catch(() => {
    throw new Refused('UNAVAILABLE')
  })
  if (status < 300 && body?.success) return body.result
  throw new Refused(body?.success === false ? body.error.code : `${status} ${text}`)
}

/** Kills a process at one line after the other, until it is disposed. */
function startCrashes(product: Product, random: () => number, crashes: { kills: number }): AsyncDisposable {
  const stopping = new AbortController()
  const kill = async () => {
    for (const line of shuffle(random, [...lines])) {
      if (stopping.signal.aborted) return
      await using doomed = await startSecondInstance(product, 'orders', { FAULT: `${line}:kill` })
      while (!doomed.dead && !stopping.signal.aborted) await wait(20)
      if (doomed.dead) crashes.kills += 1
    }
  }
  const killing = Promise.all([kill(), kill()])
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await killing
    },
  }
}
