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
  'catalog.audited',
  'orders.audited',
  'recognition.audited',
  'recognition.visitsChanged',
  'catalog.termsChanged',
  'catalog.bannersChanged',
  'catalog.noticeChanged',
  'catalog.productChanged',
  'orders.orderChanged',
  'orders.userProductChanged',
  'orders.visitUsed',
  'catalog.imageStored',
  'catalog.imageRemoved',
  'member.carImageChanged',
  'catalog.storeChanged',
] as const
export type EventName = (typeof eventNames)[number]

/** Subject of an event in the stream EVENTS. */
export const eventSubject = <N extends EventName>(name: N) => `evt.${name}` as const
