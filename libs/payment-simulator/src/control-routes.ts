import type { FastifyInstance } from 'fastify'
import type { Controls, Issue, Refund } from './controls.ts'
import { answers, type FaultRule } from './fault-injection.ts'
import type { History } from './history.ts'
import { success } from './portone-routes.ts'
import { Refusal } from './refusal.ts'
import { type Fields, isTrue, numberOf, required, textOf } from './request-fields.ts'
import { refusalNamed } from './test-cards.ts'
import type { DeliverySettings } from './webhooks.ts'
import type { Pay } from './window.ts'

/**
 * The controls over HTTP, for developers and end-to-end tests. They need no token, because only this machine can reach
 * them.
 */
export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  const on = (name: string, work: (body: Fields) => unknown) =>
    app.post(`/control/${name}`, async ({ body }) => success((await work((body ?? {}) as Fields)) ?? null))

  on('pay', (body) => controls.pay(body as Pay))
  on('cards', (body) => {
    const [customer_uid, card_number] = [required(body, 'customer_uid'), textOf(body, 'card_number')]
    const api = textOf(body, 'api') === 'v2' ? { api: 'v2' as const } : {}
    return controls.issueKey(card_number === null ? { customer_uid, ...api } : { customer_uid, card_number, ...api })
  })
  on('fail', (body) => controls.fail(body as Pay))
  on('refuse', (body) => {
    const refusal = refusalNamed(required(body, 'refusal'))
    controls.refuse({ refusal, payments: countOf(body, 'payments', 1), customer_uid: textOf(body, 'customer_uid') })
    return controls.declines
  })
  on('issue', (body) => controls.issue(body as Issue))
  on('deposit', (body) => controls.deposit(required(body, 'imp_uid'), numberOf(body, 'amount')))
  on('extend', (body) => {
    required(body, 'imp_uid')
    return controls.extend(body as { imp_uid: string; vbank_due: number })
  })
  on('cancel', (body) => controls.cancel(body as Refund))
  on('history', (body) => controls.history(body as History))
  on('clock', (body) => controls.advance(numberOf(body, 'advance') ?? 0))
  on('misbehave', (body) => {
    controls.misbehave(ruleOf(body))
    return controls.rules
  })
  on('token/end', () => controls.endToken())
  on('behave', () => controls.behave())
  on('down', (body) => controls.down(textOf(body, 'down') !== 'false'))
  on('webhooks', (body) => controls.deliver(deliveryOf(body)))
  on('webhooks/release', (body) => {
    controls.release(textOf(body, 'order') === 'oldest' ? 'oldest' : 'newest')
    return controls.settled()
  })
  app.get('/control/ledger', () => success(controls.ledger()))
}

/** A count, or null for all. */
const countOf = (body: Fields, name: string, otherwise: number | null) =>
  body[name] === undefined ? otherwise : numberOf(body, name)

function ruleOf(body: Fields): FaultRule {
  const answer = answers.find((each) => each === (textOf(body, 'answer') ?? 'own'))
  if (answer === undefined) throw new Refusal(`answer는 ${answers.join(', ')} 중 하나여야 합니다.`)
  return {
    path: required(body, 'path'),
    method: textOf(body, 'method') ?? undefined,
    calls: countOf(body, 'calls', 1),
    before: numberOf(body, 'before') ?? 0,
    after: numberOf(body, 'after') ?? 0,
    work: textOf(body, 'work') !== 'false',
    answer,
    message: textOf(body, 'message') ?? undefined,
  }
}

function deliveryOf(body: Fields): Partial<DeliverySettings> {
  const changes: Partial<DeliverySettings> = {}
  if ('lose' in body) changes.lose = countOf(body, 'lose', 0)
  if ('copies' in body) changes.copies = numberOf(body, 'copies') ?? 1
  if ('delay' in body) changes.delay = numberOf(body, 'delay') ?? 0
  if ('hold' in body) changes.hold = isTrue(body, 'hold')
  if ('form' in body) changes.form = isTrue(body, 'form')
  return changes
}
