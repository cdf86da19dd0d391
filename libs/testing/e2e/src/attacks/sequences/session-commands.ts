import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { Command, Model, SequenceContext, Session, Work as WorkOf } from './model.ts'
import { call, commandOf, expectSame, expectStatus, pick } from './model.ts'

type Role = 'member' | 'admin'
type Step = { role: Role; nth: number; age: number }
type Work = WorkOf<Step>
type Pair = Session['pairs'][number]

const otherThan = (role: Role): Role => (role === 'member' ? 'admin' : 'member')
const part = (role: Role) => (role === 'member' ? '/api' : '/admin/api')
const own = (role: Role) => (role === 'member' ? '/api/me' : '/admin/api/stores?size=1')
const sessionOf = (model: Model, { role, nth }: Step) => pick(model.sessions[role], nth)
const newest = ({ pairs }: Session) => pairs.at(-1) as Pair

const signIn: Work = async (model, real, { role }) => {
  const { email, password } = real.visitor[role]
  const reply = await call(real, 'POST', `${part(role)}/login`, { body: { email, password } })
  expectStatus(reply, 200, 'signing in')
  model.sessions[role].push({ pairs: [reply.result as Pair], alive: true })
  if (real.begun % 20 !== 1) return // failures are limited per address
  const wrong = await call(real, 'POST', `${part(otherThan(role))}/login`, { body: { email, password } })
  expectStatus(wrong, [401, 429], 'signing in with another role')
}

/** The newest token works for its own role while its session is alive, and not for the other role. */
const use: Work = async (model, real, step) => {
  const session = sessionOf(model, step)
  if (!session) return signIn(model, real, step)
  const { accessToken: token, refreshToken } = newest(session)
  const [ownStatus, othersStatus, kind] = session.alive ? [200, 403, 'an active'] : [401, 401, 'an ended']
  expectStatus(await call(real, 'GET', own(step.role), { token }), ownStatus, `${kind} session`)
  const others = await call(real, 'GET', own(otherThan(step.role)), { token })
  expectStatus(others, othersStatus, 'an operation of another role')
  expectStatus(await call(real, 'GET', own(step.role), { token: refreshToken }), 401, 'a refresh token as access token')
}

const reissue = (real: SequenceContext, role: Role, body: Pair) => call(real, 'POST', `${part(role)}/reissue`, { body })

/**
 * Milliseconds until gateways know that a session was ended by another caller's request, because they learn it by an
 * event.
 */
const heardWithin = 3_000

async function awaitEnd(real: SequenceContext, role: Role, token: string): Promise<void> {
  for (const until = performance.now() + heardWithin; performance.now() < until; await wait(20))
    if ((await call(real, 'GET', own(role), { token })).status === 401) return
}

/**
 * The newest pair gives a new one. The previous pair returns the same new one, for a while or until the new one is
 * used. An older pair ends the session.
 */
const renew: Work = async (model, real, step) => {
  const session = sessionOf(model, step)
  if (!session) return signIn(model, real, step)
  const { pairs } = session
  const age = Math.min(step.age, pairs.length - 1)
  const pair = pairs[pairs.length - 1 - age] as Pair
  const reply = await reissue(real, step.role, pair)
  if (!session.alive) return expectStatus(reply, 401, 'renewing an ended session')
  if (age > 1) {
    expectStatus(reply, 401, 'renewing with an old token')
    session.alive = false
    await awaitEnd(real, step.role, newest(session).accessToken)
    return use(model, real, step)
  }
  expectStatus(reply, 200, 'renewing')
  const issued = reply.result as Pair
  if (age === 1)
    return expectSame(issued.refreshToken, newest(session).refreshToken, 'the pair that was already issued')
  pairs.push(issued)
  await use(model, real, step)
}

/** A pair that was replaced twice ends its session. */
const reuse: Work = async (model, real, step) => {
  const session = sessionOf(model, step)
  if (!session?.alive) return signIn(model, real, step)
  while (session.pairs.length < 3) await renew(model, real, { ...step, age: 0 })
  await renew(model, real, { ...step, age: 2 })
}

/** Tokens of two sessions are not a valid pair, and a member's pair is not valid for administrators. */
const mix: Work = async (model, real, step) => {
  const session = sessionOf(model, step)
  const stranger = [...model.sessions.member, ...model.sessions.admin].find((each) => each !== session)
  if (!session?.alive || !stranger) return
  const { accessToken } = newest(stranger)
  const { refreshToken } = newest(session)
  expectStatus(await reissue(real, step.role, { accessToken, refreshToken }), 401, 'tokens of two sessions')
  expectStatus(await reissue(real, otherThan(step.role), newest(session)), 401, 'tokens of another role')
  const changed = `${refreshToken.slice(0, -2)}${refreshToken.endsWith('AA') ? 'BB' : 'AA'}`
  const modified = await reissue(real, step.role, { ...newest(session), refreshToken: changed })
  expectStatus(modified, 401, 'a modified refresh token')
  await use(model, real, step)
}

const signOut: Work = async (model, real, step) => {
  const session = sessionOf(model, step)
  if (!session?.alive) return
  const pair = newest(session)
  const left = await call(real, 'POST', `${part(step.role)}/logout`, { token: pair.accessToken, body: pair })
  expectStatus(left, 200, 'signing out')
  session.alive = false
  await use(model, real, step)
  expectStatus(await reissue(real, step.role, pair), 401, 'renewing after signing out')
}

const works = { signIn, use, renew, reuse, mix, signOut }

const steps: fc.Arbitrary<Step> = fc.record({
  role: fc.constantFrom<Role>('member', 'admin'),
  nth: fc.nat({ max: 10 }),
  age: fc.nat({ max: 3 }),
})

/** Sessions of a member and an administrator. */
export const sessionCommands: fc.Arbitrary<Command>[] = [
  ...Object.entries(works),
  ...Object.entries({ signIn, renew }),
].map(([name, work]) => commandOf(`session: ${name}`, work, steps))
