import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Fields } from '../request-fields.ts'
import type { SimulatorState } from '../state.ts'
import * as keys from './billing-keys.ts'
import * as receipts from './cash-receipts.ts'
import { invalid, V2Error } from './errors.ts'
import { createIdempotency } from './idempotency.ts'
import * as payments from './payments.ts'

export type V2Account = {
  /** The API secret. */
  secret: string
  storeId: string
}

/** The prefix under which the server has API V2, because V1 has some of the same paths. */
export const prefix = '/v2'

/** The authorization scheme of V2 selects the API, so that a client needs no prefix. */
export const rewriteUrl = ({ url = '/', headers }: IncomingMessage): string =>
  headers.authorization?.startsWith('PortOne ') && !url.startsWith(`${prefix}/`) ? prefix + url : url

/** Calls of V1 and the ones of V2 with the same effect. */
const sameAs: readonly (readonly [v1: string, v2: string])[] = [
  ['/payments/cancel', '/payments/*/cancel'],
  ['/subscribe/payments/again', '/payments/*/billing-key'],
  ['/subscribe/customers/*', '/billing-keys*'],
  ['/receipts/external/*', '/cash-receipts'],
  ['/vbanks/*', '/payments/*/virtual-account/close'],
  ['/payments/imp_*', '/payments/*/transactions'],
  ['/payments', '/payments/*/transactions'],
]

/**
 * Converts a fault rule for a call of V1 to the call of V2 with the same effect, so that one test of faults covers both
 * APIs.
 */
export function v2Fault<T extends { path: string; method?: string | undefined }>(rule: T): T {
  const [, path] = sameAs.find(([v1]) => v1 === rule.path) ?? []
  if (path === undefined) return rule
  return { ...rule, path: prefix + path, method: path.endsWith('close') ? 'POST' : rule.method }
}

/** A GET has its body in the query parameter `requestBody`, because its client sends no body. @throws V2Error */
function bodyOf({ method, body, query }: FastifyRequest): Fields {
  const { requestBody } = query as { requestBody?: unknown }
  if (method !== 'GET' || typeof requestBody !== 'string') return (body ?? {}) as Fields
  try {
    return JSON.parse(requestBody) as Fields
  } catch {
    throw invalid('requestBody')
  }
}

/** The routes of PortOne's REST API V2, as documented. */
export function v2Routes(app: FastifyInstance, state: SimulatorState, { secret, storeId }: V2Account): void {
  app.register(
    (scope, _options, done) => {
      const idempotency = createIdempotency(state.now)
      // PortOne's own client sends no content type, so that its bodies arrive as text
      scope.removeContentTypeParser(['application/json', 'text/plain'])
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => readJson(String(body), next))
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const shown = asV2(error)
        return reply.code(shown.status).send({ type: shown.type, message: shown.message, ...shown.more })
      })
      scope.addHook('onRequest', (request, reply, next) => {
        if (!isSame(request.headers.authorization ?? '', `PortOne ${secret}`))
          throw new V2Error('UNAUTHORIZED', 401, '인증 정보가 올바르지 않습니다.')
        idempotency.begin(request, reply)
        next()
      })
      const on = (method: string, url: string, work: (id: string, body: Fields) => unknown) =>
        scope.route({
          method,
          url,
          handler: (request, reply) =>
            idempotency.answer(request, reply, () =>
              work((request.params as { id?: string }).id ?? '', bodyOf(request)),
            ),
        })

      on('GET', '/payments', (_, body) => payments.listPayments(state, storeId, body))
      on('GET', '/payments/:id', (id) => payments.getPayment(state, storeId, id))
      on('GET', '/payments/:id/transactions', (id) => payments.getTransactions(state, storeId, id))
      on('POST', '/payments/:id/pre-register', (id, body) => payments.preRegister(state, id, body))
      on('POST', '/payments/:id/billing-key', (id, body) => payments.payWithBillingKey(state, id, body))
      on('POST', '/payments/:id/cancel', (id, body) => payments.cancel(state, id, body))
      on('POST', '/payments/:id/virtual-account/close', (id) => payments.closeAccount(state, id))
      on('POST', '/cash-receipts', (_, body) => receipts.issueCashReceipt(state, body))
      on('GET', '/payments/:id/cash-receipt', (id) => receipts.getCashReceipt(state, storeId, id))
      on('POST', '/payments/:id/cash-receipt/cancel', (id) => receipts.cancelCashReceipt(state, id))
      on('POST', '/billing-keys', (_, body) => keys.issueBillingKey(state, body))
      on('GET', '/billing-keys', (_, body) => keys.listBillingKeys(state, storeId, body))
      on('GET', '/billing-keys/:id', (id) => keys.getBillingKey(state, storeId, id))
      on('DELETE', '/billing-keys/:id', (id) => keys.deleteBillingKey(state, id))
      done()
    },
    { prefix },
  )
}

function readJson(text: string, next: (error: Error | null, body?: unknown) => void): void {
  try {
    next(null, text === '' ? {} : JSON.parse(text))
  } catch {
    next(invalid('body'))
  }
}

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

function asV2(error: Error & { statusCode?: number }): V2Error {
  if (error instanceof V2Error) return error
  const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
  return new V2Error(status >= 500 ? 'INTERNAL' : 'INVALID_REQUEST', status >= 500 ? status : 400, error.message)
}
