import { type OrderDetail, owedReturnCauseLabels, productTypeLabels, type UsedCoupon } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Moment } from '../components/Moment.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import { spokenPhone } from '../members/phone.ts'
import { text as owedText } from '../owed-returns/copy.ts'
import { momentOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { IssueReceiptButton } from './IssueReceiptButton.tsx'
import { failReasonLabel, methodLabel } from './labels.ts'
import styles from './orders.module.css'
import { openOwedOf } from './refund.ts'

type Of = { order: OrderDetail }

const moment = (at: string) => <Moment at={at} text={momentOf(at)} />

/** Ordered product, member, and a link to the resulting user product. */
export function OrderFacts({ order }: Of) {
  return (
    <Panel title={text.facts}>
      <Facts
        facts={[
          [text.product, <ProductLink key="product" order={order} />],
          [text.productType, productTypeLabels[order.productType]],
          [text.ordered, moment(order.createdAt)],
          [text.member, <MemberLink key="member" id={order.memberId} name={order.memberName} />],
          order.memberPhoneNumber === '' ? null : [text.phone, spokenPhone(order.memberPhoneNumber)],
          order.userProductId === null ? null : [text.userProduct, <UserProductLink key="granted" order={order} />],
          [text.number, <Copyable key="number" text={order.merchantUid} label={text.copyNumber} />],
        ]}
      />
    </Panel>
  )
}

/** How the order was or will be paid, paid and refunded amounts. */
export function PaymentFacts({ order }: Of) {
  const { payment, paidAt, refundedAt, refundedAmount, failReason, coupon } = order
  const method = methodLabel(payment)
  const account = payment?.virtualAccount
  const receipt = payment?.receiptUrl
  const { cashReceipt = null, storeId = null }: Partial<OrderDetail> = order // not of an orders service of an earlier version
  const { data: stores = [] } = useQuery({ ...storesQuery, enabled: storeId !== null })
  return (
    <Panel title={text.payment} actions={<IssueReceiptButton order={order} />}>
      <Facts
        facts={[
          [text.amount, wonOf(order.amount)],
          coupon == null ? null : [text.coupon, <CouponLink key="coupon" coupon={coupon} />],
          coupon == null ? null : [text.discount, wonOf(order.discount)],
          method === null ? null : [text.method, method],
          payment?.api === undefined ? null : [text.provider, text.providerApi(payment.api)],
          storeId === null ? null : [text.counterStore, stores.find(({ id }) => id === storeId)?.name ?? ''],
          payment?.approvalNumber === undefined ? null : [text.approval, payment.approvalNumber],
          cashReceipt === null
            ? null
            : [
                text.cashReceipt,
                [
                  text.cashReceiptStates[cashReceipt.state],
                  text.cashReceiptKinds[cashReceipt.kind],
                  wonOf(cashReceipt.amount),
                  cashReceipt.number,
                  cashReceipt.refusal,
                ]
                  .filter(Boolean)
                  .join(' · '),
              ],
          account === undefined
            ? null
            : [
                text.account,
                <span key="account" className={styles.lines}>
                  {text.holder(account.bank, account.holder)}
                  <Copyable text={account.number} label={text.copyAccount} />
                </span>,
              ],
          account?.dueAt == null ? null : [text.accountDue, moment(account.dueAt)],
          paidAt === null ? null : [text.paid, moment(paidAt)],
          refundedAmount === 0 ? null : [text.refunded, wonOf(refundedAmount)],
          paidAt === null ? null : [text.left, wonOf(order.amount - refundedAmount)],
          refundedAt === null ? null : [text.refundedAt, moment(refundedAt)],
          failReason === null ? null : [text.failReason, failReasonLabel(failReason)],
          receipt === undefined || !/^https?:/.test(receipt)
            ? null
            : [
                text.receipt,
                <a key="receipt" href={receipt} target="_blank" rel="noreferrer" className={list.rowLink}>
                  {text.seeReceipt}
                </a>,
              ],
        ]}
      />
    </Panel>
  )
}

/** Money of the order that is owed to the member; nothing if there is none. */
export function OwedFacts({ order }: Of) {
  const owed = openOwedOf(order)
  if (owed.length === 0) return null
  return (
    <Panel
      title={text.owed}
      actions={
        <Link to="/manage/owedReturns" className={list.rowLink}>
          {text.seeOwed}
        </Link>
      }
    >
      <Facts
        facts={owed.map(({ id, amount, cause, lastReason }) => [
          owedReturnCauseLabels[cause],
          <span key={id} className={styles.lines}>
            {wonOf(amount)}
            <small>{lastReason === null ? owedText.waiting : owedText.reasons[lastReason]}</small>
          </span>,
        ])}
      />
    </Panel>
  )
}

const ProductLink = ({ order: { productId, productName } }: Of) => (
  <Link to={`/manage/products/${productId}` as string} className={list.rowLink}>
    {productName}
  </Link>
)

/** Links to the coupon for an administrator who may see it. */
function CouponLink({ coupon: { id, name } }: { coupon: UsedCoupon }) {
  if (!useMay()('getCoupon')) return name
  return (
    <Link to={`/manage/coupons/${id}` as string} className={list.rowLink}>
      {name}
    </Link>
  )
}

/** Links to the member's products: a single user product has no page. */
const UserProductLink = ({ order: { memberId, productId } }: Of) => (
  <Link to="/manage/userProducts" search={{ memberId, productId }} className={list.rowLink}>
    {text.seeUserProduct}
  </Link>
)
