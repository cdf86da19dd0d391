export * from './nats.ts'
export * from './postgres.ts'
export type { Faults, TestNats, TestPostgres } from './server-faults.ts'
