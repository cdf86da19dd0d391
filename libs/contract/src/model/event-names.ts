/**
 * Names of the events, `<service>.<fact>`. The payloads are in `../events.ts`: they use schemas of the services, whose
 * operations refer to these names.
 */
export const eventNames = [
  'member.sessionEnded',
  'member.plateOwnerChanged',
  'member.changed',
  'member.carChanged',
  'member.left',
  'member.adminChanged',
  'gateway.sessionUsed',
  'gateway.apiKeyUsed',
  'catalog.audited',
  'orders.audited',
  'recognition.audited',
  'orders.accessed',
  'recognition.accessed',
  'recognition.visitsChanged',
  'recognition.visitsEnded',
  'recognition.deviceStatesChanged',
  'recognition.gatesDecided',
  'catalog.termsChanged',
  'catalog.bannersChanged',
  'catalog.noticeChanged',
  'catalog.productChanged',
  'orders.orderPlaced',
  'orders.orderChanged',
  'orders.userProductChanged',
  'orders.periodsEndSoon',
  'orders.raisesAnnounced',
  'orders.raisesWithdrawn',
  'orders.useDecided',
  'orders.visitUsed',
  'orders.usesChanged',
  'orders.membersCame',
  'catalog.imageStored',
  'catalog.imageRemoved',
  'member.carImageChanged',
  'catalog.storeChanged',
] as const
export type EventName = (typeof eventNames)[number]

/**
 * Events that withdraw rights. Their stream REVOCATIONS has no other events, which could fill it. They are stored there
 * before the transaction that emits them commits: after a response of 200 they are in force.
 */
const revocations: readonly EventName[] = ['member.sessionEnded']

export const isRevocation = (name: EventName): boolean => revocations.includes(name)

/** Subject of an event in its stream, EVENTS or REVOCATIONS. */
export const eventSubject = (name: EventName): string => `${isRevocation(name) ? 'revocations' : 'evt'}.${name}`
