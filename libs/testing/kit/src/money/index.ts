export { control, listPayments } from './provider.ts'
export { type HistoriesOutcome, runHistories } from './run-histories.ts'
export type { HistoryMember, MoneyWorld, OfferedProduct } from './world.ts'
