import { test } from 'vitest'
import { explainHistories } from './explain-histories.ts'
import { providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll()

test(
  'after any histories of members, administrators, provider and clock every won is kept, returned or owed',
  () => explainHistories(money, 20),
  900_000,
)
