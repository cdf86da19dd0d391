import { alertOperations } from './alerts/alerts.ts'
import { addressOperations } from './catalog/addresses.ts'
import { appSettingOperations } from './catalog/app-settings.ts'
import { bannerOperations } from './catalog/banners.ts'
import { imageOperations } from './catalog/images.ts'
import { noticeOperations } from './catalog/notices.ts'
import { productOperations } from './catalog/products.ts'
import { storeOperations } from './catalog/stores.ts'
import { termsOperations } from './catalog/terms.ts'
import { AttentionStores, attentionOperations } from './gateway/attention.ts'
import { demoOperations } from './gateway/demo.ts'
import { gatewayOperations } from './gateway/operations.ts'
import { accessLogOperations } from './member/access-logs.ts'
import { adminPasswordOperations } from './member/admin-passwords.ts'
import { adminOperations } from './member/admins.ts'
import { alertPhoneOperations } from './member/alert-phone.ts'
import { apiKeyOperations } from './member/api-keys.ts'
import { auditLogOperations } from './member/audit-logs.ts'
import { carOperations } from './member/cars.ts'
import { invitationOperations } from './member/invitations.ts'
import { memberAdministrationOperations } from './member/member-administration.ts'
import { memberOperations } from './member/members.ts'
import { messageOperations } from './member/messages.ts'
import { passkeyOperations } from './member/passkeys.ts'
import { phoneVerificationOperations } from './member/phone-verification.ts'
import { screenOperations } from './member/screens.ts'
import { secondFactorOperations } from './member/second-factors.ts'
import { setupOperations } from './member/setup.ts'
import { socialNoticeOperations } from './member/social-notices.ts'
import { defineService, partOf, type ServiceName } from './model/operation.ts'
import { cardOperations } from './orders/cards.ts'
import { clockOperations } from './orders/clock.ts'
import { counterSaleOperations } from './orders/counter-sales.ts'
import { couponOperations } from './orders/coupons.ts'
import { ordersForServices } from './orders/expected-plates.ts'
import { orderOperations } from './orders/orders.ts'
import { owedReturnOperations } from './orders/owed-returns.ts'
import { priceChangeOperations } from './orders/price-changes.ts'
import { settlementOperations } from './orders/settlements.ts'
import { orderStatisticsOperations } from './orders/statistics.ts'
import { useLogOperations } from './orders/use-logs.ts'
import { userProductOperations } from './orders/user-products.ts'
import { adapterOperations } from './recognition/adapters.ts'
import { deadLetterOperations } from './recognition/dead-letters.ts'
import { deviceOperations } from './recognition/devices.ts'
import { gateOperations } from './recognition/gates.ts'
import { listedPlateOperations } from './recognition/listed-plates.ts'
import { readReviewOperations } from './recognition/read-reviews.ts'
import { rehearsalOperations } from './recognition/rehearsals.ts'
import { visitStatisticsOperations } from './recognition/statistics.ts'
import { visitOperations } from './recognition/visits.ts'
import { webhookOperations } from './webhooks/endpoints.ts'

/**
 * The table of operations. Routes, validation, API reference, bus subjects, client and the tests' access matrix are
 * derived from it. Names are unique in the whole table, so that the client can export each operation by its name.
 */
export const contract = {
  member: defineService('member', {
    ...adminOperations,
    ...setupOperations,
    ...invitationOperations,
    ...adminPasswordOperations,
    ...secondFactorOperations,
    ...passkeyOperations,
    ...alertPhoneOperations,
    ...apiKeyOperations,
    ...webhookOperations,
    ...alertOperations,
    ...memberOperations,
    ...phoneVerificationOperations,
    ...carOperations,
    ...socialNoticeOperations,
    ...memberAdministrationOperations,
    ...messageOperations,
    ...screenOperations,
    ...auditLogOperations,
    ...accessLogOperations,
  }),
  catalog: defineService('catalog', {
    ...appSettingOperations,
    ...bannerOperations,
    ...noticeOperations,
    ...productOperations,
    ...storeOperations,
    ...termsOperations,
    ...imageOperations,
    ...addressOperations,
  }),
  orders: defineService('orders', {
    ...orderOperations,
    ...couponOperations,
    ...counterSaleOperations,
    ...settlementOperations,
    ...owedReturnOperations,
    ...cardOperations,
    ...userProductOperations,
    ...priceChangeOperations,
    ...useLogOperations,
    ...orderStatisticsOperations,
    ...clockOperations,
  }),
  recognition: defineService('recognition', {
    ...deviceOperations,
    ...gateOperations,
    ...listedPlateOperations,
    ...visitOperations,
    ...deadLetterOperations,
    ...readReviewOperations,
    ...rehearsalOperations,
    ...visitStatisticsOperations,
  }),
  gateway: defineService('gateway', {
    ...gatewayOperations,
    ...attentionOperations,
    ...demoOperations,
    ...adapterOperations,
  }),
}
export type Contract = typeof contract

const { getAttention, getDemo, removeDemo } = contract.gateway

/** The parts of a service in the operations that the gateway composes. */
const partsOf = <N extends Exclude<ServiceName, 'gateway'>>(service: N) => ({
  getAttention: partOf(getAttention, service),
  getDemo: partOf(getDemo, service),
  removeDemo: partOf(removeDemo, service),
})

/** The operations that each service serves: its own, those for other services, and its parts of those that the gateway composes. */
export const served = {
  member: { ...contract.member, ...partsOf('member') },
  catalog: {
    ...contract.catalog,
    ...partsOf('catalog'),
    getAttention: { ...partOf(getAttention, 'catalog'), input: AttentionStores },
  },
  orders: { ...contract.orders, ...ordersForServices, ...partsOf('orders') },
  recognition: { ...contract.recognition, ...partsOf('recognition') },
}
export type Served = typeof served
