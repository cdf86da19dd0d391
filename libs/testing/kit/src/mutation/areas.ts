/** Rules that a fault would cost most in, and the tests that have to notice it. Paths from the project's folder. */
export type Area = { mutate: readonly string[]; tests: readonly string[] }

export const areas: Readonly<Record<string, Area>> = {
  money: {
    mutate: [
      'services/orders/src/order/order.ts',
      'services/orders/src/use-log/use-log.ts',
      'services/orders/src/user-product/period.ts',
      'services/orders/src/renewal/schedule.ts',
      'services/orders/src/payment/look-up-limit.ts',
      'services/orders/src/payment/breaker.ts',
      'services/orders/src/intent/intent.ts',
      'libs/contract/src/orders/lifecycle.ts',
    ],
    tests: ['services/orders/src/**/*.test.ts', 'libs/contract/src/orders/*.test.ts'],
  },
  sessions: {
    mutate: [
      'services/member/src/session/session.ts',
      'services/member/src/session/tokens.ts',
      'gateway/src/auth/report-session-use.ts',
    ],
    tests: ['services/member/src/session/*.test.ts', 'gateway/src/auth/report-session-use.test.ts'],
  },
  visits: {
    mutate: [
      'services/recognition/src/visit/visit.ts',
      'services/recognition/src/visit/publish.ts',
      'services/recognition/src/plate/likeness.ts',
      'services/recognition/src/plate/misreadings.ts',
      'services/recognition/src/read/read.ts',
      'services/recognition/src/read/parse.ts',
    ],
    tests: ['services/recognition/src/**/*.test.ts'],
  },
  outbox: {
    mutate: ['libs/db/src/events/outbox.ts', 'libs/db/src/events/relay.ts', 'libs/db/src/writes/idempotency.ts'],
    tests: ['libs/db/src/events/relay.test.ts', 'libs/db/test/outbox.test.ts', 'libs/db/test/idempotency.test.ts'],
  },
  validators: {
    mutate: [
      'libs/contract/src/plate.ts',
      'libs/contract/src/pageable.ts',
      'libs/contract/src/paging.ts',
      'libs/contract/src/text.ts',
      'libs/contract/src/validate.ts',
      'libs/contract/src/search.ts',
      'libs/contract/src/faults.ts',
      'libs/contract/src/period.ts',
      'libs/contract/src/csv.ts',
      'libs/contract/src/mask.ts',
      'libs/db/src/query/page.ts',
      'services/member/src/person/person.ts',
      'services/member/src/phone/phone-number.ts',
      'services/member/src/password/guessable.ts',
    ],
    tests: [
      'libs/contract/src/*.test.ts',
      'libs/db/src/query/page.test.ts',
      'services/member/src/{person,phone,password,car}/*.test.ts',
    ],
  },
}
