import { availableParallelism } from 'node:os'
import { everyScreenSeen } from '@kingcar/bus'
import { served } from '@kingcar/contract'
import { createSecretBox, type Process, startBackgroundJob } from '@kingcar/runtime'
import { accessRecorder, openConnections } from '@kingcar/service'
import { prepareAdmins } from './admin/queries.ts'
import { createAlertNewDeviceWorker } from './alert/alert-new-device-task.ts'
import { startAlerts } from './alert/evaluate.ts'
import { createMailAlertsWorker } from './alert/mail-alerts-task.ts'
import { createTalkAlertsWorker } from './alert/talk-alerts-task.ts'
import { prepareCars } from './car/queries.ts'
import { prepareCarBrands } from './car-brand/queries.ts'
import { type Config, rejectsWeakPasswords } from './config.ts'
import { onAccessed } from './consumers/accessed.ts'
import { onApiKeyUsed } from './consumers/api-key-used.ts'
import { onAudited } from './consumers/audited.ts'
import { onImageRemoved } from './consumers/image-removed.ts'
import { onImageStored } from './consumers/image-stored.ts'
import { onMembersCame } from './consumers/members-came.ts'
import { messageEventHandlers } from './consumers/message-events.ts'
import { onOrdersChanged } from './consumers/orders-changed.ts'
import { createScreenReports } from './consumers/screen-reports.ts'
import { onSessionUsed } from './consumers/session-used.ts'
import { onStoreChanged } from './consumers/store-changed.ts'
import { onTermsChanged } from './consumers/terms-changed.ts'
import { onUserProductsChanged } from './consumers/user-products-changed.ts'
import { webhookEventHandlers } from './consumers/webhook-events.ts'
import { webhookVisitLanes } from './consumers/webhook-visits.ts'
import type { Ctx } from './context.ts'
import { createChannels, talkTemplatesOf } from './create-channels.ts'
import { hmacWith } from './crypto/hmac.ts'
import { deleteExpiredRows } from './delete-expired-rows.ts'
import { handlers } from './handlers.ts'
import { mailProviderOf } from './mail/mail.ts'
import { createMailAdminWorker } from './mail/mail-admin-task.ts'
import { createMailInvitationWorker } from './mail/mail-invitation-task.ts'
import { createMailNewDeviceWorker } from './mail/mail-new-device-task.ts'
import { createMailPasswordLinkWorker } from './mail/mail-password-link-task.ts'
import { createSendMailWorker } from './mail/send-mail-task.ts'
import { prepareMembers } from './member/queries.ts'
import { startMessageWorker } from './message/worker.ts'
import { createMetrics, registerGauges } from './metrics.ts'
import { createPasswordHasher } from './password/password-hasher.ts'
import { rejectWeakPassword } from './password/password-strength.ts'
import { createSendCodeWorker } from './phone-verification/send-code-task.ts'
import { reconcileRights } from './reconcile-rights.ts'
import { reencryptTotpSecrets } from './second-factor/reencrypt-secrets.ts'
import { followRevocations } from './session/complete-revocations.ts'
import { createTokenIssuer } from './session/token-issuer.ts'
import { effectiveSmsProvider } from './sms/sms.ts'
import { createSocialProviders } from './social/providers.ts'
import { reencryptGrants } from './social/reencrypt-grants.ts'
import { createSocialWorkers } from './social/task-workers.ts'
import { startTaskRunner } from './task/task-runner.ts'
import { createAddressPolicy } from './webhook/address.ts'
import { reencryptWebhookSecrets } from './webhook/reencrypt-secrets.ts'
import type { ResolveName } from './webhook/send.ts'
import { startWebhookWorker } from './webhook/worker.ts'

/** Milliseconds between two runs of the background jobs. */
const jobEvery = 10 * 60_000
/** Milliseconds. Longer than a transaction, so that a session has usually ended before the job checks it. */
const completeEvery = 10_000

