import type { OrderDetail } from '@kingcar/contract'
import { productTypeLabels } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Copyable } from '../components/Copyable.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import { spokenPhone } from '../members/phone.ts'
import { stampOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { failReasonLabel } from './labels.ts'

type Of = { order: OrderDetail }

const moment = (at: string) => <time dateTime={at}>{stampOf(at)}</time>

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

/** Paid and refunded amounts. */
export function PaymentFacts({ order }: Of) {
  const { paidAt, refundedAt, refundedAmount, failReason } = order
  return (
    <Panel title={text.payment}>
      <Facts
        facts={[
          [text.amount, wonOf(order.amount)],
          paidAt === null ? null : [text.paid, moment(paidAt)],
          refundedAmount === 0 ? null : [text.refunded, wonOf(refundedAmount)],
          paidAt === null ? null : [text.left, wonOf(order.amount - refundedAmount)],
          refundedAt === null ? null : [text.refundedAt, moment(refundedAt)],
          failReason === null ? null : [text.failReason, failReasonLabel(failReason)],
        ]}
      />
    </Panel>
  )
}

const ProductLink = ({ order: { productId, productName } }: Of) => (
  <Link to={`/manage/products/${productId}` as string} className={list.rowLink}>
    {productName}
  </Link>
)

/** Links to the member's products: a single user product has no page. */
const UserProductLink = ({ order: { memberId, productId } }: Of) => (
  <Link to="/manage/userProducts" search={{ memberId, productId }} className={list.rowLink}>
    {text.seeUserProduct}
  </Link>
)
