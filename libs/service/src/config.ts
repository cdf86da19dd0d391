import type { User } from '@kingcar/bus'
import Type, { type Static, type TInteger, type TObject, type TOptional, type TString } from 'typebox'

/** One key of at least 256 bits in hexadecimal, or two separated by a comma during a rotation. */
export const HexKeys = (description: string): TString =>
  Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$', description })

type ServiceVariables = Record<
  'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'DATABASE_URL' | 'OPERATIONS_HOST' | 'IDEMPOTENCY_SECRET',
  TString
> & { OPERATIONS_PORT: TInteger; DATABASE_READ_URL: TOptional<TString> }

/**
 * The variables that every service reads.
 * @param user default of the service's NATS user
 */
export const serviceVariables = (user: User): ServiceVariables => ({
  NATS_URL: Type.String({ description: 'Host and port of nats-server, or several with commas.' }),
  NATS_USER: Type.String({ default: user, description: 'User at nats-server.' }),
  NATS_PASSWORD: Type.String({
    description: 'Password of the NATS user, or two separated by a comma during a rotation.',
  }),
  DATABASE_URL: Type.String({
    description: 'URL of PostgreSQL with the role of the service. During a rotation it may contain two passwords.',
  }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      description:
        'URL of a replica of that database with the same role. The replica runs searches, statistics and exports of files while it is not behind the primary.',
    }),
  ),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1', description: 'Address of the operations port.' }),
  OPERATIONS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'Port of `/livez`, `/readyz` and `/metrics`; 0 picks one.',
  }),
  IDEMPOTENCY_SECRET: HexKeys(
    'HMAC key, hexadecimal, for the comparison of repeated requests; two during a rotation, of which the first signs.',
  ),
})

export type ServiceOptions = Static<TObject<ServiceVariables>>
