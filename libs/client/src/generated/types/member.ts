// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  Admin,
  AuditLog,
  Car,
  CarBrand,
  Id,
  Instant,
  Me,
  MemberDetail,
  MemberSummary,
  Page,
  PageQuery,
  Screen,
  Tokens,
} from './schemas.ts'

export type JoinAdminInput = { email: string; password: string; name: string; joinCode: string }
export type JoinAdminResult = { id: Id; email: string; name: string; createdAt: Instant }

export type LoginAdminInput = {
  email: string
  password: string
  /** Six digits of the authenticator app, or a recovery code; spaces, hyphens and case do not matter */
  code?: string
}

export type ReissueAdminInput = { accessToken: string; refreshToken: string }

export type LogoutAdminInput = { accessToken: string; refreshToken: string }

export type ListAdminsInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'email,asc' | 'email,desc' | 'name,asc' | 'name,desc')[]
}

export type GetAdminInput = { id: Id }

export type UpdateAdminInput = {
  id: Id
  name?: string
  disabled?: boolean
  /** The `x-permission` of each operation names the permission that it needs, and its description the roles with it */
  role?: 'owner' | 'manager' | 'staff' | 'accountant'
  storeIds?: Id[] | null
}

export type GetOwnAdminInput = Record<never, never>

export type ListAdminSessionsInput = Record<never, never>
export type ListAdminSessionsResult = {
  id: Id
  device: string | null
  address: string | null
  createdAt: Instant
  lastUsedAt: Instant
  /** The session of this request */
  current: boolean
}[]

export type EndAdminSessionInput = { id: Id }

export type EndOtherAdminSessionsInput = Record<never, never>

export type ChangeAdminPasswordInput = { currentPassword: string; newPassword: string }

export type GetSetupInput = Record<never, never>
export type GetSetupResult = {
  /** Whether no administrator exists */
  needed: boolean
}

export type SetUpInput = { code: string; name: string; email: string; password: string }

export type CreateInvitationInput = {
  /** The `x-permission` of each operation names the permission that it needs, and its description the roles with it */
  role: 'owner' | 'manager' | 'staff' | 'accountant'
  storeIds: Id[] | null
  email?: string
  name?: string
}
export type CreateInvitationResult = {
  id: Id
  link: string | null
  expiresAt: Instant
  /** Whether `email` gets the link by mail */
  mailed: boolean
}

export type ListInvitationsInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'expiresAt,asc' | 'expiresAt,desc')[]
}
export type ListInvitationsResult = Page<{
  id: Id
  /** The `x-permission` of each operation names the permission that it needs, and its description the roles with it */
  role: 'owner' | 'manager' | 'staff' | 'accountant'
  storeIds: Id[] | null
  email: string | null
  name: string | null
  /** Name of the administrator */
  invitedBy: string
  createdAt: Instant
  expiresAt: Instant
}>

export type WithdrawInvitationInput = { id: Id }

export type CheckInvitationInput = { token: string }
export type CheckInvitationResult = {
  /** The `x-permission` of each operation names the permission that it needs, and its description the roles with it */
  role: 'owner' | 'manager' | 'staff' | 'accountant'
  storeIds: Id[] | null
  email: string | null
  name: string | null
  expiresAt: Instant
}

export type AcceptInvitationInput = { token: string; name: string; email: string; password: string }

export type ForgetAdminPasswordInput = { email: string }

export type ResetAdminPasswordInput = { token: string; newPassword: string }

export type CreatePasswordLinkInput = { id: Id }
export type CreatePasswordLinkResult = {
  /** With the token in the fragment; a path of the console if `CONSOLE_URL` is not set */
  link: string
  expiresAt: Instant
}

export type GetSecondFactorsInput = Record<never, never>
export type GetSecondFactorsResult = {
  /** Whether an authenticator app is set up */
  totp: boolean
  /** The oldest first */
  passkeys: { id: Id; name: string; createdAt: Instant; lastUsedAt: Instant | null }[]
  /** Number of unused recovery codes */
  recoveryCodes: number
}

export type BeginTotpInput = { currentPassword: string }
export type BeginTotpResult = {
  /** Base32 */
  secret: string
  /** For the QR code that an authenticator app scans */
  uri: string
}

export type ConfirmTotpInput = {
  /** Six digits of the authenticator app, or a recovery code; spaces, hyphens and case do not matter */
  code: string
}
export type ConfirmTotpResult = {
  /** 10 codes, each of which replaces the second factor once; empty if the account still has unused codes */
  recoveryCodes: string[]
}

export type DeleteTotpInput = {
  currentPassword?: string
  /** Six digits of the authenticator app, or a recovery code; spaces, hyphens and case do not matter */
  code?: string
}

export type ReplaceRecoveryCodesInput = DeleteTotpInput

export type ResetSecondFactorInput = { id: Id }

export type BeginPasskeyInput = { currentPassword: string }
export type BeginPasskeyResult = {
  challenge: string
  rp: {
    /** Host of `CONSOLE_URL` */
    id: string
    name: string
  }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  excludeCredentials: { type: 'public-key'; id: string }[]
  authenticatorSelection: { residentKey: 'required'; userVerification: 'required' }
  /** Milliseconds */
  timeout: number
}

export type ConfirmPasskeyInput = {
  name: string
  /** `id` of the credential */
  credentialId: string
  /** `response.clientDataJSON` of the credential */
  clientDataJSON: string
  /** `response.attestationObject` of the credential */
  attestationObject: string
}

export type UpdatePasskeyInput = { id: Id; name: string }
export type UpdatePasskeyResult = { id: Id; name: string; createdAt: Instant; lastUsedAt: Instant | null }

export type DeletePasskeyInput = { id: Id }

export type BeginPasskeyLoginInput = Record<never, never>
export type BeginPasskeyLoginResult = {
  challenge: string
  /** Host of `CONSOLE_URL` */
  rpId: string
  userVerification: 'required'
  /** Milliseconds */
  timeout: number
}

export type LoginByPasskeyInput = {
  /** `id` of the credential */
  credentialId: string
  /** `response.clientDataJSON` of the credential */
  clientDataJSON: string
  /** `response.authenticatorData` of the credential */
  authenticatorData: string
  /** `response.signature` of the credential */
  signature: string
  /** `response.userHandle` of the credential */
  userHandle: string
}

export type SendAlertPhoneCodeInput = { phoneNumber: string }
export type SendAlertPhoneCodeResult = { verificationId: Id; expiresAt: Instant; resendAfter: Instant }

export type ConfirmAlertPhoneInput = { phoneNumber: string; verificationId: Id; code: string }

export type DeleteAlertPhoneInput = Record<never, never>

export type CreateApiKeyInput = {
  name: string
  /** Permissions of the key; CSV files also need `exports` */
  permissions: (
    | 'visits.read'
    | 'visits.correct'
    | 'uses.read'
    | 'uses.record'
    | 'devices.read'
    | 'devices.manage'
    | 'members.read'
    | 'members.contact'
    | 'members.change'
    | 'orders.read'
    | 'orders.refund'
    | 'orders.sell'
    | 'userProducts.change'
    | 'catalog.read'
    | 'catalog.change'
    | 'terms.change'
    | 'statistics.read'
    | 'settlements.manage'
    | 'exports'
    | 'audit.read'
  )[]
  storeIds: Id[] | null
  expiresAt: Instant
}
export type CreateApiKeyResult = { id: Id; key: string | null; expiresAt: Instant }

export type ListApiKeysInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'expiresAt,asc' | 'expiresAt,desc')[]
}
export type ListApiKeysResult = Page<{
  id: Id
  /** Name of the program that uses the key */
  name: string
  /** Permissions of the key; CSV files also need `exports` */
  permissions: (
    | 'visits.read'
    | 'visits.correct'
    | 'uses.read'
    | 'uses.record'
    | 'devices.read'
    | 'devices.manage'
    | 'members.read'
    | 'members.contact'
    | 'members.change'
    | 'orders.read'
    | 'orders.refund'
    | 'orders.sell'
    | 'userProducts.change'
    | 'catalog.read'
    | 'catalog.change'
    | 'terms.change'
    | 'statistics.read'
    | 'settlements.manage'
    | 'exports'
    | 'audit.read'
  )[]
  storeIds: Id[] | null
  /** Name of the administrator */
  createdBy: string
  /** The administrator who created the key is disabled; the key remains valid */
  createdByDisabled: boolean
  createdAt: Instant
  expiresAt: Instant
  rotatedAt: Instant | null
  overlapUntil: Instant | null
  lastUsedAt: Instant | null
}>

export type RotateApiKeyInput = {
  id: Id
  /** Default 24 */
  overlapHours?: number
}
export type RotateApiKeyResult = { id: Id; key: string | null; expiresAt: Instant }

export type DeleteApiKeyInput = { id: Id }

export type CreateWebhookEndpointInput = {
  name: string
  /** An `https` address that is reachable from the Internet, with port 443 or one above 1023 */
  url: string
  /** Types of the events that are sent to the endpoint */
  eventTypes: (
    | 'visit.created'
    | 'visit.changed'
    | 'visit.ended'
    | 'read.doubtful'
    | 'gate.decision'
    | 'product.used'
    | 'product.useReversed'
    | 'order.paid'
    | 'order.refunded'
    | 'subscription.renewed'
    | 'subscription.paymentFailed'
    | 'subscription.ended'
    | 'device.offline'
    | 'device.online'
    | 'alert.opened'
    | 'alert.closed'
    | 'member.joined'
    | 'member.left'
  )[]
}
export type CreateWebhookEndpointResult = { id: Id; secret: string | null }

export type ListWebhookEndpointsInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

export type UpdateWebhookEndpointInput = {
  id: Id
  name?: string
  /** An `https` address that is reachable from the Internet, with port 443 or one above 1023 */
  url?: string
  /** Types of the events that are sent to the endpoint */
  eventTypes?: (
    | 'visit.created'
    | 'visit.changed'
    | 'visit.ended'
    | 'read.doubtful'
    | 'gate.decision'
    | 'product.used'
    | 'product.useReversed'
    | 'order.paid'
    | 'order.refunded'
    | 'subscription.renewed'
    | 'subscription.paymentFailed'
    | 'subscription.ended'
    | 'device.offline'
    | 'device.online'
    | 'alert.opened'
    | 'alert.closed'
    | 'member.joined'
    | 'member.left'
  )[]
  enabled?: boolean
}
export type UpdateWebhookEndpointResult = {
  id: Id
  /** Name of the partner's system */
  name: string
  /** An `https` address that is reachable from the Internet, with port 443 or one above 1023 */
  url: string
  /** Types of the events that are sent to the endpoint */
  eventTypes: (
    | 'visit.created'
    | 'visit.changed'
    | 'visit.ended'
    | 'read.doubtful'
    | 'gate.decision'
    | 'product.used'
    | 'product.useReversed'
    | 'order.paid'
    | 'order.refunded'
    | 'subscription.renewed'
    | 'subscription.paymentFailed'
    | 'subscription.ended'
    | 'device.offline'
    | 'device.online'
    | 'alert.opened'
    | 'alert.closed'
    | 'member.joined'
    | 'member.left'
  )[]
  enabled: boolean
  disabledAt: Instant | null
  disabledReason: 'admin' | 'failing' | null
  failingSince: string | null
  /** Number of deliveries that wait for a try */
  waiting: number
  /** Name of the administrator */
  createdBy: string
  createdAt: Instant
  rotatedAt: Instant | null
  overlapUntil: Instant | null
  /** Version of the endpoint; in quotes it is the value of `If-Match` for a change */
  version: number
}

