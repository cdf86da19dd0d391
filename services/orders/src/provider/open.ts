import type { Logger } from '@kingcar/runtime'
import { type Config, channelKeysOf } from '../config.ts'
import type { Caller } from './exchange.ts'
import { createCall } from './portone/call.ts'
import { createPortOneProvider } from './portone/client.ts'
import { createV2Call } from './portone-v2/call.ts'
import { createPortOneV2Provider } from './portone-v2/client.ts'
import { type Api, type PaymentProvider, ProviderUnreachable } from './provider.ts'
import { createProviders, type Providers } from './providers.ts'

/** Settings without which nothing can be paid through an API. */
const required = {
  v1: ['PORTONE_IMP_KEY', 'PORTONE_IMP_SECRET'],
  v2: ['PORTONE_V2_API_SECRET', 'PORTONE_V2_STORE_ID', 'PORTONE_V2_CHANNEL_KEYS', 'PORTONE_V2_WEBHOOK_SECRETS'],
} as const satisfies Record<Api, readonly (keyof Config)[]>

/**
 * Opens the provider's APIs that have an account, each twice: for callers, and for jobs, which have longer deadlines. Each has a
 * circuit breaker of its own, so that timeouts of callers do not stop the jobs.
 * @param clockAheadMs milliseconds by which a moved clock is ahead of the provider's
 */
export function openProviders(config: Config, clockAheadMs: () => number, log: Logger): Record<Caller, Providers> {
  const current = config.PORTONE_API
  const missing = { v1: missingOf(config, 'v1'), v2: missingOf(config, 'v2') }
  const configured = (['v1', 'v2'] as const).filter((api) => missing[api].length === 0)
  for (const api of ['v1', 'v2'] as const)
    if (missing[api].length > 0 && (api === current || missing[api].length < required[api].length))
      log.warn({ api, missing: missing[api] }, 'settings of the payment provider are missing: payments unavailable')
  // a clock that is moved ahead also shortens the time for which a circuit breaker is open
  const now = () => performance.now() + clockAheadMs()
  const open = (patience: Caller) =>
    createProviders(current, configured, {
      v1: configured.includes('v1') ? openV1(config, clockAheadMs, now, patience) : unconfigured,
      v2: configured.includes('v2') ? openV2(config, clockAheadMs, now, patience) : unconfigured,
    })
  return { forCallers: open('forCallers'), forWorkers: open('forWorkers') }
}

const missingOf = (config: Config, api: Api) => required[api].filter((name) => !config[name])

function openV1(config: Config, clockAheadMs: () => number, now: () => number, patience: Caller): PaymentProvider {
  const { PORTONE_IMP_KEY: impKey = '', PORTONE_IMP_SECRET: impSecret = '', PORTONE_BASE_URL: baseUrl } = config
  const channel = { sandbox: config.PORTONE_SANDBOX, channelKey: config.PORTONE_CHANNEL_KEY, clockAheadMs }
  return createPortOneProvider(createCall({ baseUrl, impKey, impSecret, now }, patience), channel)
}

function openV2(config: Config, clockAheadMs: () => number, now: () => number, patience: Caller): PaymentProvider {
  const { PORTONE_V2_API_SECRET: apiSecret = '', PORTONE_V2_STORE_ID: storeId, PORTONE_V2_BASE_URL: baseUrl } = config
  const { card = '', billing: channelKey = card, receipt: receiptChannelKey = channelKey } = channelKeysOf(config)
  const channel = { storeId, sandbox: config.PORTONE_SANDBOX, channelKey, receiptChannelKey, clockAheadMs }
  return createPortOneV2Provider(createV2Call({ baseUrl, apiSecret, storeId, now }, patience), channel)
}

const refuse = () => Promise.reject(new ProviderUnreachable('no account of the payment provider is configured'))
const unconfigured: PaymentProvider = {
  findPayment: refuse,
  listAttempts: refuse,
  findAttemptedOrders: refuse,
  listCancelled: refuse,
  listChanged: refuse,
  announceAmount: refuse,
  charge: refuse,
  cancel: refuse,
  revokeAccount: refuse,
  issueKey: refuse,
  findKey: refuse,
  revokeKey: refuse,
  issueCashReceipt: refuse,
  findCashReceipt: refuse,
  cancelCashReceipt: refuse,
}
