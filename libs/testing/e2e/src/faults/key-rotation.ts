import { migrate } from '@kingcar/db'
import { migrationsOf } from '@kingcar/deploy/migrations'
import { rotate, type Step } from '@kingcar/deploy/rotation'
import type { Secrets } from '@kingcar/deploy/secrets'
import { type ConnectionOptions, connect, NatsError } from 'nats'
import postgres from 'postgres'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { withoutLimits } from '../product.ts'
import { type Log, scenario } from '../scenario-runner.ts'
import { openBalancer, startClients } from './steady-clients.ts'
import { isRepeatable, update } from './topology.ts'

/*
 * Rotates every key that may exist twice in its three steps while clients are served, as deploy/OPERATING.md describes:
 * passwords of PostgreSQL and NATS, signing keys, the token secret and the idempotency secret. Processes are restarted
 * one after the other. No client may notice, except for calls while a nats-server restarts with its new passwords.
 */

const changed = ['jwt', 'tokenSecret', 'idempotencySecret', 'nats', 'databases']

type Outcome = { requests: number; failed: string[] }

/**
 * Rotates all keys under load.
 * @returns for each step the requests and the failed ones; and old passwords that are still valid at the end
 */
export async function rotateKeys(
  deployment: Deployment,
  perSecond: number,
  log: Log,
): Promise<{ outcomes: Record<string, Outcome>; stillGood: string[] }> {
  const { brokers, services, gateways, secrets } = deployment
  const outcomes: Record<string, Outcome> = {}
  using balancer = openBalancer(deployment)
  const under = async (name: string, work: () => Promise<void>) => {
    const clients = await startClients(deployment, balancer.next, perSecond)
    await work()
    await clients.stop()
    outcomes[name] = { requests: clients.requests, failed: clients.failed }
    log(`${name}: ${clients.requests} requests, ${clients.failed.length} failed`)
  }
  const restart = async (all: readonly Instance[]) => {
    for (const one of all) await update(one, brokers)
  }
  const { setup } = secrets.nats // used by the runner to look into streams
  const first = structuredClone(secrets)
  let all = { ...secrets }
  const step = (name: Step) => {
    all = changed.reduce((kept, key) => rotate(kept, key, name).secrets, all)
    Object.assign(secrets, all, { nats: { ...all.nats, setup } })
  }

  step('add')
  await under('both keys are known', () => restart([...gateways, ...services]))
  step('switch')
  await under('PostgreSQL expects the new passwords', async () =>
    migrate({ url: await deployment.databaseUrl(), services: migrationsOf(secrets), log: () => undefined }),
  )
  await under('the new keys sign', () => restart([...gateways, ...services]))
  await under('nats-servers expect the new passwords', () => restart(brokers))
  step('drop')
  await under('the old keys are removed', () => restart([...services, ...gateways]))
  return { outcomes, stillGood: await goodOf(first, deployment) }
}

/** Passwords that can sign in. */
async function goodOf({ nats, databases }: Secrets, { brokers, databaseUrl }: Deployment): Promise<string[]> {
  const users = Object.entries(nats).filter(([user]) => user !== 'setup' && user !== 'system')
  const servers = brokers.map(({ url }) => url)
  const url = new URL(await databaseUrl())
  const good = await Promise.all([
    ...users.map(async ([user, pass]) => (await signsInToNats({ servers, user, pass })) && `nats ${user}`),
    ...Object.entries(databases).map(async ([user, pass]) => {
      Object.assign(url, { username: user, password: pass })
      return (await signsInToPostgres(url.href)) && `postgres ${user}`
    }),
  ])
  return good.filter((each) => each !== false)
}

async function signsInToNats(options: ConnectionOptions): Promise<boolean> {
  try {
    await (await connect(options)).close()
    return true
  } catch (error) {
    if (error instanceof NatsError && error.isAuthError()) return false
    throw error
  }
}

async function signsInToPostgres(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1 })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '28P01') return false
    throw error
  } finally {
    await sql.end()
  }
}

/** While a nats-server stops, a request may fail in a way that `asksAgain` allows; nothing else may ever fail. */
export function wrongOf(outcomes: Record<string, Outcome>): string[] {
  return Object.entries(outcomes).flatMap(([name, { failed }]) =>
    failed
      .filter((each) => !(name.startsWith('nats-servers') && isRepeatable.test(each)))
      .map((each) => `${name}: ${each}`),
  )
}

export const keysScenario = scenario({
  about:
    'keys and passwords are rotated under load, with two valid at a time, in a deployment of two of each and three brokers',
  options: { requests: 50 },
  async run({ options: { requests }, log }) {
    await using deployment = await openDeployment({ brokers: 3, environment: withoutLimits, withoutProxies: true })
    const { outcomes, stillGood } = await rotateKeys(deployment, requests, log)
    const wrong = wrongOf(outcomes)
    const figures = Object.fromEntries(
      Object.entries(outcomes).map(([name, { requests: asked, failed }]) => [
        name,
        { requests: asked, failed: failed.length },
      ]),
    )
    return [
      {
        name: 'changed keys',
        figures,
        claims: {
          [`no request fails, except repeatable ones while a nats-server stops: ${wrong.length}`]: wrong.length === 0,
          [`no old password is still valid: ${stillGood.length}`]: stillGood.length === 0,
        },
        cases: [...wrong, ...stillGood],
      },
    ]
  },
})
