import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cancelPayment } from './cancel.ts'
import * as cards from './cards.ts'
import * as lookups from './payment-lookups.ts'
import { changePrepared, getPrepared, prepare } from './prepare.ts'
import type { Fields } from './request-fields.ts'
import * as schedules from './schedules.ts'
import type { SimulatorState } from './state.ts'
import type { Tokens } from './tokens.ts'
import { changeAccount, closeAccount, issueAccount } from './virtual-accounts.ts'

/** What a call has brought. */
type Call = { body: Fields; query: Fields; path: Record<string, string> }

/** Some of what was asked for is not known. */
const severalStatus = (partial: boolean) => (partial ? 207 : 200)

const callOf = ({ body, query, params }: FastifyRequest): Call => ({
  body: (body ?? {}) as Fields,
  query: query as Fields,
  path: params as Record<string, string>,
})

/** PortOne's REST API, version 1, as documented. */
export function portoneRoutes(app: FastifyInstance, world: SimulatorState, tokens: Tokens): void {
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

    several('/payments', (query) => lookups.getPayments(world, query))
    on('GET', '/payments/:id', ({ path, query }) => lookups.getPayment(world, path.id ?? '', query))
    on('GET', '/payments/:id/balance', ({ path, query }) => lookups.balance(world, path.id ?? '', query))
    for (const rest of ['', '/:status']) {
      on('GET', `/payments/find/:uid${rest}`, ({ path, query }) =>
        lookups.findPayment(world, path.uid ?? '', path.status, query),
      )
      on('GET', `/payments/findAll/:uid${rest}`, ({ path, query }) =>
        lookups.findPayments(world, path.uid ?? '', path.status, query),
      )
    }
    on('GET', '/payments/status/:status', ({ path, query }) => lookups.getByStatus(world, path.status ?? '', query))
    on('POST', '/payments/cancel', ({ body }) => cancelPayment(world, body))
    on('POST', '/payments/prepare', ({ body }) => prepare(world, body))
    on('PUT', '/payments/prepare', ({ body }) => changePrepared(world, body))
    on('GET', '/payments/prepare/:uid', ({ path }) => getPrepared(world, path.uid ?? ''))

    several('/subscribe/customers', (query) => cards.getKeys(world, query))
    on('POST', '/subscribe/customers/:uid', ({ path, body }) => cards.issueKey(world, path.uid ?? '', body))
    on('GET', '/subscribe/customers/:uid', ({ path }) => cards.keyOf(world, path.uid ?? '').customer)
    on('DELETE', '/subscribe/customers/:uid', ({ path }) => cards.deleteKey(world, path.uid ?? ''))
    on('POST', '/subscribe/payments/again', ({ body }) => cards.payAgain(world, body))
    on('POST', '/subscribe/payments/onetime', ({ body }) => cards.payOnce(world, body))

    const due = '/subscribe/payments/schedule'
    on('POST', due, ({ body }) => schedules.schedule(world, body))
    on('GET', due, ({ query }) => schedules.getSchedules(world, query))
    on('POST', '/subscribe/payments/unschedule', ({ body }) => schedules.unschedule(world, body))
    on('GET', `${due}/:uid`, ({ path }) => schedules.getSchedule(world, path.uid ?? ''))
    on('PUT', `${due}/:uid`, ({ path, body }) => schedules.changeSchedule(world, path.uid ?? '', body))
    on('POST', `${due}/:uid/retry`, ({ path }) => schedules.retry(world, path.uid ?? ''))
    on('POST', `${due}/:uid/reschedule`, ({ path, body }) => schedules.reschedule(world, path.uid ?? '', body))
    for (const url of [`${due}/customers/:uid`, '/subscribe/customers/:uid/schedules'])
      on('GET', url, ({ path, query }) => schedules.getSchedules(world, query, path.uid))

    on('POST', '/vbanks', ({ body }) => issueAccount(world, body))
    on('PUT', '/vbanks/:id', ({ path, body }) => changeAccount(world, path.id ?? '', body))
    on('DELETE', '/vbanks/:id', ({ path }) => closeAccount(world, path.id ?? ''))
    done()
  })
}

export const success = (response: unknown) => ({ code: 0, message: null, response })
