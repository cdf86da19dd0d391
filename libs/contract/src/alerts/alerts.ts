import * as Type from 'typebox'
import { attentionAccess } from '../gateway/attention.ts'
import { Id, Instant, Nothing, Nullable, Strict, Subset, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { type AdminAccess, type AdminRights, adminRoles, isPermitted } from '../model/permissions.ts'
import { type AlertKind, alertChannels, alertKinds } from './alert-values.ts'

const headOffice = (kind: keyof typeof attentionAccess): AdminAccess => ({
  ...attentionAccess[kind],
  scope: 'headOffice',
})

/** The permission that an administrator needs to see alerts of a kind: that of the page to which the alert links. */
const alertAccess: Readonly<Record<AlertKind, AdminAccess>> = {
  offlineDevices: attentionAccess.offlineDevices,
  offlineScreens: attentionAccess.offlineScreens,
  failedRenewals: headOffice('failedRenewals'),
  owedReturns: headOffice('owedReturns'),
  deadLetters: attentionAccess.deadLetters,
  disabledWebhooks: attentionAccess.disabledWebhooks,
  fullStorage: { permission: 'devices.read', scope: 'headOffice' },
  refund: { permission: 'orders.read', scope: 'headOffice' },
  newDevice: { permission: 'admins.manage', scope: 'headOffice' },
}

/** The kinds of alerts that an administrator may see. */
export const alertKindsFor = (rights: AdminRights): AlertKind[] =>
  alertKinds.filter((kind) => isPermitted(alertAccess[kind], rights))

/** The largest number of rules that apply to all stores. */
export const mostAlertRules = 50
/** The largest number of rules that name a certain store. */
export const mostAlertRulesOfStore = 10
/** Unseen alerts are counted up to this number. */
export const mostUnseenAlerts = 99

const Kind = Type.Enum([...alertKinds], {
  description: `offlineDevices and offlineScreens: no message for more than the minutes of \`threshold\`, at a store that
    is open; failedRenewals, owedReturns, deadLetters and disabledWebhooks: more of them than \`threshold\`; fullStorage:
    the storage of the streams is filled to the percentage of \`threshold\`; refund: an order was refunded by more than
    \`threshold\` KRW; newDevice: an administrator signed in from another device`,
})
const Threshold = Type.Integer({
  minimum: 0,
  maximum: 100_000_000,
  description: 'Unit by kind: minutes, a number, percent or KRW; 0 for `newDevice`',
  examples: [5],
})
const TimeOfDay = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'Asia/Seoul',
  examples: ['22:00'],
})
const Stores = Nullable(
  Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, description: 'Null: all stores, also new ones' }),
)

/** The largest `repeatHours`: an alert that stays open is reported again after a week at the latest. */
const mostRepeatHours = 168
const RepeatHours = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: mostRepeatHours,
    description: 'Hours after which an alert that is still open is reported again; null: never',
    examples: [24],
  }),
)

const fields = {
  threshold: Threshold,
  storeIds: Stores,
  channels: Type.Array(
    Type.Enum([...alertChannels], {
      description:
        '`talk` is AlimTalk, or SMS if AlimTalk does not arrive; only for administrators who have confirmed a number',
    }),
    { uniqueItems: true, examples: [['bell', 'mail']] },
  ),
  roles: Type.Array(Type.Enum([...adminRoles]), {
    uniqueItems: true,
    description: 'Administrators of these roles get the alert, if they may see alerts of its kind',
    examples: [['owner', 'manager']],
  }),
  adminIds: Type.Array(Id, { maxItems: 50, uniqueItems: true, description: 'Further administrators' }),
  quietFrom: Nullable(TimeOfDay),
  quietTo: Nullable(TimeOfDay),
  enabled: Type.Boolean({ examples: [true] }),
}

export const AlertRule = Type.Object({
  id: Id,
  kind: Kind,
  ...fields,
  repeatHours: RepeatHours,
  createdAt: Instant,
})
export type AlertRule = Typed<typeof AlertRule>

export const Alert = Type.Object({
  id: Id,
  kind: Kind,
  storeId: Nullable(Id),
  storeName: Nullable(Type.String({ examples: ['강남점'] })),
  count: Type.Integer({
    minimum: 1,
    description: 'Number of affected devices, orders and so on; a percentage for `fullStorage`',
    examples: [2],
  }),
  names: Type.Array(Type.String(), {
    description: 'Names of the affected devices, screens or endpoints: the oldest, at most three; no names of members',
    examples: [['입구 카메라']],
  }),
  targetId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Id of the affected device, screen or endpoint that is first in `names`, or of the order',
    }),
  ),
  threshold: Threshold,
  channels: fields.channels,
  since: Nullable(
    Type.String({
      format: 'date-time',
      description: 'The time since which the oldest affected device, order and so on has been in this state',
    }),
  ),
  openedAt: Instant,
  notifiedAt: Type.String({
    format: 'date-time',
    description: 'Time of the last report: when it opened, when more was affected, or because it stays open',
  }),
  closedAt: Nullable(Instant),
})
export type Alert = Typed<typeof Alert>

export const AlertRecipients = Type.Object({
  roles: Type.Array(
    Type.Object({
      role: Type.Enum([...adminRoles], { examples: ['manager'] }),
      administrators: Type.Integer({ minimum: 1, examples: [3] }),
      withoutPhone: Type.Integer({
        minimum: 0,
        description: 'Administrators who get no AlimTalk, because they have confirmed no number',
        examples: [1],
      }),
    }),
  ),
})
export type AlertRecipients = Typed<typeof AlertRecipients>

