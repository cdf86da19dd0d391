import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { secretsOf, setupSecretsOf } from '../local/environment.ts'
import { natsUsers, publicKeyOf } from '../local/nats.ts'
import { readSecrets } from '../local/secrets.ts'

/** Where services find the database, and whether they see to it that it is the right one. */
type Database = { host: string; verified: boolean }

/**
 * Writes a folder for each Secret and a file for each of its keys, as `kubectl create secret generic --from-file` and kustomize
 * read them. What a folder has is kept, so that a repetition adds what is missing and changes nothing.
 */
export function writeSecrets(folder: string, { host, verified }: Database): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secrets = readSecrets(join(folder, 'secrets.json'))
  const { nats, calloutSeed } = secrets
  const owner = `postgres://kingcar:${secrets.postgres}@${host}:5432/kingcar${verified ? '?sslmode=verify-full' : ''}`
  const all: Record<string, Record<string, string>> = {
    'postgres-owner': { username: 'kingcar', password: secrets.postgres },
    setup: setupSecretsOf(secrets, owner),
    nats: {
      ...Object.fromEntries(natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, nats[user]])),
      NATS_PASSWORD_CLUSTER: `k${randomBytes(24).toString('hex')}`,
      NATS_CALLOUT_ISSUER: publicKeyOf(calloutSeed),
    },
    gateway: secretsOf('gateway', secrets, owner),
    member: { ...secretsOf('member', secrets, owner), ADMIN_JOIN_CODE: secrets.joinCode },
    catalog: secretsOf('catalog', secrets, owner),
    // of the simulator, which takes no money; a real account has its own
    orders: {
      ...secretsOf('orders', secrets, owner),
      ...(!verified && { PORTONE_IMP_KEY: 'imp_local', PORTONE_IMP_SECRET: 'imp_local_secret' }),
    },
    recognition: secretsOf('recognition', secrets, owner),
  }
  for (const [name, keys] of Object.entries(all)) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    for (const [key, value] of Object.entries(keys)) {
      const file = join(folder, name, key)
      if (!existsSync(file)) writeFileSync(file, value, { mode: 0o600 })
    }
  }
}

if (import.meta.main) {
  const options = { to: { type: 'string' }, host: { type: 'string' }, 'without-tls': { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const local = values.to === undefined
  const folder = resolve(values.to ?? join(import.meta.dirname, 'overlays/local/secrets'))
  writeSecrets(folder, { host: values.host ?? 'postgres-rw', verified: !(local || values['without-tls']) })
  console.log(folder)
}
