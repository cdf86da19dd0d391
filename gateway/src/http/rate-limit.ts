import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { AppError, type Operation } from '@kingcar/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RateLimit = { perMinute: number; exemptLoopback: boolean }

/** Largest number of sessions, devices and addresses with a counter; beyond it the one that was seen least recently is forgotten. */
const maxCountedKeys = 50_000
/** A household or server owns a whole /64, so a single address is not a useful key. */
const ipv6Subnet = 64

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./.test(address)
/** The /64 of an IPv6 address; an IPv4 address unchanged, because normalizing it costs as much as counting it. */
export const networkOf = (address: string) => (address.includes(':') ? normalizeIP(address, ipv6Subnet) : address)
/** Invalid tokens and secrets are rejected before this check, so a caller cannot choose its key. */
const keyOf = (request: FastifyRequest) => request.session?.sessionId ?? request.device?.id ?? networkOf(request.ip)

/** Returns a factory that gives each operation its rate-limit check, which throws RATE_LIMITED. */
export async function createRateLimits(
  app: FastifyInstance,
  { perMinute, exemptLoopback }: RateLimit,
): Promise<(op: Operation) => ((request: FastifyRequest) => Promise<void>) | undefined> {
  if (perMinute === 0) return () => undefined
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    cache: maxCountedKeys,
    keyGenerator: keyOf,
  })
  const check = app.createRateLimit()
  const checkRateLimit = async (request: FastifyRequest) => {
    if (exemptLoopback && isLoopback(request.ip)) return
    const state = await check(request)
    if (!state.isAllowed && state.isExceeded) throw new AppError('RATE_LIMITED', { retryAfter: state.ttlInSeconds })
  }
  return (op) => (op.unlimited ? undefined : checkRateLimit)
}
