import type { RehearsalFailure, RehearsalResult } from '@kingcar/contract'
import type { RehearsalJob } from './compute.ts'
import type { Progress } from './queries.ts'

/** From the service to the process that computes a rehearsal, once. */
export type RehearsalOrder = { databaseUrl: string; job: RehearsalJob }

/** From this process to the service; the last one is the result or the failure. */
export type RehearsalReport =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; progress: Progress; result: RehearsalResult }
  | { kind: 'failed'; failure: RehearsalFailure }
