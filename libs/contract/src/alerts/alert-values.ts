/** What administrators are alerted about. The first two belong to a store, the others to the head office. */
export const alertKinds = [
  'offlineDevices',
  'offlineScreens',
  'failedRenewals',
  'owedReturns',
  'deadLetters',
  'disabledWebhooks',
  'fullStorage',
  'refund',
  'newDevice',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** In what the threshold of a kind is counted; null: it has none, and is 0. */
export const alertUnits: Readonly<Record<AlertKind, 'minutes' | 'count' | 'percent' | 'won' | null>> = {
  offlineDevices: 'minutes',
  offlineScreens: 'minutes',
  failedRenewals: 'count',
  owedReturns: 'count',
  deadLetters: 'count',
  disabledWebhooks: 'count',
  fullStorage: 'percent',
  refund: 'won',
  newDevice: null,
}
/** The largest threshold of a unit: a week, what is counted at most, all, and the highest price. */
export const largestThreshold = { minutes: 10_080, count: 999, percent: 99, won: 100_000_000 } as const

/** Kinds with an alert for each store. */
export const storeAlertKinds = ['offlineDevices', 'offlineScreens'] as const satisfies readonly AlertKind[]
export const isStoreAlert = (kind: AlertKind): boolean => storeAlertKinds.some((each) => each === kind)

/**
 * How an alert reaches administrators: `talk` by AlimTalk, or SMS where that does not arrive. `webhook` reaches partners, as
 * `alert.opened` and `alert.closed`.
 */
export const alertChannels = ['bell', 'browser', 'mail', 'talk', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]
