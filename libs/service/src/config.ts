import type { User } from '@kingcar/bus'
import Type, { type Static, type TInteger, type TObject, type TOptional, type TString } from 'typebox'

/** One key of at least 256 bits in hexadecimal, or two separated by a comma during a rotation. */
export const HexKeys = (description: string): TString =>
  Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$', description })

type ServiceVariables = Record<
  'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'DATABASE_URL' | 'OPERATIONS_HOST' | 'IDEMPOTENCY_SECRET',
  TString
> & { OPERATIONS_PORT: TInteger; DATABASE_READ_URL: TOptional<TString> }

/** The variables that every service reads. @param user the service's user at nats-server by default */
export const serviceVariables = (user: User): ServiceVariables => ({
  NATS_URL: Type.String({ description: 'Host and port of nats-server, or several with commas.' }),
  NATS_USER: Type.String({ default: user, description: 'User at nats-server.' }),
  NATS_PASSWORD: Type.String({ description: 'Its password, or two separated by a comma during a rotation.' }),
  DATABASE_URL: Type.String({
    description: 'URL of PostgreSQL with the role of the service. The password may be two during a rotation.',
  }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      description:
        'URL of a replica of that database with the same role. It runs searches, statistics and files while it has everything that PostgreSQL has.',
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
    'HMAC key, hexadecimal, that compares the inputs of repeated requests; two during a rotation, the first signs.',
  ),
})

export type ServiceOptions = Static<TObject<ServiceVariables>>
