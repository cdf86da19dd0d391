export * from './nats.ts'
export * from './postgres.ts'
export type { ServerFaults, TestNats, TestPostgres } from './server-faults.ts'
