import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { patiently, resultOf, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { type Product, startProduct } from '../product.ts'
import { forEachConcurrently } from '../raw-http.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'

export type NoticeAttacks = {
  sent: number
  /** Look-ups at the provider that the notices caused. */
  lookUps: number
  /** Notices with a response other than 200. */
  refused: string[]
  /** State of the unpaid order, and of the one that was paid one won too little. */
  unpaid: string
  short: string
}

type Order = { id: string; merchantUid: string; amount: number; state: string; failReason: string | null }
type Books = { response: { calls: Record<string, number> } }

/** Look-ups of payments at the provider so far. */
async function lookUpsOf(base: string): Promise<number> {
  const { body } = await send<Books>(base, 'GET', '/dev/portone/control/ledger')
  return Object.entries(body.response.calls)
    .filter(([call]) => /payments/.test(call))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Notices of payments that do not exist, some for an existing order, and a payment of one won too little. */
export async function noticeAttacks({ ready }: Product, count: number): Promise<NoticeAttacks> {
  const { http, email, password } = ready
  const [admin, member] = [await signIn(http, email, password), await joinMember(http)]
  const { accessToken: token } = member
  const body = { name: '손세차', type: 'onetime', price: 35_000 }
  const product = { token: admin.accessToken, body }
  const { id: productId } = await resultOf<{ id: string }>(http, 'POST', '/admin/api/products', product)
  const order = () => resultOf<Order>(http, 'POST', '/api/orders', { token, body: { productId } })
  const [unpaid, short] = [await order(), await order()]
  const stateOf = async ({ id }: Order) => {
    const { state, failReason } = await resultOf<Order>(http, 'GET', `/api/orders/${id}`, { token })
    return failReason ? `${state} ${failReason}` : state
  }
  const before = await lookUpsOf(http)
  const refused: string[] = []
  const junk = Array.from({ length: count }, (_, at) => at)
  await forEachConcurrently(junk, 16, async (at) => {
    const known = at % 4 === 0
    const merchant_uid = known ? unpaid.merchantUid : `kc_${randomUUID().replaceAll('-', '')}`
    const body = {
      imp_uid: `imp_${at}${'x'.repeat(at % 20)}`,
      merchant_uid,
      status: ['paid', 'cancelled', 'ready'][at % 3],
    }
    const { status } = await patiently(() => send(http, 'POST', '/api/orders/webhook', { body }))
    if (status !== 200) refused.push(`${status} for ${at}`)
  })
  await wait(1_000) // a look-up that a notice triggers starts immediately
  const lookUps = (await lookUpsOf(http)) - before
  const paid = { merchant_uid: short.merchantUid, amount: short.amount - 1, force: true }
  await send(http, 'POST', '/dev/portone/control/pay', { body: paid })
  for (const until = Date.now() + 10_000; Date.now() < until && (await stateOf(short)) === 'Create'; ) await wait(50)
  return { sent: count, lookUps, refused, unpaid: await stateOf(unpaid), short: await stateOf(short) }
}

/** Stored notices per order, each of which may cause one look-up. */
const mostOfOrder = 110

export const notices: Scenario = {
  about: '10,000 forged payment notices, and a payment of one won too little',
  async run() {
    await using product = await startProduct()
    const { refused, ...figures } = await noticeAttacks(product, 10_000)
    const { claims, cases = [] } = nothingFound({ 'response other than 200': refused })
    return [
      {
        name: 'notices',
        figures,
        claims: {
          ...claims,
          'the provider gets at most one look-up per stored notice': figures.lookUps <= mostOfOrder,
          'an unpaid order stays unpaid': figures.unpaid === 'Create',
          'an underpaid order fails': figures.short === 'Fail AMOUNT_MISMATCH',
        },
        cases,
      },
    ]
  },
}
