import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBank, listBanks } from './banks.ts'
import { cancelPayment } from './cancel.ts'
import * as cards from './cards.ts'
import { cancelReceipt, getReceipt, issueReceipt } from './external-receipts.ts'
import * as lookups from './payment-lookups.ts'
import { changePrepared, getPrepared, prepare } from './prepare.ts'
import type { Fields } from './request-fields.ts'
import * as schedules from './schedules.ts'
import type { SimulatorState } from './state.ts'
import type { Tokens } from './tokens.ts'
import { changeAccount, issueAccount, revokeAccount } from './virtual-accounts.ts'

type Call = { body: Fields; query: Fields; path: Record<string, string> }

const severalStatus = (partial: boolean) => (partial ? 207 : 200)

const callOf = ({ body, query, params }: FastifyRequest): Call => ({
  body: (body ?? {}) as Fields,
  query: query as Fields,
  path: params as Record<string, string>,
})

/** The routes of PortOne's REST API V1, as documented. */
export function portoneRoutes(app: FastifyInstance, state: SimulatorState, tokens: Tokens): void {
  app.post('/users/getToken', (request) => success(tokens.issue(callOf(request).body)))

  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, _reply, next) => {
      const other = request.headers['x-imptokenheader']
      tokens.check(request.headers.authorization ?? (typeof other === 'string' ? other : undefined))
      next()
    })
    const on = (method: string, url: string, work: (call: Call) => unknown) =>
      scope.route({ method, url, handler: (request) => success(work(callOf(request))) })
    const several = (url: string, work: (query: Fields) => cards.FoundSome<unknown>) =>
      scope.get(url, (request, reply) => {
        const { found, partial } = work(callOf(request).query)
        return reply.code(severalStatus(partial)).send(success(found))
      })

    several('/payments', (query) => lookups.getPayments(state, query))
    on('GET', '/payments/:id', ({ path, query }) => lookups.getPayment(state, path.id ?? '', query))
    on('GET', '/payments/:id/balance', ({ path, query }) => lookups.balance(state, path.id ?? '', query))
    for (const rest of ['', '/:status']) {
      on('GET', `/payments/find/:uid${rest}`, ({ path, query }) =>
        lookups.findPayment(state, path.uid ?? '', path.status, query),
      )
      on('GET', `/payments/findAll/:uid${rest}`, ({ path, query }) =>
        lookups.findPayments(state, path.uid ?? '', path.status, query),
      )
    }
    on('GET', '/payments/status/:status', ({ path, query }) => lookups.getByStatus(state, path.status ?? '', query))
    on('POST', '/payments/cancel', ({ body }) => cancelPayment(state, body))
    on('POST', '/payments/prepare', ({ body }) => prepare(state, body))
    on('PUT', '/payments/prepare', ({ body }) => changePrepared(state, body))
    on('GET', '/payments/prepare/:uid', ({ path }) => getPrepared(state, path.uid ?? ''))

    several('/subscribe/customers', (query) => cards.getKeys(state, query))
    on('POST', '/subscribe/customers/:uid', ({ path, body }) => cards.issueKey(state, path.uid ?? '', body))
    on('GET', '/subscribe/customers/:uid', ({ path }) => cards.keyOf(state, path.uid ?? '').customer)
    on('DELETE', '/subscribe/customers/:uid', ({ path }) => cards.deleteKey(state, path.uid ?? ''))
    on('POST', '/subscribe/payments/again', ({ body }) => cards.payAgain(state, body))
    on('POST', '/subscribe/payments/onetime', ({ body }) => cards.payOnce(state, body))

    const external = '/receipts/external/:uid'
    on('POST', external, ({ path, body }) => issueReceipt(state, path.uid ?? '', body))
    on('GET', external, ({ path }) => getReceipt(state, path.uid ?? ''))
    on('DELETE', external, ({ path }) => cancelReceipt(state, path.uid ?? ''))

    const due = '/subscribe/payments/schedule'
    on('POST', due, ({ body }) => schedules.schedule(state, body))
    on('GET', due, ({ query }) => schedules.getSchedules(state, query))
    on('POST', '/subscribe/payments/unschedule', ({ body }) => schedules.unschedule(state, body))
    on('GET', `${due}/:uid`, ({ path }) => schedules.getSchedule(state, path.uid ?? ''))
    on('PUT', `${due}/:uid`, ({ path, body }) => schedules.changeSchedule(state, path.uid ?? '', body))
    on('POST', `${due}/:uid/retry`, ({ path }) => schedules.retry(state, path.uid ?? ''))
    on('POST', `${due}/:uid/reschedule`, ({ path, body }) => schedules.reschedule(state, path.uid ?? '', body))
    for (const url of [`${due}/customers/:uid`, '/subscribe/customers/:uid/schedules'])
      on('GET', url, ({ path, query }) => schedules.getSchedules(state, query, path.uid))

    on('GET', '/banks', listBanks)
    on('GET', '/banks/:code', ({ path }) => findBank(path.code ?? ''))
    on('POST', '/vbanks', ({ body }) => issueAccount(state, body))
    on('PUT', '/vbanks/:id', ({ path, body }) => changeAccount(state, path.id ?? '', body))
    on('DELETE', '/vbanks/:id', ({ path }) => revokeAccount(state, path.id ?? ''))
    done()
  })
}

export const success = (response: unknown) => ({ code: 0, message: null, response })
