import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeDurably } from '@kingcar/localstack/durable-file'
import { type NatsPasswords, natsUsers, newCalloutSeed } from '@kingcar/localstack/nats'

/** Each service has a role and a schema of its name. */
export const services = ['member', 'catalog', 'orders', 'recognition'] as const
export type ServiceName = (typeof services)[number]

export type Secrets = {
  postgres: string
  databases: Record<ServiceName, string>
  nats: NatsPasswords
  /** Seed of an nkey (`SA…`). */
  calloutSeed: string
  /** PEM, Ed25519. */
  jwtPrivateKey: string
  jwtPublicKey: string
  /** Hex. */
  tokenSecret: string
  idempotencySecret: string
  /** Code and password of the demo's administrator where others can reach the product. */
  joinCode: string
  /** Code of `/setup`, which creates the first administrator. */
  setupCode: string
  demoPassword: string
}

/** The keys without which the data cannot be used. The other secrets are credentials of the servers of an installation. */
export const dataKeys = [
  'jwtPrivateKey',
  'jwtPublicKey',
  'tokenSecret',
  'idempotencySecret',
  'joinCode',
  'demoPassword',
] as const satisfies readonly (keyof Secrets)[]

// Letters and digits only: safe in URLs, configuration files and shells. The first letter prevents parsing as a number.
const secret = () => `k${randomBytes(24).toString('hex')}`
const hex = () => randomBytes(32).toString('hex')

const each = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, secret()])) as Record<K, string>

/** Makes a new set of all secrets. */
export function makeSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    postgres: secret(),
    databases: each(services),
    nats: each(natsUsers),
    calloutSeed: newCalloutSeed(),
    jwtPrivateKey: privateKey,
    jwtPublicKey: publicKey,
    tokenSecret: hex(),
    idempotencySecret: hex(),
    joinCode: secret(),
    setupCode: secret(),
    demoPassword: secret(),
  }
}

/** Reads the secrets of a data folder. Makes the file at the first start, and adds secrets that a later version needs. */
export function readSecrets(file: string): Secrets {
  const made = makeSecrets()
  if (!existsSync(file)) return writeSecretsFile(file, made)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const all = {
    ...made,
    ...kept,
    databases: { ...made.databases, ...kept.databases },
    nats: { ...made.nats, ...kept.nats },
  }
  return JSON.stringify(all) === JSON.stringify(kept) ? kept : writeSecretsFile(file, all)
}

/** Replaces the file's secrets. */
export function writeSecretsFile(file: string, secrets: Secrets): Secrets {
  writeDurably(file, textOf(secrets))
  return secrets
}

/** The content of such a file. */
export const textOf = (secrets: Secrets): string => `${JSON.stringify(secrets, undefined, 2)}\n`