export type RotateWebhookSecretInput = RotateApiKeyInput
export type RotateWebhookSecretResult = { id: Id; secret: string | null }

export type TestWebhookEndpointInput = { id: Id }
export type TestWebhookEndpointResult = {
  status: number | null
  error: 'status' | 'redirect' | 'timeout' | 'name' | 'address' | 'connection' | 'expired' | null
  response: string | null
  milliseconds: number
}

export type ListWebhookDeliveriesInput = PageQuery & {
  id: Id
  state?: 'waiting' | 'delivered' | 'failed'
  sort?: ('createdAt,asc' | 'createdAt,desc')[]
}
export type ListWebhookDeliveriesResult = Page<{
  /** The `webhook-id` */
  eventId: string
  type: string
  /** Deliveries with the same key are sent one after the other */
  key: string
  /** waiting: for its next try; delivered: a try got 2xx; failed: all tries in three days failed, or the deadline of the event has passed */
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: Instant
  endedAt: Instant | null
  nextTryAt: Instant | null
  /** The newest first */
  tries: {
    at: Instant
    status: number | null
    error: 'status' | 'redirect' | 'timeout' | 'name' | 'address' | 'connection' | 'expired' | null
    response: string | null
    milliseconds: number
  }[]
}>

export type ReplayWebhookDeliveriesInput = {
  id: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
}
export type ReplayWebhookDeliveriesResult = { deliveries: number; next: string | null }

export type DeleteWebhookEndpointInput = { id: Id }

export type ListAlertsInput = PageQuery & {
  state?: 'open' | 'closed'
  /** offlineDevices and offlineScreens: no message for more than the minutes of `threshold`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than `threshold`; fullStorage:
    the storage of the streams is filled to the percentage of `threshold`; refund: an order was refunded by more than
    `threshold` KRW; newDevice: an administrator signed in from another device */
  kind?:
    | 'offlineDevices'
    | 'offlineScreens'
    | 'failedRenewals'
    | 'owedReturns'
    | 'deadLetters'
    | 'disabledWebhooks'
    | 'fullStorage'
    | 'refund'
    | 'newDevice'
  storeId?: Id
  sort?: ('openedAt,asc' | 'openedAt,desc')[]
}
export type ListAlertsResult = Page<{
  id: Id
  /** offlineDevices and offlineScreens: no message for more than the minutes of `threshold`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than `threshold`; fullStorage:
    the storage of the streams is filled to the percentage of `threshold`; refund: an order was refunded by more than
    `threshold` KRW; newDevice: an administrator signed in from another device */
  kind:
    | 'offlineDevices'
    | 'offlineScreens'
    | 'failedRenewals'
    | 'owedReturns'
    | 'deadLetters'
    | 'disabledWebhooks'
    | 'fullStorage'
    | 'refund'
    | 'newDevice'
  storeId: Id | null
  storeName: string | null
  /** Number of affected devices, orders and so on; a percentage for `fullStorage` */
  count: number
  /** Names of the affected devices, screens or endpoints: the oldest, at most three; no names of members */
  names: string[]
  targetId: string | null
  /** Unit by kind: minutes, a number, percent or KRW; 0 for `newDevice` */
  threshold: number
  channels: ('bell' | 'browser' | 'mail' | 'talk' | 'webhook')[]
  since: string | null
  openedAt: Instant
  /** Time of the last report: when it opened, when more was affected, or because it stays open */
  notifiedAt: string
  closedAt: Instant | null
}>

export type GetAlertBellInput = Record<never, never>
export type GetAlertBellResult = {
  /** Number of unseen alerts, counted up to 99 */
  unseen: number
  seenUntil: Instant | null
  /** The newest ten */
  latest: ListAlertsResult['content'][number][]
}

export type MarkAlertsSeenInput = { until: Instant }

export type ListAlertRulesInput = PageQuery & { sort?: ('createdAt,asc' | 'createdAt,desc')[] }

export type GetAlertRecipientsInput = {
  /** offlineDevices and offlineScreens: no message for more than the minutes of `threshold`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than `threshold`; fullStorage:
    the storage of the streams is filled to the percentage of `threshold`; refund: an order was refunded by more than
    `threshold` KRW; newDevice: an administrator signed in from another device */
  kind:
    | 'offlineDevices'
    | 'offlineScreens'
    | 'failedRenewals'
    | 'owedReturns'
    | 'deadLetters'
    | 'disabledWebhooks'
    | 'fullStorage'
    | 'refund'
    | 'newDevice'
}
export type GetAlertRecipientsResult = {
  roles: {
    role: 'owner' | 'manager' | 'staff' | 'accountant'
    administrators: number
    /** Administrators who get no AlimTalk, because they have confirmed no number */
    withoutPhone: number
  }[]
}

export type CreateAlertRuleInput = {
  /** offlineDevices and offlineScreens: no message for more than the minutes of `threshold`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than `threshold`; fullStorage:
    the storage of the streams is filled to the percentage of `threshold`; refund: an order was refunded by more than
    `threshold` KRW; newDevice: an administrator signed in from another device */
  kind:
    | 'offlineDevices'
    | 'offlineScreens'
    | 'failedRenewals'
    | 'owedReturns'
    | 'deadLetters'
    | 'disabledWebhooks'
    | 'fullStorage'
    | 'refund'
    | 'newDevice'
  /** Unit by kind: minutes, a number, percent or KRW; 0 for `newDevice` */
  threshold: number
  storeIds: Id[] | null
  channels: ('bell' | 'browser' | 'mail' | 'talk' | 'webhook')[]
  /** Administrators of these roles get the alert, if they may see alerts of its kind */
  roles: ('owner' | 'manager' | 'staff' | 'accountant')[]
  /** Further administrators */
  adminIds: Id[]
  quietFrom: string | null
  quietTo: string | null
  enabled: boolean
  repeatHours?: number | null
}
export type CreateAlertRuleResult = {
  id: Id
  /** offlineDevices and offlineScreens: no message for more than the minutes of `threshold`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than `threshold`; fullStorage:
    the storage of the streams is filled to the percentage of `threshold`; refund: an order was refunded by more than
    `threshold` KRW; newDevice: an administrator signed in from another device */
  kind:
    | 'offlineDevices'
    | 'offlineScreens'
    | 'failedRenewals'
    | 'owedReturns'
    | 'deadLetters'
    | 'disabledWebhooks'
    | 'fullStorage'
    | 'refund'
    | 'newDevice'
  /** Unit by kind: minutes, a number, percent or KRW; 0 for `newDevice` */
  threshold: number
  storeIds: Id[] | null
  channels: ('bell' | 'browser' | 'mail' | 'talk' | 'webhook')[]
  /** Administrators of these roles get the alert, if they may see alerts of its kind */
  roles: ('owner' | 'manager' | 'staff' | 'accountant')[]
  /** Further administrators */
  adminIds: Id[]
  quietFrom: string | null
  quietTo: string | null
  enabled: boolean
  repeatHours: number | null
  createdAt: Instant
}

export type UpdateAlertRuleInput = {
  id: Id
  /** Unit by kind: minutes, a number, percent or KRW; 0 for `newDevice` */
  threshold?: number
  storeIds?: Id[] | null
  channels?: ('bell' | 'browser' | 'mail' | 'talk' | 'webhook')[]
  /** Administrators of these roles get the alert, if they may see alerts of its kind */
  roles?: ('owner' | 'manager' | 'staff' | 'accountant')[]
  /** Further administrators */
  adminIds?: Id[]
  quietFrom?: string | null
  quietTo?: string | null
  enabled?: boolean
  repeatHours?: number | null
}

export type DeleteAlertRuleInput = { id: Id }

export type JoinMemberInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  email?: string
  password?: string
  /** ID token, or access token (KAKAO, NAVER) */
  socialToken?: string
  nonce?: string
  /** APPLE: the code that came with the ID token; needed to revoke the grant when the member leaves */
  authorizationCode?: string
  name: string
  gender: 'Male' | 'Female'
  /** YYYY-MM-DD */
  birthDate: string
  /** From POST /api/phoneVerification/check */
  verificationToken: string
  agreedTermsIds: Id[]
}
export type JoinMemberResult = { member: Me; accessToken: string; refreshToken: string }

export type LoginMemberInput = { email: string; password: string }

export type LoginSocialInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE'
  /** ID token, or access token (KAKAO, NAVER) */
  socialToken: string
  nonce?: string
  /** APPLE: the code that came with the ID token; needed to revoke the grant when the member leaves */
  authorizationCode?: string
}

export type ReissueMemberInput = { accessToken: string; refreshToken: string }

export type LogoutMemberInput = { accessToken: string; refreshToken: string }

export type ResetPasswordInput = {
  email: string
  /** From POST /api/phoneVerification/check */
  verificationToken: string
  newPassword: string
}

export type GetMeInput = Record<never, never>

export type UpdateMeInput = {
  name?: string
  /** From POST /api/phoneVerification/check */
  verificationToken?: string
  currentPassword?: string
  newPassword?: string
}

export type DeleteMeInput = { confirm?: boolean }

export type AgreeToTermsInput = { agreedTermsIds: Id[] }

export type WithdrawAgreementInput = { termsId: Id }

export type SendPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
  /** The only purpose for which the token is valid; the SMS names it. If absent, the token is valid for each purpose */
  purpose?: 'join' | 'resetPassword' | 'changePhone'
}
export type SendPhoneVerificationResult = { verificationId: Id; expiresAt: Instant; resendAfter: Instant }

export type CheckPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
  code: string
  verificationId?: Id
}
export type CheckPhoneVerificationResult = {
  /** Valid once, for 15 minutes */
  verificationToken: string
}

export type CreateCarInput = {
  carNumber: string
  carBrandId: Id
  model: string
  color?: string | null
  nickname?: string | null
  imageId?: Id | null
  /** A member has one main car; the first car becomes it automatically */
  main?: boolean
}

export type ListCarsInput = Record<never, never>

export type GetCarInput = { id: Id }

