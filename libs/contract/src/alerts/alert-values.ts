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

/** The unit of the threshold of a kind; null: the kind has no threshold, which is stored as 0. */
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
/** The largest threshold of each unit: a week, the largest count, 99 percent, and the highest price. */
export const largestThreshold = { minutes: 10_080, count: 999, percent: 99, won: 100_000_000 } as const

/** Kinds with an alert for each store. */
export const storeAlertKinds = ['offlineDevices', 'offlineScreens'] as const satisfies readonly AlertKind[]
export const isStoreAlert = (kind: AlertKind): boolean => storeAlertKinds.some((each) => each === kind)

/**
 * How an alert reaches administrators. `talk` is AlimTalk, or SMS if the AlimTalk message does not arrive. `webhook`
 * notifies partners with the events `alert.opened` and `alert.closed`.
 */
export const alertChannels = ['bell', 'browser', 'mail', 'talk', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]
