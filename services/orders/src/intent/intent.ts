/** A cancellation as far as money goes; won. */
type CancelAmount = { amount: number; cancellable: number | null }
type PaymentAmounts = { amount: number; cancelledAmount: number }

/** Whether at least as much of a payment has gone back as was meant to. */
export const isCancelDone = ({ amount, cancellable }: CancelAmount, payment: PaymentAmounts): boolean =>
  payment.cancelledAmount >= payment.amount - (cancellable ?? amount) + amount
