import { randomBytes } from 'node:crypto'
import { Refusal } from './refusal.ts'
import { type Fields, textOf } from './request-fields.ts'

/**
 * In seconds, as documented: lifetime of a token, the last part of it, and the time by which a request in that part
 * extends it.
 */
const life = 30 * 60
const soon = 60
const extension = 5 * 60

export type Token = { access_token: string; now: number; expired_at: number }

export type Tokens = {
  /** @throws Refusal for wrong keys */
  issue(body: Fields): Token
  /** @throws Refusal if the header has no valid token */
  check(header: string | undefined): void
  /** Invalidates the current token. */
  end(): void
}

/**
 * There is one token at a time. A request before its end returns the same token; near its end it is extended.
 * @param now unix seconds
 */
export function createTokens(key: string, secret: string, now: () => number): Tokens {
  let token = { access_token: '', expired_at: 0 }
  return {
    issue(body) {
      if (textOf(body, 'imp_key') !== key || textOf(body, 'imp_secret') !== secret)
        throw new Refusal('인증에 실패하였습니다. API키와 secret을 확인하세요.', { code: -1, status: 401 })
      const time = now()
      if (token.expired_at <= time) token = { access_token: randomBytes(20).toString('hex'), expired_at: time + life }
      else if (token.expired_at - time < soon) token.expired_at += extension
      return { access_token: token.access_token, now: time, expired_at: token.expired_at }
    },
    check(header) {
      const given = header?.replace(/^Bearer\s+/i, '').trim()
      if (!given || given !== token.access_token || token.expired_at <= now())
        throw new Refusal('Unauthorized', { code: -1, status: 401 })
    },
    end() {
      token = { access_token: '', expired_at: 0 }
    },
  }
}
