import type { ProvisionOptions } from '@kingcar/bus/provision'
import { maxReadsPartitions } from '@kingcar/bus/reads'
import { type StreamName, streams } from '@kingcar/bus/streams'
import Type from 'typebox'
import type { ServiceName } from './secrets.ts'

const MiB = 2 ** 20
const day = 86_400

/** What each stream with a configurable size stores. For those with `Days`, the age is configurable too. */
const sizes = [
  [
    'READS',
    'READS',
    'reads that the recognition service has not stored yet; when it is full, recognizers keep their reads',
  ],
  ['VISITS', 'VISITS', 'visits for screens that reconnect; the oldest are dropped'],
  ['EVENTS', 'EVENTS', 'events between services; when it is full, events wait in the outboxes'],
  ['DEAD_LETTERS', 'DEAD_LETTERS', 'reads that are not valid; the oldest are dropped'],
  ['REVOCATIONS', 'REVOCATIONS', 'revoked sessions, for as long as their access tokens may live'],
  ['SETTINGS', 'SETTINGS', 'the current settings, which services follow'],
  ['DEVICES', 'DEVICES', 'credentials of recognizers and wall screens; when it is full, no device can be added'],
  ['ADMINS', 'ADMINS', 'roles and stores of administrators; when it is full, none can be changed'],
  ['IMAGES', 'OBJ_images', 'pictures; when it is full, uploads are refused'],
] as const satisfies readonly (readonly [variable: string, stream: StreamName, keeps: string])[]

const ages = ['READS', 'EVENTS', 'DEAD_LETTERS'] as const satisfies readonly StreamName[]

type SizeVariable = `STREAM_${(typeof sizes)[number][0]}_MIB`
type AgeVariable = `STREAM_${(typeof ages)[number]}_DAYS`
/** The configured sizes and ages of streams; all are optional. */
type StreamSizes = Partial<Record<SizeVariable | AgeVariable, number>>

/** Sizes and ages of streams, for `npm start` and the program setup. */
export const streamProperties = Object.fromEntries([
  ...sizes.map(([variable, stream, keeps]) => [
    `STREAM_${variable}_MIB`,
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 16 * MiB,
        default: streams[stream].maxBytes / MiB,
        description: `Size of the stream ${stream} in MiB: ${keeps}.`,
      }),
    ),
  ]),
  ...ages.map((stream) => [
    `STREAM_${stream}_DAYS`,
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_650,
        default: streams[stream].maxAge / day,
        description: `Days that the stream ${stream} keeps a message.`,
      }),
    ),
  ]),
]) as unknown as Record<keyof StreamSizes, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Integer>>>>

const databaseOf = (service: ServiceName) =>
  Type.Optional(Type.String({ description: `The same for ${service}, if it has a database of its own.` }))
const passwordOf = (service: ServiceName) => Type.String({ description: `Password of the role of ${service}.` })

/** The variables of the program setup, each also as `NAME_FILE`. */
export const SetupConfig = Type.Object({
  DATABASE_URL: Type.Optional(
    Type.String({ description: 'URL of a role that may create roles and schemas, and owns them.' }),
  ),
  DATABASE_URL_MEMBER: databaseOf('member'),
  DATABASE_URL_CATALOG: databaseOf('catalog'),
  DATABASE_URL_ORDERS: databaseOf('orders'),
  DATABASE_URL_RECOGNITION: databaseOf('recognition'),
  DATABASE_PASSWORD_MEMBER: passwordOf('member'),
  DATABASE_PASSWORD_CATALOG: passwordOf('catalog'),
  DATABASE_PASSWORD_ORDERS: passwordOf('orders'),
  DATABASE_PASSWORD_RECOGNITION: passwordOf('recognition'),
  NATS_URL: Type.String({ minLength: 1, description: 'Host and port of nats-server, or several with commas.' }),
  NATS_PASSWORD: Type.String({ minLength: 1, description: 'Password of the user `setup`.' }),
  STREAM_REPLICAS: Type.Integer({
    minimum: 1,
    maximum: 5,
    default: 1,
    description: 'Replicas of each stream: 1, or 3 in a cluster.',
  }),
  READS_PARTITIONS: Type.Integer({
    minimum: 1,
    maximum: maxReadsPartitions,
    default: 1,
    description: 'Number of partitions of the stream READS, by store.',
  }),
  ...streamProperties,
  SERVICES_DIR: Type.String({ default: 'services', description: 'Folder with `<service>/migrations`.' }),
})

/** The limits of streams, as their provisioning takes them. */
export function streamLimitsOf(config: StreamSizes): Required<Pick<ProvisionOptions, 'maxBytes' | 'maxAge'>> {
  return {
    maxBytes: Object.fromEntries(
      sizes.map(([variable, stream]) => {
        const size = config[`STREAM_${variable}_MIB`]
        return [stream, size === undefined ? streams[stream].maxBytes : size * MiB]
      }),
    ),
    maxAge: Object.fromEntries(
      ages.map((stream) => [stream, (config[`STREAM_${stream}_DAYS`] ?? streams[stream].maxAge / day) * day]),
    ),
  }
}
