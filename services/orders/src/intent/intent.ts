/** The amount that a cancellation refunds, and what was left of the payment when it was requested; won. */
type CancelAmount = { amount: number; cancellable: number | null }
type PaymentAmounts = { amount: number; cancelledAmount: number }

/** Whether the cancelled amount of a payment has reached the total that this cancellation leads to. */
export const isCancelDone = ({ amount, cancellable }: CancelAmount, payment: PaymentAmounts): boolean =>
  payment.cancelledAmount >= payment.amount - (cancellable ?? amount) + amount
