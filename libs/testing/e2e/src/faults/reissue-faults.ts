import { type Reply, type Success, send, type Tokens } from '../http.ts'
import { type JoinedMember, joinMember } from '../member.ts'
import { type Product, startProduct } from '../product.ts'
import { type Log, scenario } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'

/*
 * Refresh token rotation under kill -9. At each step a process dies while it exchanges a token: before its commit, and
 * after its commit but before the response; and a response is lost. The client behaves like any client: it repeats the
 * same token until it gets a response. A 401 then would force a login.
 */

/** Lines of the member service at which it dies. */
const steps = ['member.reissue.beforeCommit', 'member.reissue.afterCommit'] as const
/** Concurrent processes that will die, each with a client that sends requests until then. */
const beside = 4

/** Clients that exchange one token at the same time. */
const racing = 50

export type Outcome = {
  kills: number
  lostAnswers: number
  races: number
  retries: number
  forcedLogins: number
  brokenPairs: number
}

/** @param size `rounds`: crashes at each step, and lost responses; `races`: races of fifty clients with one token */
export async function reissueFaults(
  product: Product,
  { rounds, races }: { rounds: number; races: number },
  log: Log,
): Promise<Outcome> {
  const base = product.ready.http
  const member = await joinMember(base)
  const outcome: Outcome = { kills: 0, lostAnswers: 0, races: 0, retries: 0, forcedLogins: 0, brokenPairs: 0 }
  const kills = Array.from({ length: rounds }, () => steps).flat()
  for (let at = 0; at < kills.length; at += beside) {
    const doomed = await Promise.all(
      kills.slice(at, at + beside).map((step) => startSecondInstance(product, 'member', { FAULT: `${step}:kill` })),
    )
    await Promise.all(doomed.map((one) => reissueUntil(base, member, () => one.dead, outcome)))
    await Promise.all(doomed.map((one) => one[Symbol.asyncDispose]()))
    outcome.kills += doomed.length
    log(`${outcome.kills} kills`)
  }
  for (let round = 0; round < rounds; round++) await loseAnswer(base, await login(base, member), outcome)
  log(`${rounds} answers lost`)
  let tokens = await login(base, member)
  for (; outcome.races < races; outcome.races += 1) tokens = await race(base, member, tokens, outcome)
  log(`${races} races`)
  return outcome
}

/** Repeats until there is a response: a process that dies may interrupt calls of others. */
async function answered<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503) return reply
  }
}

async function login(base: string, { email, password }: JoinedMember): Promise<Tokens> {
  const body = { email, password }
  const reply = await answered(() => send<Success<Tokens>>(base, 'POST', '/api/login', { body }))
  if (reply.status !== 200) throw new Error(`login returned ${reply.status} ${reply.text}`)
  return reply.body.result
}

/** Exchanges tokens, each session a few times, until the process that is to die has died. */
async function reissueUntil(base: string, member: JoinedMember, dead: () => boolean, outcome: Outcome): Promise<void> {
  while (!dead()) {
    let tokens: Tokens | undefined = await login(base, member)
    for (let times = 0; times < 4 && tokens; times++) tokens = await reissue(base, tokens, outcome)
    if (tokens) await expectUsable(base, tokens, outcome)
  }
}

/**
 * Repeats the same token until there is a response, like a client that got none. Undefined after a forced login.
 * @throws Error for an invalid response
 */
async function reissue(base: string, tokens: Tokens, outcome: Outcome): Promise<Tokens | undefined> {
  for (;;) {
    const reply = await send<Success<Tokens>>(base, 'POST', '/api/reissue', { body: pairOf(tokens) })
    if (reply.status === 200) return reply.body.result
    if (reply.status === 401) {
      outcome.forcedLogins += 1
      return undefined
    }
    if (reply.status !== 503) throw new Error(`reissue returned ${reply.status} ${reply.text}`)
    outcome.retries += 1
  }
}

/** All clients with the same token get the same valid pair. Returns it, or that of a new login. */
async function race(base: string, member: JoinedMember, tokens: Tokens, outcome: Outcome): Promise<Tokens> {
  const pairs = await Promise.all(Array.from({ length: racing }, () => reissue(base, tokens, outcome)))
  const [next] = pairs
  if (!next || new Set(pairs.map((pair) => pair && `${pair.accessToken} ${pair.refreshToken}`)).size > 1) {
    outcome.brokenPairs += 1
    return login(base, member)
  }
  await expectUsable(base, next, outcome)
  return next
}

const pairOf = ({ accessToken, refreshToken }: Tokens) => ({ accessToken, refreshToken })

async function expectUsable(base: string, { accessToken }: Tokens, outcome: Outcome): Promise<void> {
  const me = await answered(() => send(base, 'GET', '/api/me', { token: accessToken }))
  if (me.status !== 200) outcome.brokenPairs += 1
}

/** The client disconnects at a random time after its request, so the response is lost. */
async function loseAnswer(base: string, tokens: Tokens, outcome: Outcome): Promise<void> {
  const signal = AbortSignal.timeout(1 + (outcome.lostAnswers % 10))
  await send(base, 'POST', '/api/reissue', { body: pairOf(tokens), signal }).catch(() => undefined) // response received or not
  outcome.lostAnswers += 1
  const next = await reissue(base, tokens, outcome)
  if (next) await expectUsable(base, next, outcome)
}

export const reissueScenario = scenario({
  about:
    'refresh tokens exchanged while the process dies, a hundred times at each step, and by fifty clients at the same time',
  options: { rounds: 100, races: 1_000 },
  async run({ options, log }) {
    await using product = await startProduct()
    const figures = await reissueFaults(product, options, log)
    const claims = {
      'no client has to sign in again': figures.forcedLogins === 0,
      'every issued pair is valid': figures.brokenPairs === 0,
    }
    return [{ name: 'reissue', figures, claims }]
  },
})
