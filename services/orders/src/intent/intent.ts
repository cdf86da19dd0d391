/** What a cancellation is to give back, and what was left of the payment when it was asked for; won. */
type CancelAmount = { amount: number; cancellable: number | null }
type PaymentAmounts = { amount: number; cancelledAmount: number }

/** Whether at least as much of a payment was cancelled as this cancellation was to bring it to. */
export const isCancelDone = ({ amount, cancellable }: CancelAmount, payment: PaymentAmounts): boolean =>
  payment.cancelledAmount >= payment.amount - (cancellable ?? amount) + amount
