import { setTimeout as wait } from 'node:timers/promises'
import type { AppError } from '@kingcar/contract'
import { createLogger, type Logger } from '@kingcar/runtime'
import { deadline, startTestNats, type TestNats, testCalloutSeed } from '@kingcar/testing'
import { connect, type NatsConnection } from 'nats'
import {
  type Bus,
  type BusOptions,
  type Caller,
  type Delivery,
  openBus,
  provisionStreams,
  type User,
} from '../src/index.ts'

type LogLine = { level: number; msg: string; [field: string]: unknown }

/** A nats-server of its own, the buses of a test, and their logs. */
export type Broker = AsyncDisposable & {
  nats: TestNats
  log: Logger
  /** Every line of `log`, which is also the logger of this broker's buses. */
  lines: LogLine[]
  open(user: User, options?: Partial<BusOptions>): Promise<Bus>
  /** A plain client as the user with all permissions in the account. */
  setup(): Promise<NatsConnection>
  /** A plain client as another user. */
  bare(user: User): Promise<NatsConnection>
  provision(): Promise<void>
  /** A bus that authenticates devices; as `recognition` it also ends their connections. */
  openAuthCallout(user: 'gateway' | 'recognition'): Promise<Bus>
}

/** @param provisioned true to create the streams and durable consumers */
export async function startBroker(provisioned = true): Promise<Broker> {
  const nats = await startTestNats()
  const lines: LogLine[] = []
  const log = createLogger('test', 'debug', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const opened = new AsyncDisposableStack()
  opened.use(nats)
  const bare = async (name: User | 'setup') => {
    const { user, password: pass } = nats.user(name)
    const connection = await connect({ servers: nats.url, user, pass, inboxPrefix: `_INBOX_${name}` })
    opened.defer(() => connection.close())
    return connection
  }
  const provision = () => provisionStreams({ url: nats.url, ...nats.user('setup') })
  if (provisioned) await provision()
  const open: Broker['open'] = async (user, options) => {
    const bus = await openBus({ url: nats.url, ...nats.user(user), name: user, log, ...options })
    return opened.use(bus)
  }
  return {
    nats,
    log,
    lines,
    open,
    async openAuthCallout(user) {
      const bus = await open(user)
      const devices = await bus.watchDevices()
      await bus.answerAuthCallouts(testCalloutSeed, devices)
      if (user === 'recognition') bus.watchDeviceConnections(devices)
      return bus
    },
    setup: () => bare('setup'),
    bare,
    provision,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A caller with a deadline after so many milliseconds. */
export const waiting = (ms = 5_000, extra: Partial<Caller> = {}): Caller => ({
  requestId: 'request-1',
  actor: null,
  deadline: Date.now() + ms,
  ...extra,
})

/** The error code of a call, and the milliseconds until it failed. */
export async function failure(call: Promise<unknown>): Promise<{ code: string; ms: number; error?: AppError }> {
  const began = performance.now()
  const error = await call.then(
    () => undefined,
    (cause: AppError) => cause,
  )
  const ms = performance.now() - began
  return error ? { code: error.code, ms, error } : { code: 'none', ms }
}

/** Waits for a condition. */
export async function until(isSo: () => boolean | Promise<boolean>, what = 'it', ms = deadline): Promise<void> {
  const end = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await wait(5)
  }
}

/** Consumes READS in one lane. */
export const takeReads = (bus: Bus, max: number, handle: (batch: Delivery[]) => Promise<void>) =>
  bus.consumeLanes<Delivery>('READS', 'recognition-reads', {
    count: 1,
    max,
    prepare: (item) => ({ lane: 0, item }),
    handle,
  })
