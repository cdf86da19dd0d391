import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { currentOf, natsUsers, publicKeyOf } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { program } from '../container/program.ts'
import { rotate } from '../local/configuration/key-rotation.ts'
import { secretsOf, setupSecretsOf } from '../local/configuration/process-environment.ts'
import { readSecrets, type Secrets, textOf, writeSecretsFile } from '../local/configuration/secrets.ts'

/** Host of the database, that of its replicas if it has any, and whether their certificates are verified. */
type Database = { host: string; readHost?: string | undefined; verified: boolean }

/** One step of a key rotation (deploy/local/configuration/key-rotation.ts). */
type Rotation = { key: string; step: string }

/**
 * Writes a folder for each Secret with a file for each key, and a kustomization of all files that are there, for
 * `kubectl apply -k <folder>`. Existing files are kept, so that a repetition only adds missing ones. A rotation rewrites the
 * files that were derived from the old secrets, and keeps those that an operator wrote.
 * @returns the processes to restart
 */
export function writeSecrets(folder: string, database: Database, rotation?: Rotation): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secrets.json')
  const before = readSecrets(file)
  const { secrets, restart } = rotation ? rotate(before, rotation.key, rotation.step) : { secrets: before, restart: [] }
  if (rotation) writeSecretsFile(file, secrets)
  const old = filesOf(before, database)
  const cluster = {
    nats: { NATS_PASSWORD_CLUSTER: `k${randomBytes(24).toString('hex')}` },
    backup: { BACKUP_PASSPHRASE: randomBytes(24).toString('hex') },
  }
  for (const [path, value] of [...filesOf(secrets, database), ...filesIn(cluster)]) {
    const at = join(folder, path)
    mkdirSync(dirname(at), { recursive: true, mode: 0o700 })
    const kept = existsSync(at) ? readFileSync(at, 'utf8') : undefined
    if (kept === undefined || (kept === old.get(path) && kept !== value)) writeFileSync(at, value, { mode: 0o600 })
  }
  writeFileSync(join(folder, 'kustomization.yaml'), `${JSON.stringify(kustomizationOf(folder), undefined, 2)}\n`, {
    mode: 0o600,
  })
  return restart
}

/** The Secrets of a folder. Their names have no hash, since the overlays refer to them. */
function kustomizationOf(folder: string) {
  const files = globSync('*/*', { cwd: folder }).sort()
  const secretGenerator = [...Map.groupBy(files, dirname)].map(([name, of]) => ({
    name,
    type: name === 'postgres-owner' ? 'kubernetes.io/basic-auth' : 'Opaque',
    files: of.map((path) => `${basename(path)}=${path}`),
  }))
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'kingcar',
    generatorOptions: { disableNameSuffixHash: true },
    secretGenerator,
  }
}

function filesOf(secrets: Secrets, { host, readHost, verified }: Database): Map<string, string> {
  const { nats, calloutSeed } = secrets
  // keys of the payment simulator; the operator adds those of a real account
  const payments = verified ? {} : { PORTONE_IMP_KEY: 'imp_local', PORTONE_IMP_SECRET: 'imp_local_secret' }
  const at = (server: string) =>
    `postgres://kingcar:${secrets.postgres}@${server}:5432/kingcar${verified ? '?sslmode=verify-full' : ''}`
  const owner = at(host)
  const replicas = readHost && at(readHost)
  return filesIn({
    'postgres-owner': { username: 'kingcar', password: secrets.postgres },
    setup: setupSecretsOf(secrets, owner),
    nats: {
      ...Object.fromEntries(natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, currentOf(nats[user])])),
      NATS_CALLOUT_ISSUER: publicKeyOf(calloutSeed),
    },
    gateway: secretsOf('gateway', secrets, owner),
    member: {
      ...secretsOf('member', secrets, owner, replicas),
      ADMIN_JOIN_CODE: secrets.joinCode,
      SETUP_CODE: secrets.setupCode,
    },
    catalog: secretsOf('catalog', secrets, owner, replicas),
    orders: { ...secretsOf('orders', secrets, owner, replicas), ...payments },
    recognition: secretsOf('recognition', secrets, owner, replicas),
    simulator: payments,
    backup: { DATABASE_URL: owner, NATS_PASSWORD: secrets.nats.setup, 'secrets.json': textOf(secrets) },
  })
}

/** Contents by path in the folder. */
const filesIn = (all: Record<string, Record<string, string>>) =>
  new Map(
    Object.entries(all).flatMap(([name, values]) =>
      Object.entries(values).map(([key, value]): [string, string] => [join(name, key), value]),
    ),
  )

/**
 * The folder that `--to` names, relative to where npm was called.
 * @throws UserFacingError for a folder in this repository, from which secrets could be committed or copied into an
 * image
 */
function folderOf(to: string | undefined): string {
  if (!to) throw new UserFacingError('Name a folder outside this repository: --to <folder>.')
  const folder = resolve(process.env.INIT_CWD ?? '.', to)
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  const within = relative(realpathSync(root), join(realpathSync(existing), relative(existing, folder)))
  if (!/^\.\.(?:[/\\]|$)/.test(within) && !isAbsolute(within))
    throw new UserFacingError(`${folder} is in this repository. Name a folder outside it: --to <folder>.`)
  return folder
}

async function run(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const options = {
    to: text,
    host: text,
    'read-host': text,
    'without-tls': { type: 'boolean' },
    rotate: text,
    step: text,
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const { rotate: key, step = '' } = values
  const folder = folderOf(values.to)
  const verified = !values['without-tls']
  const replicas = values['read-host'] ?? values.host ?? 'postgres-ro' // the overlay with TLS reads from them
  const database = { host: values.host ?? 'postgres-rw', readHost: verified ? replicas : undefined, verified }
  const restart = writeSecrets(folder, database, key === undefined ? undefined : { key, step })
  console.log(folder)
  if (restart.length > 0) console.log(`${key}: ${step} done. Restart: ${restart.join(', ')}.`)
}

if (import.meta.main) program(run)
