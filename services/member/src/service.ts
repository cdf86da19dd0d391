import { availableParallelism } from 'node:os'
import { type Bus, everyScreenSeen, openBus } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { type Process, startBackgroundJob } from '@kingcar/runtime'
import { prepareAdmins } from './admin/admins.ts'
import { prepareBrands, prepareCars } from './car/cars.ts'
import { type Config, refusesEasyPasswords } from './config.ts'
import type { Ctx } from './context.ts'
import { handlers } from './handlers.ts'
import { createKeyedHash } from './keyed-hash.ts'
import { prepareMembers } from './member/members.ts'
import { createMetrics, exposeWaiting } from './metrics.ts'
import { onAudited } from './on/audited.ts'
import { onImageRemoved } from './on/image-removed.ts'
import { onImageStored } from './on/image-stored.ts'
import { onOrdersChanged } from './on/orders-changed.ts'
import { onScreenSeen } from './on/screen-seen.ts'
import { onSessionUsed } from './on/session-used.ts'
import { onTermsChanged } from './on/terms-changed.ts'
import { onUserProductsChanged } from './on/user-products-changed.ts'
import { assertHardToGuess } from './password/guessable.ts'
import { createPasswords } from './passwords.ts'
import { createSealer } from './sealer.ts'
import { createTokenIssuer } from './session/tokens.ts'
import { openSms } from './sms/open.ts'
import { smsProviderOf } from './sms/sms.ts'
import { createSocial } from './social/providers.ts'
import { resealGrants } from './social/reseal.ts'
import { sweep } from './sweep.ts'
import { openTasks } from './task/tasks.ts'
import { createWorkers } from './task/workers.ts'

/** Milliseconds between two rounds of what bounds the tables. */
const sweepEvery = 10 * 60_000

export type Options = Config & {
  /** The clock; tests bring their own. */
  now?: () => Date
}

/** Opens what the service needs, serves its operations and consumes its events, until it is disposed. */
export async function startMember(options: Options, { log, health, stop }: Process): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const passwords = createPasswords(availableParallelism()) // its first hash is computed while others are waited for
  const bus = opened.use(
    await openBus({
      url: options.NATS_URL,
      user: options.NATS_USER,
      password: options.NATS_PASSWORD,
      name: 'member',
      log,
      metrics: health.metrics,
      onClosed: () => stop('the bus has closed'),
    }),
  )
  const publish: Bus['publish'] = (messages) => bus.publish(messages)
  const db = opened.use(
    await openDatabase({
      url: options.DATABASE_URL,
      schema: 'member',
      name: 'member',
      log,
      publish,
      register: health.metrics,
    }),
  )
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const secrets = options.TOKEN_SECRET.split(',').map((hex) => Buffer.from(hex, 'hex')) as [Buffer, ...Buffer[]]
  const now = options.now ?? (() => new Date())
  const keyedHash = createKeyedHash(secrets[0])
  const olderHashes = secrets.slice(1).map(createKeyedHash)
  const base: Omit<Ctx, 'tasks'> = {
    db,
    bus,
    now,
    log,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    admins: prepareAdmins(db.read),
    cars: prepareCars(db.read),
    brands: prepareBrands(db.read),
    members: prepareMembers(db.read),
    passwords: await passwords,
    assertHardToGuess: refusesEasyPasswords(options) ? assertHardToGuess : async () => undefined,
    tokens: await createTokenIssuer({
      privateKey: options.JWT_PRIVATE_KEY,
      issuer: options.JWT_ISSUER,
      accessTokenSeconds: options.ACCESS_TOKEN_SECONDS,
      refreshTokenDays: options.REFRESH_TOKEN_DAYS,
      sessionDays: options.SESSION_DAYS,
      secrets,
    }),
    keyedHash,
    olderHashes,
    sealer: createSealer(secrets),
    social: createSocial({ config: options, now, hash: keyedHash, olderHashes, log }),
    metrics: createMetrics(health.metrics),
    smsProvider: smsProviderOf(options),
    sendRules: { hourlyBudget: options.SMS_HOURLY_BUDGET, exemptLoopback: options.SMS_EXEMPT_LOOPBACK },
    joinCode: options.ADMIN_JOIN_CODE,
  }
  exposeWaiting(health.metrics, db.read, options.SMS_HOURLY_BUDGET)
  const tasks = opened.use(openTasks(db, createWorkers(base, openSms(options, db, log)), log))
  const ctx: Ctx = { ...base, tasks }
  if (secrets.length > 1)
    opened.use(
      startBackgroundJob({ name: 'grants of the other key', everyMs: sweepEvery, work: () => resealGrants(ctx) }, log),
    )
  opened.use(
    startBackgroundJob({ name: 'what nothing looks at any more', everyMs: sweepEvery, work: () => sweep(db) }, log),
  )
  await bus.consumeEvents(
    'member-events',
    consumed,
    (event) => {
      switch (event.name) {
        case 'gateway.sessionUsed':
          return onSessionUsed(ctx, event.payload)
        case 'catalog.termsChanged':
          return onTermsChanged(ctx, event.payload)
        case 'catalog.imageStored':
          return onImageStored(ctx, event.payload)
        case 'catalog.imageRemoved':
          return onImageRemoved(ctx, event.payload)
        default:
          return onAudited(ctx, event.payload)
      }
    },
    {
      'orders.orderChanged': (payloads) => onOrdersChanged(ctx, payloads),
      'orders.userProductChanged': (payloads) => onUserProductsChanged(ctx, payloads),
    },
  )
  bus.listen(everyScreenSeen, 'member', (message) => onScreenSeen(ctx, message))
  await bus.serve(built('member'), ctx, handlers)
  return opened.move()
}

const consumed = [
  'gateway.sessionUsed',
  'catalog.termsChanged',
  'catalog.imageStored',
  'catalog.imageRemoved',
  'catalog.audited',
  'orders.audited',
  'recognition.audited',
] as const
