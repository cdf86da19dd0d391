export { type BusOptions, openBus } from './bus.ts'
export { isPaused } from './devices/devices.ts'
export { type ProvisionOptions, provisionStreams } from './provision/provision.ts'
export * from './roles.ts'
export { maxCallsPerMessage } from './rpc/calls.ts'
export { traceHeader } from './streams/headers.ts'
export { decodeReadGroup } from './streams/read-groups.ts'
export * from './topology/permissions.ts'
export { isReadGroup, maxReadsPartitions, parseReadsShare } from './topology/reads-topology.ts'
export { type Durable, durables, streams } from './topology/streams.ts'
export {
  deadLetterSubject,
  decisionSubject,
  deviceSightingsSubject,
  everyHeartbeat,
  everyScreenSeen,
  expectedSubject,
  readSubject,
  screenSeenSubject,
  screenSubject,
  visitSubject,
} from './topology/subjects.ts'
export * from './types.ts'
