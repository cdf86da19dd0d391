import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { AppError, type Operation } from '@kingcar/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RateLimit = { perMinute: number; exemptLoopback: boolean }

/** Sessions, devices and addresses that are counted at once; the one seen longest ago goes first. */
const maxCountedKeys = 50_000
/** A household or a server has a whole /64, so an address within it counts for nothing. */
const ipv6Subnet = 64

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./.test(address)
/** An IPv4 address counts as it is: to take it apart costs as much as to count it. */
export const networkOf = (address: string) => (address.includes(':') ? normalizeIP(address, ipv6Subnet) : address)
/** Bad tokens and secrets are refused before they are counted, so such a key cannot be chosen by its caller. */
const keyOf = (request: FastifyRequest) => request.session?.sessionId ?? request.device?.id ?? networkOf(request.ip)

/** Makes the maker of each operation's limit. Its function fails with RATE_LIMITED. */
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
