/** A cancellation as far as money goes; won. */
type Asked = { amount: number; cancellable: number | null }
type Seen = { amount: number; cancelledAmount: number }

/** Whether at least as much of a payment has gone back as was meant to. */
export const isBack = ({ amount, cancellable }: Asked, payment: Seen): boolean =>
  payment.cancelledAmount >= payment.amount - (cancellable ?? amount) + amount