export type UpdateCarInput = {
  id: Id
  carNumber?: string
  carBrandId?: Id
  model?: string
  color?: string | null
  nickname?: string | null
  imageId?: Id | null
  /** A member has one main car; the first car becomes it automatically */
  main?: boolean
}

export type DeleteCarInput = { id: Id }

export type ListCarBrandsInput = Record<never, never>

export type ReceiveKakaoUnlinkInput = { app_id: string; user_id: string; referrer_type?: string }

export type ReceiveKakaoUnlinkByQueryInput = { app_id: string; user_id: string; referrer_type?: string }

export type ReceiveAppleNoticeInput = {
  /** JWT signed by Apple */
  payload: string
}

export type ListMembersInput = PageQuery & {
  q?: string
  /** subscribed: has a subscription that is Available (needs `uses.read`); unpaid: a renewal is unpaid (needs `orders.read`); ending: has a product that ends within seven days and does not renew (needs `uses.read`); notAgreed: required terms in force without an agreement (needs `members.contact`) */
  status?: 'subscribed' | 'unpaid' | 'ending' | 'notAgreed'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
}

export type CountMembersInput = {
  q?: string
  /** subscribed: has a subscription that is Available (needs `uses.read`); unpaid: a renewal is unpaid (needs `orders.read`); ending: has a product that ends within seven days and does not renew (needs `uses.read`); notAgreed: required terms in force without an agreement (needs `members.contact`) */
  status?: 'subscribed' | 'unpaid' | 'ending' | 'notAgreed'
  /** Counts up to this number */
  most?: number
}
export type CountMembersResult = {
  /** At most `most` */
  count: number
}

export type ExportMembersInput = PageQuery & {
  q?: string
  /** subscribed: has a subscription that is Available (needs `uses.read`); unpaid: a renewal is unpaid (needs `orders.read`); ending: has a product that ends within seven days and does not renew (needs `uses.read`); notAgreed: required terms in force without an agreement (needs `members.contact`) */
  status?: 'subscribed' | 'unpaid' | 'ending' | 'notAgreed'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type GetMemberInput = { id: Id }

export type EndMemberSessionsInput = { id: Id }

export type ReleasePhoneInput = { id: Id; reason: string }

export type CreatePushTokenInput = {
  /** FCM's registration token */
  token: string
  platform: 'android' | 'ios' | 'web'
}

export type DeletePushTokenInput = {
  /** FCM's registration token */
  token: string
}

export type GetNotificationSettingsInput = Record<never, never>
export type GetNotificationSettingsResult = {
  kinds: {
    used: { push: boolean; talk: boolean; mail: boolean }
    renewalAhead: { push: boolean; talk: boolean; mail: boolean }
    charged: { push: boolean; talk: boolean; mail: boolean }
    paymentFailed: { push: boolean; talk: boolean; mail: boolean }
    ending: { push: boolean; talk: boolean; mail: boolean }
    refunded: { push: boolean; talk: boolean; mail: boolean }
    priceRaise: { push: boolean; talk: boolean; mail: boolean }
    priceConsent: { push: boolean; talk: boolean; mail: boolean }
    priceWithdrawn: { push: boolean; talk: boolean; mail: boolean }
  }
  /** Whether you agree to the terms of the type MARKETING, without which no advertisement is sent */
  marketing: boolean
}

export type UpdateNotificationSettingsInput = {
  kinds: {
    used: { push: boolean; talk: boolean; mail: boolean }
    renewalAhead: { push: boolean; talk: boolean; mail: boolean }
    charged: { push: boolean; talk: boolean; mail: boolean }
    paymentFailed: { push: boolean; talk: boolean; mail: boolean }
    ending: { push: boolean; talk: boolean; mail: boolean }
    refunded: { push: boolean; talk: boolean; mail: boolean }
    priceRaise?: { push: boolean; talk: boolean; mail: boolean }
    priceConsent?: { push: boolean; talk: boolean; mail: boolean }
    priceWithdrawn?: { push: boolean; talk: boolean; mail: boolean }
  }
}

export type ListMessageTemplatesInput = Record<never, never>
export type ListMessageTemplatesResult = {
  templates: UpdateMessageTemplateResult[]
  /** Channels whose provider is configured */
  available: ('push' | 'talk' | 'mail')[]
}

export type UpdateMessageTemplateInput = {
  kind:
    | 'used'
    | 'renewalAhead'
    | 'charged'
    | 'paymentFailed'
    | 'ending'
    | 'refunded'
    | 'priceRaise'
    | 'priceConsent'
    | 'priceWithdrawn'
  channel: 'push' | 'talk' | 'mail'
  on: boolean
}
export type UpdateMessageTemplateResult = {
  kind:
    | 'used'
    | 'renewalAhead'
    | 'charged'
    | 'paymentFailed'
    | 'ending'
    | 'refunded'
    | 'priceRaise'
    | 'priceConsent'
    | 'priceWithdrawn'
  /** Empty: this kind is not sent */
  channels: ('push' | 'talk' | 'mail')[]
  advertising: boolean
  /** Title of a notification, a mail or a long SMS */
  title: string
  /** The text to register for AlimTalk */
  template: string
  /** With sample data, as it is sent by `push` and `talk` */
  preview: string
  /** Size of the preview as an SMS; more than 90 bytes are sent as an LMS */
  bytes: number
}

export type ListMemberMessagesInput = { id: Id }
export type ListMemberMessagesResult = {
  kind:
    | 'used'
    | 'renewalAhead'
    | 'charged'
    | 'paymentFailed'
    | 'ending'
    | 'refunded'
    | 'priceRaise'
    | 'priceConsent'
    | 'priceWithdrawn'
  channel: 'push' | 'talk' | 'mail'
  /** waiting: for its next try; sent: the provider has accepted it; failed: refused; dropped: not to be sent */
  state: 'waiting' | 'sent' | 'failed' | 'dropped'
  reason: string | null
  sentBy: 'talk' | 'sms' | 'push' | 'mail' | null
  createdAt: Instant
  endedAt: Instant | null
}[]

export type CreateScreenSessionInput = {
  storeId: Id
  name: string
  /** Six digits that the screen shows */
  pairingCode?: string
}
export type CreateScreenSessionResult = { screenId: Id; accessToken?: string; refreshToken?: string }

export type BeginScreenPairingInput = Record<never, never>
export type BeginScreenPairingResult = {
  pairingToken: string
  /** Six digits that the screen shows */
  pairingCode: string
  expiresAt: Instant
}

export type OpenPairedScreenInput = { pairingToken: string }
export type OpenPairedScreenResult = { screenId: Id | null; accessToken?: string; refreshToken?: string }

export type ListScreensInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
  storeId?: Id
}

export type UpdateScreenInput = { id: Id; name?: string }

export type DeleteScreenInput = { id: Id }

export type MessageScreenInput = { id: Id; text?: string; reload?: true }

export type ListAuditLogsInput = PageQuery & {
  q?: string
  actorId?: Id
  entity?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('at,asc' | 'at,desc')[]
}