export const AlertBell = Type.Object({
  unseen: Type.Integer({
    minimum: 0,
    description: `Number of unseen alerts, counted up to ${mostUnseenAlerts}`,
    examples: [1],
  }),
  seenUntil: Nullable(Instant),
  latest: Type.Array(Alert, { description: 'The newest ten' }),
})
export type AlertBell = Typed<typeof AlertBell>

const notFound =
  "No rule has this id, or it was deleted, or it is not limited to the administrator's stores, or is of a kind that the role may not see."
const limit = `There are ${mostAlertRules} rules of all stores, or ${mostAlertRulesOfStore} that name one of these stores.`
const exists = 'Another rule has the same fields, apart from `enabled`.'
const invalid = `\`threshold\` does not fit the kind; one of \`quietFrom\` and \`quietTo\` is missing, or they are equal; no administrator
  would get the alert; a store does not exist; or \`storeIds\` names other stores than the administrator's, or the kind has no stores.`

export const alertOperations = {
  listAlerts: {
    http: 'GET /admin/api/alerts',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'List alerts, open and past',
    description: `Returns a page, newest first. Alerts of other stores, and of kinds that the administrator may not see, are left out. Closed
      alerts are kept for 90 days.`,
    input: Strict({
      state: Type.Optional(Type.Enum(['open', 'closed'])),
      kind: Type.Optional(Kind),
      storeId: Type.Optional(Id),
      ...pageable('openedAt'),
    }),
    result: Page(Alert),
  },
  getAlertBell: {
    http: 'GET /admin/api/alerts/bell',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Get the newest alerts, and how many of them are unseen',
    description: 'Returns alerts whose rule has the caller as a recipient and the channel `bell` or `browser`.',
    input: Strict({}),
    result: AlertBell,
  },
  markAlertsSeen: {
    http: 'POST /admin/api/alerts/seen',
    audits: null,
    access: 'admin',
    permission: 'visits.read',
    scope: 'none',
    summary: 'Mark alerts as seen',
    description:
      'Alerts that opened until the given time count as seen by the caller. A time before that of an earlier call is a no-op.',
    input: Strict({ until: Instant }),
    result: Nothing,
  },
  listAlertRules: {
    http: 'GET /admin/api/alertRules',
    access: 'admin',
    permission: 'alerts.manage',
    scope: 'stores',
    summary: 'List alert rules',
    description:
      'Returns a page, oldest first unless `sort` is given. An administrator of certain stores gets the rules of all stores and of these stores.',
    input: Strict({ ...pageable('createdAt') }),
    result: Page(AlertRule),
  },
  getAlertRecipients: {
    http: 'GET /admin/api/alertRules/recipients',
    access: 'admin',
    permission: 'alerts.manage',
    scope: 'stores',
    summary: 'Count who would get alerts of a kind, by role',
    description: `Counts enabled administrators who may see alerts of the kind. For an administrator of certain stores
      it counts those who are limited to one of these stores, or have all.`,
    input: Strict({ kind: Kind }),
    result: AlertRecipients,
  },
  createAlertRule: {
    http: 'POST /admin/api/alertRules',
    audits: '알림 규칙 추가',
    access: 'admin',
    permission: 'alerts.manage',
    scope: 'stores',
    summary: 'Create an alert rule',
    description: `An alert stays open until its cause ends: one for each store, or one for the whole rule. It is
      reported again when more is affected, at most every ten minutes, and every \`repeatHours\`, but not during the
      quiet hours. Mails and AlimTalk wait until the quiet hours end, and are not sent if the alert is closed by then.
      An administrator of certain stores may name only these stores.`,
    input: Strict({ kind: Kind, ...fields, repeatHours: Type.Optional(RepeatHours) }),
    result: AlertRule,
    status: 201,
    idempotent: true,
    errors: { ALERT_RULE_EXISTS: exists, ALERT_RULE_LIMIT: limit, VALIDATION_FAILED: invalid },
  },
  updateAlertRule: {
    http: 'PATCH /admin/api/alertRules/{id}',
    resource: 'alertRule',
    audits: '알림 규칙 수정',
    access: 'admin',
    permission: 'alerts.manage',
    scope: 'stores',
    summary: 'Change an alert rule',
    description: 'Open alerts keep their fields until their cause ends; open alerts of a disabled rule close.',
    input: Strict({ id: Id, ...Subset({ ...fields, repeatHours: RepeatHours }) }),
    result: AlertRule,
    versioned: true,
    errors: {
      ALERT_RULE_NOT_FOUND: notFound,
      ALERT_RULE_EXISTS: exists,
      ALERT_RULE_LIMIT: limit,
      VALIDATION_FAILED: invalid,
    },
  },
  deleteAlertRule: {
    http: 'DELETE /admin/api/alertRules/{id}',
    resource: 'alertRule',
    audits: '알림 규칙 삭제',
    access: 'admin',
    permission: 'alerts.manage',
    scope: 'stores',
    summary: 'Delete an alert rule',
    description: 'Open alerts of the rule close; past alerts stay.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: { ALERT_RULE_NOT_FOUND: notFound },
  },
} as const satisfies Record<string, Spec>
