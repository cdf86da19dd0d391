import type { Handlers } from '@kingcar/bus'
import type { Served } from '@kingcar/contract'
import { getAttention } from './attention/get.ts'
import { createCard } from './card/create.ts'
import { deleteCard } from './card/delete.ts'
import { listCards } from './card/list.ts'
import { updateCard } from './card/update.ts'
import { getClock, moveClock } from './clock/set-clock.ts'
import type { Ctx } from './context.ts'
import { issueCashReceipt } from './counter-sale/issue-receipt.ts'
import { listCounterCars } from './counter-sale/list-cars.ts'
import { priceCounterSale } from './counter-sale/price.ts'
import { sellProduct } from './counter-sale/sell.ts'
import { createCoupon } from './coupon/create.ts'
import { deleteCoupon } from './coupon/delete.ts'
import { endCoupon } from './coupon/end.ts'
import { getCoupon, listCoupons } from './coupon/list.ts'
import { updateCoupon } from './coupon/update.ts'
import { getDemo } from './demo/get.ts'
import { removeDemo } from './demo/remove.ts'
import { createOrder } from './order/create.ts'
import { exportOrders } from './order/export.ts'
import { getMyOrder, getOrder } from './order/get.ts'
import { countOrders, listMyOrders, listOrders } from './order/list.ts'
import { priceOrder } from './order/price.ts'
import { listOwedReturns } from './owed-return/list.ts'
import { cancelOrder } from './payment/cancel.ts'
import { payOrder } from './payment/pay.ts'
import { refundMyOrder, refundOrder } from './payment/refund.ts'
import { settleOwedReturn } from './payment/settle-owed-return.ts'
import { announcePriceChange } from './price-change/announce.ts'
import { listPriceChanges } from './price-change/list.ts'
import { withdrawPriceChange } from './price-change/withdraw.ts'
import { answerPriceChange, recordPriceAnswer } from './renewal/answer-price.ts'
import { changeMyProduct, getMyProductChange, getUserProductChange } from './renewal/change.ts'
import { changeUserProductPlan } from './renewal/change-by-admin.ts'
import { countSubscriptions } from './renewal/count.ts'
import { pauseMyProduct, pauseUserProduct, unpauseMyProduct, unpauseUserProduct } from './renewal/pause.ts'
import { resumeRenewal, resumeUserProduct } from './renewal/resume.ts'
import { retryPayment, retryUserProductPayment } from './renewal/retry-payment.ts'
import { stopRenewal, stopUserProduct } from './renewal/stop.ts'
import { countSettlements } from './settlement/count.ts'
import { deleteSettlement } from './settlement/delete.ts'
import { getSettlement } from './settlement/get.ts'
import { importSettlement } from './settlement/import.ts'
import { listSettlements } from './settlement/list.ts'
import { exportSubscriptionCohorts, getSubscriptionCohorts } from './statistics/cohorts.ts'
import { exportMoneyFigures, getMoneyFigures } from './statistics/money.ts'
import { getRevenue } from './statistics/revenue.ts'
import { compareSettlement } from './statistics/settlement.ts'
import { exportStatement, getStatement } from './statistics/statement.ts'
import { exportSubscriptionFigures, getSubscriptionFigures } from './statistics/subscriptions.ts'
import { exportUseFigures, getUseFigures } from './statistics/uses.ts'
import { createUseLog } from './use-log/create.ts'
import { exportUseLogs } from './use-log/export.ts'
import { countUseLogs, listMyUseLogs, listUseLogs } from './use-log/list.ts'
import { reverseUseLog } from './use-log/reverse.ts'
import { cancelUserProduct } from './user-product/cancel.ts'
import { listExpectedPlates } from './user-product/expected-plates.ts'
import { exportUserProducts } from './user-product/export.ts'
import { grantUserProduct } from './user-product/grant.ts'
import { countUserProducts, listMyProducts, listUserProducts } from './user-product/list.ts'
import { moveMyProduct, moveUserProduct } from './user-product/move.ts'
import { receivePaymentWebhook, receiveSignedPaymentWebhook } from './webhook/receive.ts'

/** Every operation of this service. */
export const handlers: Handlers<Ctx, Served['orders']> = {
  createOrder,
  priceOrder,
  payOrder,
  cancelOrder,
  refundMyOrder,
  refundOrder,
  priceCounterSale,
  sellProduct,
  listCounterCars,
  issueCashReceipt,
  receivePaymentWebhook,
  createCoupon,
  listCoupons,
  getCoupon,
  updateCoupon,
  endCoupon,
  deleteCoupon,
  receiveSignedPaymentWebhook,
  createCard,
  listCards,
  updateCard,
  deleteCard,
  stopRenewal,
  resumeRenewal,
  stopUserProduct,
  resumeUserProduct,
  pauseMyProduct,
  pauseUserProduct,
  unpauseMyProduct,
  unpauseUserProduct,
  getMyProductChange,
  changeMyProduct,
  changeUserProductPlan,
  announcePriceChange,
  listPriceChanges,
  withdrawPriceChange,
  answerPriceChange,
  recordPriceAnswer,
  getUserProductChange,
  countSubscriptions,
  retryPayment,
  retryUserProductPayment,
  getClock,
  moveClock,
  grantUserProduct,
  moveMyProduct,
  moveUserProduct,
  cancelUserProduct,
  createUseLog,
  reverseUseLog,
  listMyOrders,
  getMyOrder,
  listOrders,
  countOrders,
  exportOrders,
  getRevenue,
  getOrder,
  listOwedReturns,
  settleOwedReturn,
  listMyProducts,
  listUserProducts,
  countUserProducts,
  exportUserProducts,
  listMyUseLogs,
  listUseLogs,
  countUseLogs,
  exportUseLogs,
  getMoneyFigures,
  exportMoneyFigures,
  compareSettlement,
  importSettlement,
  listSettlements,
  getSettlement,
  countSettlements,
  deleteSettlement,
  getStatement,
  exportStatement,
  getSubscriptionFigures,
  exportSubscriptionFigures,
  getUseFigures,
  exportUseFigures,
  getSubscriptionCohorts,
  exportSubscriptionCohorts,
  listExpectedPlates,
  getAttention,
  getDemo,
  removeDemo,
}