export type ExportAuditLogsInput = PageQuery & {
  q?: string
  actorId?: Id
  entity?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('at,asc' | 'at,desc')[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type ListAccessLogsInput = PageQuery & {
  adminId?: Id
  memberId?: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('at,asc' | 'at,desc')[]
}
export type ListAccessLogsResult = Page<{
  id: Id
  at: Instant
  lastAt: Instant
  adminId: Id
  /** Name of the administrator at that time */
  adminName: string
  /** The client's IP address */
  address: string
  /** Name of the operation */
  action: string
  /** Number of members in the result */
  members: number
  /** At most 20; the file has all */
  memberIds: Id[]
  /** Request id of one of the accesses */
  requestId: string
}>

export type ExportAccessLogsInput = PageQuery & {
  adminId?: Id
  memberId?: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('at,asc' | 'at,desc')[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
}

export interface MemberClient {
  /**
   * Create an administrator with the join code of the installation. `POST /admin/api/join`
   *
   * The new administrator is an owner and can sign in immediately; the response contains no tokens. A password that is
   * easy to guess is rejected in production unless configured otherwise. `Idempotency-Key` is ignored: a
   * repetition fails with `EMAIL_TAKEN`. The change is recorded in the audit log as done by the new administrator.
   *
   * - `JOIN_CODE_INVALID`: The join code is wrong, or none is configured, so that no administrator can join.
   * - `EMAIL_TAKEN`: An administrator, enabled or disabled, has this email in upper or lower case; reported only with a correct join code.
   * - `RATE_LIMITED`: Ten wrong join codes came from this network within an hour; a correct one is rejected too.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, or `password` is easy to guess.
   */
  joinAdmin(input: JoinAdminInput, options?: CallOptions): Promise<JoinAdminResult>
  /**
   * Sign in as an administrator. `POST /admin/api/login`
   *
   * Returns the tokens of a new session, which ends 30 days after its last renewal unless configured
   * otherwise. An account has at most 1,000 sessions; beyond that the unused and the oldest ones end. With a
   * second factor, `code` is needed: without it the right password gets `SECOND_FACTOR_REQUIRED`, and the client sends
   * the same request with it, or signs in with a passkey instead. A success resets the failed attempts for this account from this network.
   *
   * - `SECOND_FACTOR_REQUIRED`: The password is right, and the account has a second factor, but `code` is missing; each `path` of `details` is one that the account has: `totp`, `passkey`, `recoveryCode`.
   * - `CODE_INVALID`: The password is right, but the code is not one of the app, was used before, or is not an unused recovery code; it counts as a failed sign-in.
   * - `LOGIN_FAILED`: No administrator has this email, the password is wrong, or the account is disabled; response and response time are the same.
   * - `RATE_LIMITED`: Within 15 minutes ten sign-ins failed for this email from this network, 100 from this network, or 100 for this email from all networks; a correct password is rejected too.
   */
  loginAdmin(input: LoginAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new token pair. `POST /admin/api/reissue`
   *
   * Both tokens must belong to the same session of an administrator or a wall screen; the access token
   * may have expired. A refresh token can be exchanged once. After a lost response the previous refresh token
   * returns the same new pair: for 30 seconds, and after that for as long as the new pair is not used. For a wall
   * screen it does so until the new pair is renewed.
   *
   * - `REFRESH_INVALID`: A token was not issued by KingCar, the two belong to different sessions, or the session has ended or expired.
   * - `REFRESH_REUSED`: The refresh token was exchanged before and may have been copied, so the session has been ended.
   */
  reissueAdmin(input: ReissueAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * End the current session. `POST /admin/api/logout`
   *
   * The tokens of the session become invalid at every gateway, and its live WebSockets are closed. Both
   * tokens in the body must belong to the session of the bearer token; they may be from an earlier renewal. The
   * access token may have expired.
   *
   * - `REFRESH_INVALID`: A token in the body does not belong to the session of the bearer token.
   */
  logoutAdmin(input: LogoutAdminInput, options?: CallOptions): Promise<null>
  /**
   * List administrators. `GET /admin/api/admins`
   *
   * Returns a page, including disabled administrators, newest first unless `sort` is given.
   */
  listAdmins(input?: ListAdminsInput, options?: CallOptions): Promise<Page<Admin>>
  /**
   * Get one administrator. `GET /admin/api/admins/{id}`
   *
   * Disabled administrators are returned as well. The `ETag` is the version that `PATCH` accepts in
   * `If-Match`.
   *
   * - `ADMIN_NOT_FOUND`: No administrator has this id.
   */
  getAdmin(input: GetAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Rename, disable or enable an administrator, or change the role and stores. `PATCH /admin/api/admins/{id}`
   *
   * Fields that are absent keep their value. Disabling ends all sessions of the administrator
   * immediately and closes their live WebSockets; enabling restores no session. A new role or other stores act on the
   * next request, and close the live WebSockets, within two seconds. The change is recorded in the audit log; a request
   * that changes nothing is a no-op.
   *
   * - `ADMIN_NOT_FOUND`: No administrator has this id.
   * - `LAST_ADMIN`: The administrator is the only enabled owner, and would be disabled or get another role.
   * - `OWN_ROLE`: `role` or `storeIds` of the caller would change.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit; `storeIds` has a store that does not exist or was closed permanently, is not null for an owner, or is absent when an administrator becomes a manager or staff.
   */
  updateAdmin(input: UpdateAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Get your own account. `GET /admin/api/me`
   *
   * Returns role and stores as they are stored; they act on requests within two seconds after a change.
   */
  getOwnAdmin(input?: GetOwnAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * List your own open sessions. `GET /admin/api/me/sessions`
   *
   * Returns the last used session first. A session is used when its tokens are exchanged. `device` is null for a
   * session of an earlier version.
   */
  listAdminSessions(input?: ListAdminSessionsInput, options?: CallOptions): Promise<ListAdminSessionsResult>
  /**
   * End another session of your own account. `DELETE /admin/api/me/sessions/{id}`
   *
   * The session ends at every gateway, and its live WebSockets are closed, within two seconds. The session of
   * the request ends with logout. The change is recorded in the audit log.
   *
   * - `SESSION_NOT_FOUND`: No other open session of your account has this id.
   */
  endAdminSession(input: EndAdminSessionInput, options?: CallOptions): Promise<null>
  /**
   * End all other sessions of your own account. `DELETE /admin/api/me/sessions`
   *
   * The calling session continues; the others end at every gateway within two seconds. The change is
   * recorded in the audit log; without another session the request is a no-op.
   */
  endOtherAdminSessions(input?: EndOtherAdminSessionsInput, options?: CallOptions): Promise<null>
  /**
   * Change your own password; your other sessions end. `POST /admin/api/me/password`
   *
   * The calling session continues; every other session of the account ends. A wrong `currentPassword`
   * fails with `VALIDATION_FAILED` and counts as a failed attempt. The change is recorded in the audit log,
   * without passwords.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong, or `newPassword` is easy to guess (rejected in production unless configured otherwise).
   * - `RATE_LIMITED`: Ten wrong passwords were sent for this account within 15 minutes.
   */
  changeAdminPassword(input: ChangeAdminPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Get whether the installation still needs its first administrator. `GET /admin/api/setup`
   *
   * The console opens `/setup` instead of the sign-in page while `needed` is true.
   */
  getSetup(input?: GetSetupInput, options?: CallOptions): Promise<GetSetupResult>
  /**
   * Create the first administrator, an owner, and sign in. `POST /admin/api/setup`
   *
   * Needs the code that `npm start` prints, or that is configured as `SETUP_CODE`. Of several concurrent calls
   * one creates an owner. Returns the tokens of a session, as `POST /admin/api/login` does. The change is recorded in the
   * audit log as done by the new administrator.
   *
   * - `SETUP_CODE_INVALID`: The code is wrong, or none is configured.
   * - `SETUP_DONE`: An administrator exists, enabled or disabled.
   * - `RATE_LIMITED`: Ten wrong codes came from this network within an hour; a correct one is rejected too.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, or `password` is easy to guess (rejected in production unless configured otherwise).
   */
  setUp(input: SetUpInput, options?: CallOptions): Promise<Tokens>
  /**
   * Invite an administrator by a link that works once, within 72 hours. `POST /admin/api/invitations`
   *
   * Role and stores are those of the invitation. With `email`, only this address can accept, and it gets the
   * link by mail if mail and `CONSOLE_URL` are configured. The token is stored as a hash: only the first response
   * contains the link, and a repetition with the same `Idempotency-Key` returns `link` null. The change is recorded in
   * the audit log.
   *
   * - `EMAIL_TAKEN`: An administrator, enabled or disabled, has this email in upper or lower case.
   * - `INVITATION_LIMIT`: There are 100 open invitations.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit; `storeIds` has a store that does not exist or was closed permanently, or is not null for an owner.
   */
  createInvitation(input: CreateInvitationInput, options?: CallOptions): Promise<CreateInvitationResult>
  /**
   * List open invitations. `GET /admin/api/invitations`
   *
   * Returns a page of the invitations that can still be accepted, newest first unless `sort` is given. Their
   * links are not stored: to send one again, withdraw the invitation and make another.
   */
  listInvitations(input?: ListInvitationsInput, options?: CallOptions): Promise<ListInvitationsResult>
  /**
   * Withdraw an open invitation. `DELETE /admin/api/invitations/{id}`
   *
   * Its link stops working immediately. The change is recorded in the audit log. If an owner is disabled or gets
   * another role, the open invitations of this owner are withdrawn too.
   *
   * - `INVITATION_NOT_FOUND`: No invitation has this id, or it was accepted, withdrawn or has expired.
   */
  withdrawInvitation(input: WithdrawInvitationInput, options?: CallOptions): Promise<null>
  /**
   * Get what an invitation is for. `POST /admin/api/invitations/check`
   *
   * Needs the token of the link, and changes nothing. `email` and `name` are those that the inviting owner
   * typed.
   *
   * - `LINK_INVALID`: KingCar made no link with this token, or the link ended more than 90 days ago and was deleted.
   * - `LINK_EXPIRED`: The time in which the link works has passed.
   * - `LINK_USED`: The link was used before.
   * - `LINK_WITHDRAWN`: The invitation was withdrawn.
   */
  checkInvitation(input: CheckInvitationInput, options?: CallOptions): Promise<CheckInvitationResult>
  /**
   * Accept an invitation: create the administrator and sign in. `POST /admin/api/invitations/accept`
   *
   * Returns the tokens of a session, as `POST /admin/api/login` does. The token works once; an error changes
   * nothing, so it still works afterwards. `Idempotency-Key` is ignored. The change is recorded in the audit log as done
   * by the new administrator.
   *
   * - `LINK_INVALID`: KingCar made no link with this token, or the link ended more than 90 days ago and was deleted.
   * - `LINK_EXPIRED`: The time in which the link works has passed.
   * - `LINK_USED`: The link was used before.
   * - `LINK_WITHDRAWN`: The invitation was withdrawn.
   * - `EMAIL_TAKEN`: An administrator, enabled or disabled, has this email in upper or lower case.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, `email` is not the invited one, or `password` is easy to guess (rejected in production unless configured otherwise).
   */
  acceptInvitation(input: AcceptInvitationInput, options?: CallOptions): Promise<Tokens>
  /**
   * Request a mail with a link to set another password. `POST /admin/api/password/forgot`
   *
   * The link works once, within an hour. Response and response time are the same whether or not an
   * enabled administrator has the email. A mail is sent only if mail and `CONSOLE_URL` are configured; otherwise an
   * owner can make a link.
   *
   * - `RATE_LIMITED`: Within an hour five links were requested for this email, or 20 from this network.
   */
  forgetAdminPassword(input: ForgetAdminPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Set another password with the token of a link. `POST /admin/api/password/reset`
   *
   * Ends all sessions of the administrator and the other links, and resets the failed sign-ins. The response
   * contains no tokens: the administrator signs in with the new password. An error changes nothing, so the link still works
   * afterwards. The change is recorded in the audit log as done by this administrator.
   *
   * - `LINK_INVALID`: KingCar made no link with this token, or the link ended more than 90 days ago and was deleted, or the administrator is disabled.
   * - `LINK_EXPIRED`: An hour has passed, the password was changed, or the owner who made the link was disabled or got another role.
   * - `LINK_USED`: This link, or another of the administrator, was used.
   * - `VALIDATION_FAILED`: `newPassword` is easy to guess (rejected in production unless configured otherwise).
   */
  resetAdminPassword(input: ResetAdminPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Make a link that sets another password for an administrator. `POST /admin/api/admins/{id}/passwordLink`
   *
   * The link works once, within an hour, and is returned only here: the token is stored as a hash. The password
   * that the administrator has works until then. An earlier link of this administrator stops working. The change is recorded in the audit log.
   *
   * - `ADMIN_NOT_FOUND`: No enabled administrator has this id.
   * - `OWN_PASSWORD`: The administrator is the caller, who changes the password with `POST /admin/api/me/password`.
   */
  createPasswordLink(input: CreatePasswordLinkInput, options?: CallOptions): Promise<CreatePasswordLinkResult>
  /**
   * Get what protects your own sign-in. `GET /admin/api/me/secondFactors`
   *
   * Returns whether an authenticator app is set up, the passkeys, and how many recovery codes are left.
   */
  getSecondFactors(input?: GetSecondFactorsInput, options?: CallOptions): Promise<GetSecondFactorsResult>
  /**
   * Begin to set up an authenticator app. `POST /admin/api/me/totp`
   *
   * Returns the secret of the app, this once. It acts on sign-ins only after `POST /admin/api/me/totp/confirm`, within
   * 30 minutes; until then a repetition replaces it. A wrong `currentPassword` fails with `VALIDATION_FAILED` and counts as a failed attempt.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong.
   * - `SECOND_FACTOR_EXISTS`: An authenticator app is set up already: remove it first.
   * - `RATE_LIMITED`: Ten wrong passwords or codes were sent for this account within 15 minutes.
   */
  beginTotp(input: BeginTotpInput, options?: CallOptions): Promise<BeginTotpResult>
  /**
   * Add an authenticator app with a first code. `POST /admin/api/me/totp/confirm`
   *
   * From now on each sign-in by password needs a code of the app, or one of the recovery codes, which are stored
   * as hashes and work once each. A wrong code counts as a failed attempt. Your other sessions end. The change is recorded in the
   * audit log.
   *
   * - `CODE_INVALID`: The code is not the present one of the app, or the one before or after it.
   * - `SECOND_FACTOR_NOT_FOUND`: No set-up was begun within the last 30 minutes.
   * - `SECOND_FACTOR_EXISTS`: An authenticator app is set up already.
   * - `RATE_LIMITED`: Ten wrong passwords or codes were sent for this account within 15 minutes.
   */
  confirmTotp(input: ConfirmTotpInput, options?: CallOptions): Promise<ConfirmTotpResult>
  /**
   * Remove the authenticator app. `DELETE /admin/api/me/totp`
   *
   * Needs the current password or a code. Without a passkey the second factor is off afterwards, and the recovery
   * codes are deleted. Your other sessions end. The change is recorded in the audit log.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong, or both or neither of the two fields are given.
   * - `CODE_INVALID`: The code is neither one of the app nor an unused recovery code.
   * - `SECOND_FACTOR_NOT_FOUND`: No authenticator app is set up.
   * - `RATE_LIMITED`: Ten wrong passwords or codes were sent for this account within 15 minutes.
   */
  deleteTotp(input?: DeleteTotpInput, options?: CallOptions): Promise<null>
  /**
   * Replace the recovery codes. `POST /admin/api/me/totp/recoveryCodes`
   *
   * Needs the current password or a code. The earlier recovery codes stop working, and the new ones are returned this
   * once. The change is recorded in the audit log.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong, or both or neither of the two fields are given.
   * - `CODE_INVALID`: The code is neither one of the app nor an unused recovery code.
   * - `SECOND_FACTOR_NOT_FOUND`: No authenticator app is set up.
   * - `RATE_LIMITED`: Ten wrong passwords or codes were sent for this account within 15 minutes.
   */
  replaceRecoveryCodes(input?: ReplaceRecoveryCodesInput, options?: CallOptions): Promise<ConfirmTotpResult>
  /**
   * Switch another administrator's second factor off. `DELETE /admin/api/admins/{id}/secondFactor`
   *
   * For an administrator who has lost the phone and the recovery codes: deletes the authenticator app and the
   * passkeys, and the password alone is enough for the next sign-in. All of their sessions end. The change is recorded in the audit log; without a second factor the request is a no-op.
   *
   * - `ADMIN_NOT_FOUND`: No administrator has this id.
   * - `OWN_SECOND_FACTOR`: The administrator is the caller, who removes each factor in their own account.
   */
  resetSecondFactor(input: ResetSecondFactorInput, options?: CallOptions): Promise<null>
  /**
   * Begin to add a passkey. `POST /admin/api/me/passkeys`
   *
   * Returns what the browser needs to make a passkey, with a challenge that works once, for 5 minutes.
   * A wrong `currentPassword` fails with `VALIDATION_FAILED` and counts as a failed attempt.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong.
   * - `PASSKEYS_UNAVAILABLE`: `CONSOLE_URL` is missing, or its host is an IP address, for which browsers make no passkey.
   * - `PASSKEY_LIMIT`: The account has 10 passkeys.
   * - `RATE_LIMITED`: Ten wrong passwords or codes were sent for this account within 15 minutes.
   */
  beginPasskey(input: BeginPasskeyInput, options?: CallOptions): Promise<BeginPasskeyResult>
  /**
   * Add the passkey that the browser made. `POST /admin/api/me/passkeys/confirm`
   *
   * The passkey is a second factor, and signs in without a password. From now on a sign-in by password needs a code or
   * the passkey. Your other sessions end. The change is recorded in the audit log.
   *
   * - `PASSKEY_CHALLENGE_INVALID`: The challenge was not made for this account, was used before, or is older than 5 minutes: begin again.
   * - `PASSKEY_ORIGIN_INVALID`: The browser used the passkey on a page of another origin than `CONSOLE_URL`.
   * - `PASSKEY_INVALID`: The passkey is not one that the challenge asked for, or did not verify its user.
   * - `PASSKEY_EXISTS`: The passkey was added before.
   * - `PASSKEY_LIMIT`: The account has 10 passkeys.
   * - `PASSKEYS_UNAVAILABLE`: `CONSOLE_URL` is missing, or its host is an IP address, for which browsers make no passkey.
   */
  confirmPasskey(input: ConfirmPasskeyInput, options?: CallOptions): Promise<ConfirmTotpResult>
  /**
   * Rename one of your own passkeys. `PATCH /admin/api/me/passkeys/{id}`
   *
   * The name is shown to you alone, and has no effect on sign-ins. The change is recorded in the audit log. A request
   * that changes nothing is a no-op.
   *
   * - `PASSKEY_NOT_FOUND`: Your account has no passkey with this id.
   */
  updatePasskey(input: UpdatePasskeyInput, options?: CallOptions): Promise<UpdatePasskeyResult>
  /**
   * Delete one of your own passkeys. `DELETE /admin/api/me/passkeys/{id}`
   *
   * Without an authenticator app or another passkey the second factor is off afterwards, and the recovery codes are
   * deleted. Your other sessions end. The change is recorded in the audit log.
   *
   * - `PASSKEY_NOT_FOUND`: Your account has no passkey with this id.
   */
  deletePasskey(input: DeletePasskeyInput, options?: CallOptions): Promise<null>
  /**
   * Begin to sign in with a passkey. `POST /admin/api/login/passkey`
   *
   * Returns what the browser needs for its user to choose a passkey, with a challenge that works once,
   * for 5 minutes.
   *
   * - `PASSKEYS_UNAVAILABLE`: `CONSOLE_URL` is missing, or its host is an IP address, for which browsers make no passkey.
   * - `RATE_LIMITED`: A hundred sign-ins with a passkey were begun from this network within 15 minutes.
   */
  beginPasskeyLogin(input?: BeginPasskeyLoginInput, options?: CallOptions): Promise<BeginPasskeyLoginResult>
  /**
   * Sign in with a passkey. `POST /admin/api/login/passkey/confirm`
   *
   * Returns the tokens of a session, as `POST /admin/api/login` does. No password and no code are needed: the device
   * has verified its user.
   *
   * - `PASSKEY_CHALLENGE_INVALID`: The challenge was not made for this account, was used before, or is older than 5 minutes: begin again.
   * - `PASSKEY_ORIGIN_INVALID`: The browser used the passkey on a page of another origin than `CONSOLE_URL`.
   * - `PASSKEY_NOT_FOUND`: No enabled administrator has this passkey.
   * - `PASSKEY_INVALID`: The signature is wrong, or the device did not verify its user.
   * - `PASSKEY_COPIED`: The signature counter of the passkey went back, so that a copy of it may exist.
   * - `PASSKEYS_UNAVAILABLE`: `CONSOLE_URL` is missing, or its host is an IP address, for which browsers make no passkey.
   */
  loginByPasskey(input: LoginByPasskeyInput, options?: CallOptions): Promise<Tokens>
  /**
   * Send a code by SMS to the phone that is to get your alerts. `POST /admin/api/me/alertPhone`
   *
   * The code has six digits and is valid for three minutes. The limits are those of `POST
   * /api/phoneVerification`, and additionally five codes per account within an hour.
   *
   * - `RATE_LIMITED`: The number got a code within the last minute or five within a day (three for this network, or four together with others), the network got 20 within an hour, or the installation has used up its codes for this hour, or the account got five codes within an hour.
   * - `VALIDATION_FAILED`: `phoneNumber` is not a Korean mobile number.
   * - `UNAVAILABLE`: No SMS provider is configured.
   */
  sendAlertPhoneCode(input: SendAlertPhoneCodeInput, options?: CallOptions): Promise<SendAlertPhoneCodeResult>
  /**
   * Set the phone that gets your alerts, by its code. `POST /admin/api/me/alertPhone/confirm`
   *
   * From now on alerts whose rule has the channel `talk` are sent to this number, instead of the one before. The number is
   * shown with a mask, is in no event, and is deleted when the account is disabled. The change is recorded in the audit log, with masked
   * numbers.
   *
   * - `CODE_INVALID`: The code is wrong, or was used, or `verificationId` is not of a code for this number.
   * - `CODE_EXPIRED`: The code was sent more than three minutes ago.
   * - `TOO_MANY_ATTEMPTS`: Five wrong codes were sent: request a new one. `Retry-After` says when that is possible.
   * - `VALIDATION_FAILED`: `phoneNumber` is not a Korean mobile number.
   */
  confirmAlertPhone(input: ConfirmAlertPhoneInput, options?: CallOptions): Promise<Admin>
  /**
   * Remove the phone that gets your alerts. `DELETE /admin/api/me/alertPhone`
   *
   * You get no more alerts by AlimTalk or SMS. Without a number the request is a no-op.
   */
  deleteAlertPhone(input?: DeleteAlertPhoneInput, options?: CallOptions): Promise<null>
  /**
   * Create an API key for a program. `POST /admin/api/apiKeys`
   *
   * The key works for HTTP and the live WebSocket, in the header `Authorization: Bearer kc_…`. It is
   * stored as a hash: only the first response contains it, and a repetition with the same `Idempotency-Key` returns
   * `key` null. What the program does is in the audit log under the name of the key. It cannot get the permission
   * to make keys, or to change administrators, webhooks, alerts or settings.
   *
   * - `API_KEY_LIMIT`: There are 100 keys.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, `storeIds` has a store that does not exist, or `expiresAt` is in the past or more than 730 days ahead.
   */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Promise<CreateApiKeyResult>
  /**
   * List API keys. `GET /admin/api/apiKeys`
   *
   * Returns a page of the keys that were not deleted, also expired ones, newest first unless `sort` is given.
   * `lastUsedAt` is accurate to ten minutes.
   */
  listApiKeys(input?: ListApiKeysInput, options?: CallOptions): Promise<ListApiKeysResult>
  /**
   * Replace the secret of an API key. `POST /admin/api/apiKeys/{id}/rotate`
   *
   * Returns the key with another secret. The previous secret works for `overlapHours` more, so that the
   * program can change over without a gap; an older one stops working immediately. With 0 hours the previous secret
   * stops working immediately, too. Live WebSockets that a secret opened are closed when it stops working.
   *
   * - `API_KEY_NOT_FOUND`: No API key has this id, or it was deleted or has expired.
   */
  rotateApiKey(input: RotateApiKeyInput, options?: CallOptions): Promise<RotateApiKeyResult>
  /**
   * Delete an API key. `DELETE /admin/api/apiKeys/{id}`
   *
   * It stops working immediately, and its live WebSockets are closed. The audit log keeps its name.
   *
   * - `API_KEY_NOT_FOUND`: No API key has this id, or it was deleted.
   */
  deleteApiKey(input: DeleteApiKeyInput, options?: CallOptions): Promise<null>
  /**
   * Register an endpoint of a partner for webhooks. `POST /admin/api/webhookEndpoints`
   *
   * Events are sent as POST requests by the Standard Webhooks specification, with the headers
   * `webhook-id`, `webhook-timestamp` and `webhook-signature`: at least once, and those of one visit, use,
   * order, subscription or member in their order; a `gate.decision` does not wait for earlier events, and is not
   * sent after its `expiresAt`. Only the first response has the secret, and a repetition with the same
   * `Idempotency-Key` returns null. Any response but 2xx within ten seconds is a failure, redirects too; a failed
   * delivery is retried for three days, and after three days without a success the endpoint is disabled.
   *
   * - `WEBHOOK_ENDPOINT_LIMIT`: There are 50 endpoints.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, or `url` is not a public `https` address without credentials.
   */
  createWebhookEndpoint(input: CreateWebhookEndpointInput, options?: CallOptions): Promise<CreateWebhookEndpointResult>
  /**
   * List endpoints for webhooks. `GET /admin/api/webhookEndpoints`
   *
   * Returns a page, newest first unless `sort` is given. Secrets are not part of it.
   */
  listWebhookEndpoints(
    input?: ListWebhookEndpointsInput,
    options?: CallOptions,
  ): Promise<Page<UpdateWebhookEndpointResult>>
  /**
   * Change, disable or enable an endpoint for webhooks. `PATCH /admin/api/webhookEndpoints/{id}`
   *
   * A disabled endpoint gets no requests, and events that happen in the meantime are not sent later,
   * unless `POST /admin/api/webhookEndpoints/{id}/replay` requests them. Enabling it continues the deliveries that
   * were waiting.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, or `url` is not a public `https` address without credentials.
   */
  updateWebhookEndpoint(input: UpdateWebhookEndpointInput, options?: CallOptions): Promise<UpdateWebhookEndpointResult>
  /**
   * Replace the secret of an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/rotate`
   *
   * Requests are signed with both secrets for `overlapHours` more, so that the partner can change over without a
   * gap; an earlier secret is not used any more. With 0 hours only the new one is used.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: CallOptions): Promise<RotateWebhookSecretResult>
  /**
   * Send a test event to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/test`
   *
   * Sends an event of the type `webhook.test` once, also to a disabled endpoint, and returns the outcome. It is not
   * in the list of deliveries, and has no effect on the state of the endpoint.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   */
  testWebhookEndpoint(input: TestWebhookEndpointInput, options?: CallOptions): Promise<TestWebhookEndpointResult>
  /**
   * List the deliveries of an endpoint for webhooks, with their tries. `GET /admin/api/webhookEndpoints/{id}/deliveries`
   *
   * Returns a page, newest first unless `sort` is given. Deliveries are kept for 30 days.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   * - `SEARCH_TOO_WIDE`: The endpoint has too many deliveries: choose a `state`.
   */
  listWebhookDeliveries(input: ListWebhookDeliveriesInput, options?: CallOptions): Promise<ListWebhookDeliveriesResult>
  /**
   * Send the events of a time range again to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/replay`
   *
   * Events of the types that the endpoint has chosen are sent again with the same `webhook-id`, also
   * those that happened while it was disabled; events that already wait are not sent twice. Events are kept for 30
   * days, from the time at which any endpoint chose their type. One call replays 10000 events, the oldest
   * first, without those of the type `gate.decision`.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   * - `VALIDATION_FAILED`: `to` is before `from`.
   */
  replayWebhookDeliveries(
    input: ReplayWebhookDeliveriesInput,
    options?: CallOptions,
  ): Promise<ReplayWebhookDeliveriesResult>
  /**
   * Delete an endpoint for webhooks. `DELETE /admin/api/webhookEndpoints/{id}`
   *
   * Its deliveries are deleted too, also those that are waiting. A request that has been sent may still arrive.
   *
   * - `WEBHOOK_ENDPOINT_NOT_FOUND`: No endpoint has this id, or it was deleted.
   */
  deleteWebhookEndpoint(input: DeleteWebhookEndpointInput, options?: CallOptions): Promise<null>
  /**
   * List alerts, open and past. `GET /admin/api/alerts`
   *
   * Returns a page, newest first. Alerts of other stores, and of kinds that the administrator may not see, are left out. Closed
   * alerts are kept for 90 days.
   */
  listAlerts(input?: ListAlertsInput, options?: CallOptions): Promise<ListAlertsResult>
  /**
   * Get the newest alerts, and how many of them are unseen. `GET /admin/api/alerts/bell`
   *
   * Returns alerts whose rule has the caller as a recipient and the channel `bell` or `browser`.
   */
  getAlertBell(input?: GetAlertBellInput, options?: CallOptions): Promise<GetAlertBellResult>
  /**
   * Mark alerts as seen. `POST /admin/api/alerts/seen`
   *
   * Alerts that opened until the given time count as seen by the caller. A time before that of an earlier call is a no-op.
   */
  markAlertsSeen(input: MarkAlertsSeenInput, options?: CallOptions): Promise<null>
  /**
   * List alert rules. `GET /admin/api/alertRules`
   *
   * Returns a page, oldest first unless `sort` is given. An administrator of certain stores gets the rules of all stores and of these stores.
   */
  listAlertRules(input?: ListAlertRulesInput, options?: CallOptions): Promise<Page<CreateAlertRuleResult>>
  /**
   * Count who would get alerts of a kind, by role. `GET /admin/api/alertRules/recipients`
   *
   * Counts enabled administrators who may see alerts of the kind. For an administrator of certain stores
   * it counts those who are limited to one of these stores, or have all.
   */
  getAlertRecipients(input: GetAlertRecipientsInput, options?: CallOptions): Promise<GetAlertRecipientsResult>
  /**
   * Create an alert rule. `POST /admin/api/alertRules`
   *
   * An alert stays open until its cause ends: one for each store, or one for the whole rule. It is
   * reported again when more is affected, at most every ten minutes, and every `repeatHours`, but not during the
   * quiet hours. Mails and AlimTalk wait until the quiet hours end, and are not sent if the alert is closed by then.
   * An administrator of certain stores may name only these stores.
   *
   * - `ALERT_RULE_EXISTS`: Another rule has the same fields, apart from `enabled`.
   * - `ALERT_RULE_LIMIT`: There are 50 rules of all stores, or 10 that name one of these stores.
   * - `VALIDATION_FAILED`: `threshold` does not fit the kind; one of `quietFrom` and `quietTo` is missing, or they are equal; no administrator
   * would get the alert; a store does not exist; or `storeIds` names other stores than the administrator's, or the kind has no stores.
   */
  createAlertRule(input: CreateAlertRuleInput, options?: CallOptions): Promise<CreateAlertRuleResult>
  /**
   * Change an alert rule. `PATCH /admin/api/alertRules/{id}`
   *
   * Open alerts keep their fields until their cause ends; open alerts of a disabled rule close.
   *
   * - `ALERT_RULE_NOT_FOUND`: No rule has this id, or it was deleted, or it is not limited to the administrator's stores, or is of a kind that the role may not see.
   * - `ALERT_RULE_EXISTS`: Another rule has the same fields, apart from `enabled`.
   * - `ALERT_RULE_LIMIT`: There are 50 rules of all stores, or 10 that name one of these stores.
   * - `VALIDATION_FAILED`: `threshold` does not fit the kind; one of `quietFrom` and `quietTo` is missing, or they are equal; no administrator
   * would get the alert; a store does not exist; or `storeIds` names other stores than the administrator's, or the kind has no stores.
   */
  updateAlertRule(input: UpdateAlertRuleInput, options?: CallOptions): Promise<CreateAlertRuleResult>
  /**
   * Delete an alert rule. `DELETE /admin/api/alertRules/{id}`
   *
   * Open alerts of the rule close; past alerts stay.
   *
   * - `ALERT_RULE_NOT_FOUND`: No rule has this id, or it was deleted, or it is not limited to the administrator's stores, or is of a kind that the role may not see.
   */
  deleteAlertRule(input: DeleteAlertRuleInput, options?: CallOptions): Promise<null>
  /**
   * Join with an email and a password (KINGCAR), or with a social token (the other providers). `POST /api/join`
   *
   * Creates a member with a verified phone number and signs them in. KINGCAR takes `email` and
   * `password`; the other providers take `socialToken`, `nonce` and `authorizationCode`; fields of the other
   * kind are rejected. Members must be at least 14 years old and agree to all required terms in force (`GET
   * /api/terms` for each type); a number that another member verified more than 90 days ago is taken from that
   * member, who has no number until they verify another, and whose sessions end. The verification token is used up only if
   * joining succeeds; `Idempotency-Key` is ignored.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, ended, older than 15 minutes, or was issued for another provider or purpose.
   * - `TERMS_NOT_AGREED`: `agreedTermsIds` lacks a required version that is in force.
   * - `SOCIAL_TOKEN_INVALID`: The provider's token is forged, expired, issued for another app, has another `nonce`, or is an ID token that has signed in or joined before.
   * - `EMAIL_TAKEN`: KINGCAR: a member has this email, in upper or lower case.
   * - `PHONE_TAKEN`: A member of any provider verified this number within the last 90 days. An administrator can release it (`POST /admin/api/members/{id}/releasePhone`).
   * - `SOCIAL_ACCOUNT_TAKEN`: The social account has joined before: sign in instead.
   * - `VALIDATION_FAILED`: A field belongs to another provider, `password` is easy to guess (rejected in production unless configured otherwise), `birthDate` is implausible or makes the member younger than 14, or `agreedTermsIds` names terms that are not in force.
   * - `RATE_LIMITED`: Joining with the verified number failed with `EMAIL_TAKEN` ten times within an hour, or 100 social tokens from this network were rejected within 15 minutes.
   */
  joinMember(input: JoinMemberInput, options?: CallOptions): Promise<JoinMemberResult>
  /**
   * Sign in with email and password. `POST /api/login`
   *
   * For members of KINGCAR; members of other providers use `POST /api/socialLogin`. Returns the tokens
   * of a new session, which ends 30 days after its last renewal unless configured otherwise; other sessions
   * continue. A success resets the failed attempts for this account from this network.
   *
   * - `LOGIN_FAILED`: No member has this email, or the password is wrong; response and response time are the same.
   * - `RATE_LIMITED`: Within 15 minutes ten sign-ins failed for this email from this network, 100 from this network, or 100 for this email from all networks; a correct password is rejected too.
   */
  loginMember(input: LoginMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * Sign in with a provider; on MEMBER_NOT_FOUND the app continues with joining. `POST /api/socialLogin`
   *
   * GOOGLE and APPLE take an ID token, KAKAO an ID token or an access token, NAVER an access token;
   * `nonce` goes with ID tokens only and is compared as it is and as its SHA-256. An ID token can sign in once. If
   * it matches no member it is not used up: pass it to `POST /api/join`. With APPLE also send
   * `authorizationCode`, which is needed to revoke the grant when the member leaves.
   *
   * - `SOCIAL_TOKEN_INVALID`: The token is forged, expired, issued for another app, has another `nonce`, or is an ID token that has signed in or joined before.
   * - `MEMBER_NOT_FOUND`: The token is valid, but no member has joined with this account: continue with `POST /api/join`.
   * - `RATE_LIMITED`: Within 15 minutes 100 social tokens from this network were rejected.
   * - `UNAVAILABLE`: The provider does not respond within one second, or too many requests are waiting for it.
   */
  loginSocial(input: LoginSocialInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new token pair. `POST /api/reissue`
   *
   * Both tokens must belong to the same session of a member; the access token may have expired. A
   * refresh token can be exchanged once. After a lost response the previous refresh token returns the same new pair:
   * for 30 seconds, and after that for as long as the new pair is not used.
   *
   * - `REFRESH_INVALID`: A token was not issued by KingCar, the two belong to different sessions, or the session has ended or expired.
   * - `REFRESH_REUSED`: The refresh token was exchanged before and may have been copied, so the session has been ended.
   */
  reissueMember(input: ReissueMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * End the current session. `POST /api/logout`
   *
   * The tokens of the session become invalid at every gateway; other sessions of the member continue.
   * Both tokens in the body must belong to the session of the bearer token; they may be from an earlier renewal. The
   * access token may have expired.
   *
   * - `REFRESH_INVALID`: A token in the body does not belong to the session of the bearer token.
   */
  logoutMember(input: LogoutMemberInput, options?: CallOptions): Promise<null>
  /**
   * Set a new password (KINGCAR) after a phone verification; all sessions end. `POST /api/password/reset`
   *
   * For members of KINGCAR whose phone was verified with `provider` KINGCAR. The number may have a new
   * owner, so the account's email is required too. All sessions of the
   * member end, failed sign-ins are reset, and the verification token is used up.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, ended, older than 15 minutes, was not issued for KINGCAR, or was issued for another purpose.
   * - `MEMBER_NOT_FOUND`: No member of KINGCAR has the verified number and this email.
   * - `RATE_LIMITED`: Ten wrong emails were sent for the verified number within an hour.
   * - `VALIDATION_FAILED`: `newPassword` is easy to guess (rejected in production unless configured otherwise).
   */
  resetPassword(input: ResetPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Get your own profile. `GET /api/me`
   *
   * Includes the current agreements and the required terms in force that are not agreed to yet. The
   * `ETag` changes with any of the returned fields, also when terms come into force.
   */
  getMe(input?: GetMeInput, options?: CallOptions): Promise<Me>
  /**
   * Change your name, your phone number (with a verification token) or your password (with the current one). `PATCH /api/me`
   *
   * Fields that are absent keep their value. The new phone number is that of `verificationToken`,
   * which is used up; if another member verified it more than 90 days ago, that member loses it. A new password needs `currentPassword` and ends every other session of the member. Live
   * screens show a new name within one second.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, ended, older than 15 minutes, or was issued for another purpose or a provider other than that of the member.
   * - `PHONE_TAKEN`: Another member verified this number within the last 90 days. An administrator can release it (`POST /admin/api/members/{id}/releasePhone`).
   * - `VALIDATION_FAILED`: One of `currentPassword` and `newPassword` is missing, the current one is wrong, the new one is easy to guess (rejected in production unless configured otherwise), or the member signs in with a provider and has no password.
   * - `RATE_LIMITED`: Ten wrong passwords were sent for this account within 15 minutes.
   */
  updateMe(input?: UpdateMeInput, options?: CallOptions): Promise<Me>
  /**
   * Leave: personal data is erased, payment records are kept, social grants are revoked. `DELETE /api/me`
   *
   * Erases name, email, phone number, date of birth, cars and cards, ends all sessions, stops renewals
   * and cancels unpaid orders; past visits show a guest. Payments and agreements are kept without personal data. The
   * grant at the sign-in provider is revoked afterwards; this cannot be undone. A member who would lose products or
   * orders confirms with `{"confirm": true}` in the body, which is optional otherwise.
   *
   * - `LEAVE_NEEDS_CONFIRMATION`: Without `confirm`: `details` lists what leaving ends, at most 100 of each kind, as `subscriptions.{id}` (live, or waiting for a payment), `products.{id}` (not used up) and `orders.{id}` (waiting for a deposit, or paid without a product yet), with their names. A purchase of the last seconds may be missing.
   */
  deleteMe(input?: DeleteMeInput, options?: CallOptions): Promise<null>
  /**
   * Agree to terms in force. `POST /api/me/agreements`
   *
   * Accepts all given versions or none; a current agreement stays unchanged, so that the request can be
   * repeated. Returns the member with the terms that are not agreed to yet.
   *
   * - `TERMS_NOT_FOUND`: One of the ids belongs to no terms or to a version that is not in force.
   */
  agreeToTerms(input: AgreeToTermsInput, options?: CallOptions): Promise<Me>
  /**
   * Withdraw an agreement to optional terms. `DELETE /api/me/agreements/{termsId}`
   *
   * The agreement is withdrawn; a record of it and of its withdrawal is kept.
   *
   * - `TERMS_NOT_FOUND`: The member has no current agreement to these terms.
   * - `TERMS_REQUIRED`: The terms are required: this agreement ends only when the member leaves.
   */
  withdrawAgreement(input: WithdrawAgreementInput, options?: CallOptions): Promise<null>
  /**
   * Send a code by SMS; the response does not reveal whether the number is known. `POST /api/phoneVerification`
   *
   * The code has six digits and is valid for three minutes. A number gets one code per minute and five
   * per day: at most three from one network, and the fifth only from a network that has requested no other; a network
   * gets 20 per hour. `resendAfter` is the time from which the next code can be requested. Send `verificationId`
   * with the code: without it, wrong codes of other clients count too, and only the latest code of the number is
   * accepted.
   *
   * - `RATE_LIMITED`: The number got a code within the last minute or five within a day (three for this network, or four together with others), the network got 20 within an hour, or the installation has used up its codes for this hour.
   * - `VALIDATION_FAILED`: `phoneNumber` is not a Korean mobile number.
   * - `UNAVAILABLE`: No SMS provider is configured.
   */
  sendPhoneVerification(input: SendPhoneVerificationInput, options?: CallOptions): Promise<SendPhoneVerificationResult>
  /**
   * Exchange the code for a verification token. `POST /api/phoneVerification/check`
   *
   * A correct code is used up. The token can be used once within 15 minutes, with the same provider: for
   * the purpose of the code or, if it had none, for joining, a new phone number or a new password. The token becomes
   * invalid when another token of the number is used, and when the member changes phone or password or leaves.
   *
   * - `CODE_INVALID`: The code is wrong, or no code was sent to this number for this provider, or none with `verificationId`.
   * - `CODE_EXPIRED`: The code was sent more than three minutes ago.
   * - `TOO_MANY_ATTEMPTS`: Five wrong codes were sent with `verificationId`, or without it: request a new one. `Retry-After` says when that is possible.
   * - `VALIDATION_FAILED`: `phoneNumber` is not a Korean mobile number.
   */
  checkPhoneVerification(
    input: CheckPhoneVerificationInput,
    options?: CallOptions,
  ): Promise<CheckPhoneVerificationResult>
  /**
   * Register a car. `POST /api/cars`
   *
   * The plate is stored in its normal form, without spaces, hyphens and brackets. The first car of a
   * member becomes the main car; a later one becomes the main car if `main` is true. The image must be one that the
   * member has uploaded. From now on live screens greet the member for this plate.
   *
   * - `CAR_BRAND_NOT_FOUND`: `carBrandId` is not a brand of `GET /api/carBrands`.
   * - `IMAGE_NOT_FOUND`: `imageId` refers to no existing image of this member.
   * - `CAR_NUMBER_TAKEN`: A member, possibly the caller, has already registered this plate.
   * - `CAR_LIMIT`: The member has ten cars.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate, or `model` is blank.
   */
  createCar(input: CreateCarInput, options?: CallOptions): Promise<Car>
  /**
   * List your cars, the main car first. `GET /api/cars`
   *
   * Returns all cars of the member, at most ten: the main car, then the others in order of registration.
   */
  listCars(input?: ListCarsInput, options?: CallOptions): Promise<Car[]>
  /**
   * Get one of your cars. `GET /api/cars/{id}`
   *
   * A car of another member is reported as not found. The `ETag` is the version that `PATCH` and
   * `DELETE` accept in `If-Match`.
   *
   * - `CAR_NOT_FOUND`: The member has no car with this id.
   */
  getCar(input: GetCarInput, options?: CallOptions): Promise<Car>
  /**
   * Change a car. `PATCH /api/cars/{id}`
   *
   * Fields that are absent keep their value; null clears an optional field. With `main` true the car
   * replaces the previous main car. Live screens greet a new plate from now on, and the old one can be registered
   * again.
   *
   * - `CAR_NOT_FOUND`: The member has no car with this id.
   * - `CAR_BRAND_NOT_FOUND`: `carBrandId` is not a brand of `GET /api/carBrands`.
   * - `IMAGE_NOT_FOUND`: `imageId` refers to no existing image of this member.
   * - `CAR_NUMBER_TAKEN`: Another car has this plate.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate, `model` is blank, or `main` is false for the main car: make another car the main car instead.
   */
  updateCar(input: UpdateCarInput, options?: CallOptions): Promise<Car>
  /**
   * Delete a car; its visits are kept. `DELETE /api/cars/{id}`
   *
   * Live screens no longer greet the plate, and it can be registered again. If it was the main car, the
   * oldest of the others becomes the main car. Visits and orders that refer to the car are kept.
   *
   * - `CAR_NOT_FOUND`: The member has no car with this id.
   */
  deleteCar(input: DeleteCarInput, options?: CallOptions): Promise<null>
  /**
   * List the car brands sold in Korea, with their models. `GET /api/carBrands`
   *
   * Returns every brand with the names of its models: domestic brands first, all other makes last. The
   * list changes with releases of the product only.
   */
  listCarBrands(input?: ListCarBrandsInput, options?: CallOptions): Promise<CarBrand[]>
  /**
   * Kakao's unlink notice, authenticated by its KakaoAK header. `POST /api/social/kakao/unlink`
   *
   * For Kakao only, which authenticates with the admin key of the app. If the Kakao account was deleted,
   * the member leaves as with `DELETE /api/me`; otherwise the member's sessions end, and the member can sign in
   * again. An unknown user or a repeated notice returns 200 and changes nothing.
   *
   * - `UNAUTHENTICATED`: `Authorization` is not `KakaoAK` with the admin key, or `app_id` is not a configured app.
   */
  receiveKakaoUnlink(input: ReceiveKakaoUnlinkInput, options?: CallOptions): Promise<null>
  /**
   * Kakao's unlink notice as a GET request. `GET /api/social/kakao/unlink`
   *
   * Same as the `POST` of this path, for apps whose notice is set to GET.
   *
   * - `UNAUTHENTICATED`: `Authorization` is not `KakaoAK` with the admin key, or `app_id` is not a configured app.
   */
  receiveKakaoUnlinkByQuery(input: ReceiveKakaoUnlinkByQueryInput, options?: CallOptions): Promise<null>
  /**
   * Apple's signed notice about an account. `POST /api/social/apple/notice`
   *
   * For Apple only, which authenticates with its signature. If the account was deleted, the member
   * leaves as with `DELETE /api/me`; if the consent was revoked, the member's sessions end. Other events, unknown
   * accounts and events older than the last sign-in return 200 and change nothing.
   *
   * - `UNAUTHENTICATED`: `payload` is not signed by Apple for this app.
   * - `UNAVAILABLE`: Apple's public keys cannot be fetched.
   */
  receiveAppleNotice(input: ReceiveAppleNoticeInput, options?: CallOptions): Promise<null>
  /**
   * Search members. `GET /admin/api/members`
   *
   * Returns a page, newest first unless `sort` is given. `q` matches any of: part of the name, its
   * initial consonants (홍ㄱㄷ), the last four digits of a plate or phone, the beginning of an email. Without
   * `members.contact` email and phone are null, `q` matches name and plate only, and a sort by email is refused. With a limit to stores these are of members with a visit or use there.
   */
  listMembers(input?: ListMembersInput, options?: CallOptions): Promise<Page<MemberSummary>>
  /**
   * Count members. `GET /admin/api/members/totals`
   *
   * Takes the filters of `listMembers`.
   */
  countMembers(input?: CountMembersInput, options?: CallOptions): Promise<CountMembersResult>
  /**
   * Export members as CSV. `GET /admin/api/members/export`
   *
   * Contains the members that match the query, with their plates; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportMembers(input?: ExportMembersInput, options?: CallOptions): Promise<Blob>
  /**
   * Get one member with cars, products, orders, sessions and agreements. `GET /admin/api/members/{id}`
   *
   * Products and orders are the last known from the orders service, at most the newest 100 of each. The
   * `ETag` covers everything that is returned.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   */
  getMember(input: GetMemberInput, options?: CallOptions): Promise<MemberDetail>
  /**
   * End all sessions of a member. `DELETE /admin/api/members/{id}/sessions`
   *
   * The sessions end at every gateway; the member can sign in again. The change is recorded in the audit
   * log; if no session is open, the request is a no-op.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   */
  endMemberSessions(input: EndMemberSessionsInput, options?: CallOptions): Promise<null>
  /**
   * Release the phone number of a member, so that its new owner can verify it. `POST /admin/api/members/{id}/releasePhone`
   *
   * For a number that has a new owner and that the member verified within the last 90 days. The member
   * has no number until they verify another, and their sessions end. The reason and the last four digits are recorded
   * in the audit log; without a number the request is a no-op.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   */
  releasePhone(input: ReleasePhoneInput, options?: CallOptions): Promise<null>
  /**
   * Register the app for notifications. `POST /api/me/pushTokens`
   *
   * Call it after each sign-in, and when Firebase gives the app another token. A token belongs to the session that
   * registered it last: when that session ends, the app gets no more notifications. A member has at most 10
   * tokens; another one replaces the one that was registered longest ago.
   */
  createPushToken(input: CreatePushTokenInput, options?: CallOptions): Promise<null>
  /**
   * Stop notifications of an app. `DELETE /api/me/pushTokens`
   *
   * The app with this token gets no more notifications. A token that is not registered is a no-op.
   */
  deletePushToken(input: DeletePushTokenInput, options?: CallOptions): Promise<null>
  /**
   * Get what you are notified of, and how. `GET /api/me/notificationSettings`
   *
   * `push` is a notification of the app, `talk` a message by KakaoTalk or SMS. `mail` goes only to
   * an address that Google, Apple or Kakao has confirmed. A switch that you have not set has the default of the company.
   */
  getNotificationSettings(
    input?: GetNotificationSettingsInput,
    options?: CallOptions,
  ): Promise<GetNotificationSettingsResult>
  /**
   * Choose what you are notified of, and how. `PUT /api/me/notificationSettings`
   *
   * Replaces all switches; they also apply to messages that wait. A kind that the company has switched
   * off is not sent. The agreement to advertisements is given by `POST /api/me/agreements` and withdrawn by its
   * DELETE.
   */
  updateNotificationSettings(
    input: UpdateNotificationSettingsInput,
    options?: CallOptions,
  ): Promise<GetNotificationSettingsResult>
  /**
   * List the messages to members with previews. `GET /admin/api/messageTemplates`
   *
   * Returns each kind with its channels, its text, and a preview with sample data.
   */
  listMessageTemplates(input?: ListMessageTemplatesInput, options?: CallOptions): Promise<ListMessageTemplatesResult>
  /**
   * Turn a channel on or off for a kind of messages. `PUT /admin/api/messageTemplates`
   *
   * The other channels stay as they are. The switch also applies to messages that wait. Members can switch each channel off
   * for themselves. The same switch again is a no-op.
   */
  updateMessageTemplate(input: UpdateMessageTemplateInput, options?: CallOptions): Promise<UpdateMessageTemplateResult>
  /**
   * List the last messages to a member. `GET /admin/api/members/{id}/messages`
   *
   * The newest 50 of 30 days, with kind, channel and state; the text and the recipient are not
   * stored.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   */
  listMemberMessages(input: ListMemberMessagesInput, options?: CallOptions): Promise<ListMemberMessagesResult>
  /**
   * Create a wall screen of a store; its token pair is returned only once. `POST /admin/api/screens/session`
   *
   * A wall screen has its own session, so that no screen in public holds an administrator's token: it can
   * read app settings, the live events of its store and the state of its recognizers, and nothing else. With
   * `pairingCode` the browser that shows the code gets the tokens, and the response has none; nor has a repetition
   * with the same `Idempotency-Key`. The browser renews the session with `POST /admin/api/reissue` until the
   * screen is deleted.
   *
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store or to a permanently closed one.
   * - `PAIRING_NOT_FOUND`: No browser shows this code, its time has passed, or it is a screen already.
   * - `VALIDATION_FAILED`: `name` is blank.
   */
  createScreenSession(input: CreateScreenSessionInput, options?: CallOptions): Promise<CreateScreenSessionResult>
  /**
   * Begin to pair a browser as a wall screen. `POST /admin/api/screens/pairings`
   *
   * Returns a code to show, which an administrator enters at `POST /admin/api/screens/session` within
   * 10 minutes, so that no administrator signs in on a screen in public. The browser asks
   * `POST /admin/api/screens/pairings/session` every few seconds whether that has happened.
   *
   * - `RATE_LIMITED`: A hundred pairings were begun from this network within 15 minutes.
   */
  beginScreenPairing(input?: BeginScreenPairingInput, options?: CallOptions): Promise<BeginScreenPairingResult>
  /**
   * Get the tokens of a paired wall screen. `POST /admin/api/screens/pairings/session`
   *
   * Returns null for `screenId` and no tokens as long as no administrator has entered the code. A repetition
   * after a lost response returns a new session and ends the one before.
   *
   * - `PAIRING_NOT_FOUND`: The time to enter the code has passed, the screen was deleted, or the token is wrong.
   */
  openPairedScreen(input: OpenPairedScreenInput, options?: CallOptions): Promise<OpenPairedScreenResult>
  /**
   * List screens. `GET /admin/api/screens`
   *
   * Returns a page of all screens, newest first unless `sort` is given; `storeId` selects one store.
   * `online` is true if a gateway has seen the live WebSocket of the screen within 90 seconds.
   */
  listScreens(input?: ListScreensInput, options?: CallOptions): Promise<Page<Screen>>
  /**
   * Rename a screen. `PATCH /admin/api/screens/{id}`
   *
   * A screen that is online shows the new name immediately. The change is recorded in the audit log; a
   * request that changes nothing is a no-op.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was deleted.
   * - `VALIDATION_FAILED`: `name` is blank.
   */
  updateScreen(input: UpdateScreenInput, options?: CallOptions): Promise<Screen>
  /**
   * Delete a screen; its session ends immediately. `DELETE /admin/api/screens/{id}`
   *
   * The session ends at every gateway, and the live WebSockets of the screen are closed. The change is
   * recorded in the audit log.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was deleted.
   */
  deleteScreen(input: DeleteScreenInput, options?: CallOptions): Promise<null>
  /**
   * Show a text on a screen, or make it reload. `POST /admin/api/screens/{id}/message`
   *
   * Send either `text`, which is shown as it is, or `reload`, which reloads the page. The response
   * comes after an open WebSocket of the screen has accepted the message; nothing is stored for a screen that is
   * offline. The message is recorded in the audit log.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was deleted.
   * - `SCREEN_OFFLINE`: No gateway has an open WebSocket of the screen; nothing was sent.
   * - `VALIDATION_FAILED`: Neither or both of `text` and `reload` are given.
   * - `UNAVAILABLE`: It is not known whether the screen received the message.
   */
  messageScreen(input: MessageScreenInput, options?: CallOptions): Promise<null>
  /**
   * List the changes made by administrators, newest first. `GET /admin/api/auditLogs`
   *
   * Returns a page of entries. `q` matches any of: part of an administrator's name, the beginning of
   * their email, part of an action's name in English or Korean, the complete id of an entity or a request. Values
   * that are too long for a page are shortened; the export contains them in full. Only owners can read the log.
   */
  listAuditLogs(input?: ListAuditLogsInput, options?: CallOptions): Promise<Page<AuditLog>>
  /**
   * Export the audit log as CSV. `GET /admin/api/auditLogs/export`
   *
   * Contains the entries that match the query, with each changed field on a line of its own; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportAuditLogs(input?: ExportAuditLogsInput, options?: CallOptions): Promise<Blob>
  /**
   * List which administrators saw data of which members, newest first. `GET /admin/api/accessLogs`
   *
   * Returns a page of entries: one for each response with names or contact data of members, and for each
   * part of a file without masks. Equal accesses within five minutes are one entry: `at` is the time of the first,
   * `lastAt` that of the last. An entry of a read is stored before the response is sent; entries are kept for the
   * days of `ACCESS_LOG_DAYS`. Visits on the live stream and the examples of `GET /admin/api/attention` are not
   * recorded.
   */
  listAccessLogs(input?: ListAccessLogsInput, options?: CallOptions): Promise<ListAccessLogsResult>
  /**
   * Export the access log as CSV. `GET /admin/api/accessLogs/export`
   *
   * Contains the entries that match the query, with the ids of all members. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportAccessLogs(input?: ExportAccessLogsInput, options?: CallOptions): Promise<Blob>
}
