export { type BusOptions, openBus } from './bus.ts'
export { mostCalls } from './calls.ts'
export { isPaused } from './devices.ts'
export * from './permissions.ts'
export { type ProvisionOptions, provisionStreams } from './provision.ts'
export { mostPartitions, parseReadsShare, type ReadsShare, type ReadsState } from './reads.ts'
export { type Durable, durables, streams } from './streams.ts'
export {
  deadLetterSubject,
  everyHeartbeat,
  everyScreenSeen,
  readSubject,
  screenSeenSubject,
  screenSubject,
  visitSubject,
} from './subject.ts'
export * from './types.ts'
export { traceHeader } from './wire.ts'
