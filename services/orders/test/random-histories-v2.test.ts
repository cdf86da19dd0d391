import { test } from 'vitest'
import { explainHistories } from './explain-histories.ts'
import { providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll({}, { api: 'v2' })

test(
  'after any histories every won is kept, returned or owed by API V2, too',
  () => explainHistories(money, 3),
  900_000,
)