export type Options = Config & {
  /** The clock; tests replace it. */
  now?: () => Date
  /** The addresses of the names in webhooks' URLs; tests replace it. */
  resolveName?: ResolveName
}

/** Opens the service's dependencies, serves its operations and consumes its events, until it is disposed. */
export async function startMember(options: Options, process: Process): Promise<AsyncDisposable> {
  const { log, health } = process
  await using opened = new AsyncDisposableStack()
  if (options.EASY_PASSWORDS)
    log.warn('EASY_PASSWORDS is deprecated, set WEAK_PASSWORDS=allow or WEAK_PASSWORDS=reject')
  const hasher = createPasswordHasher(availableParallelism()) // hashes a first time while the connections open
  const { bus, db, jobs } = await openConnections('member', options, process, opened)

  const secrets = options.TOKEN_SECRET.split(',').map((hex) => Buffer.from(hex, 'hex')) as [Buffer, ...Buffer[]]
  const now = options.now ?? (() => new Date())
  const hmac = hmacWith(secrets[0])
  const otherHmacs = secrets.slice(1).map(hmacWith)
  const { channels, sms, mail } = createChannels(options, db, log)
  const base: Omit<Ctx, 'alerts' | 'tasks' | 'webhooks' | 'messages'> = {
    db,
    bus,
    now,
    log,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    admins: prepareAdmins(db.read),
    cars: prepareCars(db.read),
    carBrands: prepareCarBrands(db.read),
    members: prepareMembers(db.read),
    passwordHasher: await hasher,
    rejectWeakPassword: rejectsWeakPasswords(options) ? rejectWeakPassword : async () => undefined,
    tokens: await createTokenIssuer({
      privateKey: options.JWT_PRIVATE_KEY,
      issuer: options.JWT_ISSUER,
      accessTokenSeconds: options.ACCESS_TOKEN_SECONDS,
      refreshTokenDays: options.REFRESH_TOKEN_DAYS,
      sessionDays: options.SESSION_DAYS,
      secrets,
    }),
    hmac,
    otherHmacs,
    secretBox: createSecretBox(secrets, 'sealer'), // with another text here, no stored grant could be decrypted any more
    webhookAddresses: createAddressPolicy(options.WEBHOOK_PRIVATE_NETWORKS),
    resolveName: options.resolveName,
    social: createSocialProviders({ config: options, now, hmac, otherHmacs, log }),
    metrics: createMetrics(health.metrics),
    channels,
    talkTemplates: talkTemplatesOf(options),
    messageBudget: options.MESSAGE_HOURLY_BUDGET,
    appUrl: options.APP_URL,
    smsProvider: effectiveSmsProvider(options),
    hasOutbox: [effectiveSmsProvider(options), mailProviderOf(options)].includes('outbox'),
    sendLimits: { hourlyBudget: options.SMS_HOURLY_BUDGET, exemptLoopback: options.SMS_EXEMPT_LOOPBACK },
    joinCode: options.ADMIN_JOIN_CODE,
    setupCode: options.SETUP_CODE,
    consoleUrl: options.CONSOLE_URL,
    sendsMail: mailProviderOf(options) !== 'none',
    mailsLinks: options.CONSOLE_URL !== undefined && mailProviderOf(options) !== 'none',
  }
  registerGauges(health.metrics, db.read, options.SMS_HOURLY_BUDGET)
  const sendCode = createSendCodeWorker(base, sms)
  const workers = {
    sendCode,
    sendAlertPhoneCode: sendCode,
    sendMail: createSendMailWorker(base, mail),
    mailInvitation: createMailInvitationWorker(base, mail),
    mailNewDevice: createMailNewDeviceWorker(base, mail),
    mailAdmin: createMailAdminWorker(base, mail),
    alertNewDevice: createAlertNewDeviceWorker(base),
    mailAlerts: createMailAlertsWorker(base, mail),
    talkAlerts: createTalkAlertsWorker(base),
    mailPasswordLink: createMailPasswordLinkWorker(base, mail),
    ...createSocialWorkers(base),
  }
  const tasks = opened.use(startTaskRunner(db, workers, log))
  const webhooks = opened.use(startWebhookWorker(base, log))
  const alerts = opened.use(startAlerts({ ...base, tasks, webhooks }, log))
  const messages = opened.use(startMessageWorker(base, log))
  const ctx: Ctx = { ...base, alerts, tasks, webhooks, messages }
  if (secrets.length > 1)
    for (const [name, work] of [
      ['grant-reencryption', reencryptGrants],
      ['totp-reencryption', reencryptTotpSecrets],
      ['webhook-secret-reencryption', reencryptWebhookSecrets],
    ] as const)
      jobs.use(startBackgroundJob({ name, everyMs: jobEvery, work: () => work(ctx) }, log))
  jobs.use(
    startBackgroundJob(
      { name: 'expired-rows-cleanup', everyMs: jobEvery, work: () => deleteExpiredRows(db, options.ACCESS_LOG_DAYS) },
      log,
    ),
  )
  const tokensSince = new Date(Date.now() - 1_000 * options.ACCESS_TOKEN_SECONDS)
  const completeRevocations = await followRevocations(ctx, bus, tokensSince)
  jobs.use(
    startBackgroundJob({ name: 'revocation-completion', everyMs: completeEvery, work: completeRevocations }, log),
  )
  const rights = await bus.watchAdmins()
  await reconcileRights(db, rights)
  jobs.use(
    startBackgroundJob({ name: 'admin-rights', everyMs: completeEvery, work: () => reconcileRights(db, rights) }, log),
  )
  await bus.consumeEvents(
    'member-events',
    consumed,
    (event) => {
      switch (event.name) {
        case 'gateway.sessionUsed':
          return onSessionUsed(ctx, event.payload)
        case 'gateway.apiKeyUsed':
          return onApiKeyUsed(ctx, event.payload)
        case 'catalog.termsChanged':
          return onTermsChanged(ctx, event.payload)
        case 'catalog.storeChanged':
          return onStoreChanged(ctx, event.payload)
        case 'catalog.imageStored':
          return onImageStored(ctx, event.payload)
        case 'catalog.imageRemoved':
          return onImageRemoved(ctx, event.payload)
        case 'orders.accessed':
        case 'recognition.accessed':
          return onAccessed(ctx, event.payload)
        default:
          return onAudited(ctx, event.payload)
      }
    },
    {
      'orders.orderPlaced': (payloads) => onOrdersChanged(ctx, payloads),
      'orders.orderChanged': (payloads) => onOrdersChanged(ctx, payloads),
      'orders.membersCame': (payloads) => onMembersCame(ctx, payloads),
      'orders.userProductChanged': (payloads) => onUserProductsChanged(ctx, payloads),
    },
  )
  await bus.consumeEvents('member-webhooks', [], async () => undefined, webhookEventHandlers(ctx))
  await bus.consumeEvents('member-messages', [], async () => undefined, messageEventHandlers(ctx))
  await bus.consumeLanes('VISITS', 'member-visits', webhookVisitLanes(ctx))
  bus.subscribeQueue(everyScreenSeen, 'member', createScreenReports(ctx))
  const stopping = new AbortController()
  const recordAccess = accessRecorder({ log, stopping: stopping.signal }, (entry) => onAccessed(ctx, entry))
  await bus.serve(served.member, ctx, handlers, recordAccess)
  opened.defer(() => stopping.abort())
  return opened.move()
}

const consumed = [
  'gateway.sessionUsed',
  'gateway.apiKeyUsed',
  'catalog.termsChanged',
  'catalog.storeChanged',
  'catalog.imageStored',
  'catalog.imageRemoved',
  'catalog.audited',
  'orders.audited',
  'recognition.audited',
  'orders.accessed',
  'recognition.accessed',
] as const
