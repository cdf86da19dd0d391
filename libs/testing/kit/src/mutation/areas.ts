/** Code in which a fault would cost most, and the tests that must detect it. Paths from the project's folder. */
export type Area = { mutate: readonly string[]; tests: readonly string[] }

export const areas: Readonly<Record<string, Area>> = {
  money: {
    mutate: [
      'services/orders/src/order/order.ts',
      'services/orders/src/use-log/use-log.ts',
      'services/orders/src/price/period.ts',
      'services/orders/src/fulfilment/retry-schedule.ts',
      'services/orders/src/provider/lookup-limit.ts',
      'services/orders/src/provider/circuit-breaker.ts',
      'services/orders/src/intent/intent.ts',
      'libs/contract/src/orders/lifecycle.ts',
    ],
    tests: ['services/orders/src/**/*.test.ts', 'libs/contract/src/orders/*.test.ts'],
  },
  sessions: {
    mutate: [
      'services/member/src/session/session.ts',
      'services/member/src/session/token-issuer.ts',
      'gateway/src/auth/report-session-use.ts',
    ],
    tests: ['services/member/src/session/*.test.ts', 'gateway/src/auth/report-session-use.test.ts'],
  },
  visits: {
    mutate: [
      'services/recognition/src/visit/visit.ts',
      'services/recognition/src/visit/publish.ts',
      'services/recognition/src/plate/distance.ts',
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
      'libs/contract/src/values/plate.ts',
      'libs/contract/src/model/parse-pageable.ts',
      'libs/contract/src/model/paging.ts',
      'libs/contract/src/values/text.ts',
      'libs/contract/src/model/validate.ts',
      'libs/contract/src/values/member-search.ts',
      'libs/contract/src/model/validation-details.ts',
      'libs/contract/src/values/period.ts',
      'libs/contract/src/values/csv.ts',
      'libs/contract/src/values/mask.ts',
      'libs/db/src/query/page.ts',
      'services/member/src/person/person.ts',
      'services/member/src/phone-verification/phone-number.ts',
      'services/member/src/password/password-strength.ts',
    ],
    tests: [
      'libs/contract/src/{model,values}/*.test.ts',
      'libs/db/src/query/page.test.ts',
      'services/member/src/{person,phone-verification,password,car}/*.test.ts',
    ],
  },
}
