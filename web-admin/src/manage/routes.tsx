import { accessLogRoutes } from './access-log/routes.tsx'
import { accountRoutes } from './account/routes.tsx'
import { adminRoutes } from './admins/routes.tsx'
import { alertRoutes } from './alerts/routes.tsx'
import { apiKeyRoutes } from './api-keys/routes.tsx'
import { auditRoutes } from './audit/routes.tsx'
import { bannerRoutes } from './banners/routes.tsx'
import { boardRoutes } from './board/routes.tsx'
import { closingRoutes } from './closing/routes.tsx'
import { couponRoutes } from './coupons/routes.tsx'
import { deadLetterRoutes } from './dead-letters/routes.tsx'
import { deviceRoutes } from './devices/routes.tsx'
import { gateRoutes } from './gates/routes.tsx'
import { homeRoutes } from './home/routes.tsx'
import { memberRoutes } from './members/routes.tsx'
import { messageRoutes } from './messages/routes.tsx'
import { noticeRoutes } from './notices/routes.tsx'
import { orderRoutes } from './orders/routes.tsx'
import { owedReturnRoutes } from './owed-returns/routes.tsx'
import { productRoutes } from './products/routes.tsx'
import { readRoutes } from './reads/routes.tsx'
import { screenRoutes } from './screens/routes.tsx'
import { settingRoutes } from './settings/routes.tsx'
import { settlementRoutes } from './settlements/routes.tsx'
import { PageCrash, shell } from './shell/route.tsx'
import { statisticsRoutes } from './statistics/routes.tsx'
import { storeImportRoutes } from './store-import/routes.tsx'
import { storeRoutes } from './stores/routes.tsx'
import { subscriptionRoutes } from './subscriptions/routes.tsx'
import { termsRoutes } from './terms/routes.tsx'
import { useLogRoutes } from './use-logs/routes.tsx'
import { userProductRoutes } from './user-products/routes.tsx'
import { visitRoutes } from './visits/routes.tsx'
import { webhookRoutes } from './webhooks/routes.tsx'

const pages = [
  ...homeRoutes,
  ...boardRoutes,
  ...statisticsRoutes,
  ...closingRoutes,
  ...visitRoutes,
  ...readRoutes,
  ...memberRoutes,
  ...productRoutes,
  ...couponRoutes,
  ...storeRoutes,
  ...storeImportRoutes,
  ...orderRoutes,
  ...owedReturnRoutes,
  ...settlementRoutes,
  ...userProductRoutes,
  ...useLogRoutes,
  ...subscriptionRoutes,
  ...bannerRoutes,
  ...noticeRoutes,
  ...termsRoutes,
  ...alertRoutes,
  ...deviceRoutes,
  ...gateRoutes,
  ...screenRoutes,
  ...deadLetterRoutes,
  ...settingRoutes,
  ...adminRoutes,
  ...apiKeyRoutes,
  ...messageRoutes,
  ...webhookRoutes,
  ...auditRoutes,
  ...accessLogRoutes,
  ...accountRoutes,
] as const
for (const page of pages) page.update({ errorComponent: PageCrash })

/** The management routes, from each area. A page that crashes is shown inside the shell. */
export const manage = shell.addChildren(pages)
