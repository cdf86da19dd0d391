import type { Bus } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { onRequestHookHandler } from 'fastify'

/**
 * Milliseconds between two checks; and the age after which knowledge of revocations is too old: a revocation has to act
 * within 2 s.
 */
const checkInterval = 500
const maxAge = 1_500

export type RevocationFreshness = Disposable & {
  /**
   * Lets a request pass if this gateway has the revocations of the last 1.5 s. Otherwise the request waits for up to a
   * second, and then gets UNAVAILABLE.
   */
  guard: onRequestHookHandler
}

/**
 * Proves every half second, while there are requests, that nats-server responds and that all stored revocations have
 * arrived. Without the check, a gateway whose connection is interrupted but not closed would accept ended sessions
 * until data flows again.
 * @param isCurrent whether the follower of the revocations has read all that are stored
 */
export function watchRevocationFreshness(bus: Pick<Bus, 'check'>, isCurrent: () => boolean): RevocationFreshness {
  let confirmedAt = steadyNow()
  let confirming: Promise<boolean> | undefined

  async function confirmOnce(): Promise<boolean> {
    const askedAt = steadyNow()
    const isConfirmed = (await bus.check()) && isCurrent()
    if (isConfirmed) confirmedAt = askedAt
    return isConfirmed
  }
  const confirm = () => {
    confirming ??= confirmOnce().finally(() => {
      confirming = undefined
    })
    return confirming
  }
  let timer: NodeJS.Timeout | undefined
  let isUsed = false
  /** Repeats the check before it is needed, so that requests do not wait for it. */
  const confirmLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (!isUsed) return
      isUsed = false
      void confirm().then(confirmLater)
    }, checkInterval).unref()
  }

  return {
    guard(_request, _reply, done) {
      isUsed = true
      confirmLater()
      if (steadyNow() - confirmedAt < maxAge) return done()
      void confirm().then((isConfirmed) =>
        done(isConfirmed ? undefined : new AppError('UNAVAILABLE', { retryAfter: 1 })),
      )
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
