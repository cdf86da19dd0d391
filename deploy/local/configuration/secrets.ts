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
  /** For the demo's administrator where the well-known ones would be an open door. */
  joinCode: string
  demoPassword: string
}

// Letters and digits alone: safe in URLs, configuration files and shells. They begin with a letter, never like a number.
const secret = () => `k${randomBytes(24).toString('hex')}`
const hex = () => randomBytes(32).toString('hex')

const each = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, secret()])) as Record<K, string>

/** New ones, all of them. */
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
    demoPassword: secret(),
  }
}

/** The secrets of this data folder, made at the first start. A later version adds what it needs to an older file. */
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

/** Puts secrets in the place of those that the file holds. */
export function writeSecretsFile(file: string, secrets: Secrets): Secrets {
  writeDurably(file, `${JSON.stringify(secrets, undefined, 2)}\n`)
  return secrets
}
