/** Names of the events, `<service>.<fact>`. Their payloads are in `events.ts`: they are made of the services' schemas, which refer to these names. */
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
