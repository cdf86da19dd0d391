import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { writeDurably } from '@kingcar/localstack/durable-file'
import { currentOf, natsUsers, publicKeyOf } from '@kingcar/localstack/nats'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type, { type Static } from 'typebox'
import { assertPair } from '../local/configuration/config.ts'
import { rotate } from '../local/configuration/key-rotation.ts'
import { secretsOf, setupSecretsOf } from '../local/configuration/process-environment.ts'
import { readSecrets, type Secrets, services, writeSecretsFile } from '../local/configuration/secrets.ts'
import { program } from './program.ts'

/** The variables that this program reads. */
const Config = Type.Object({
  /**
   * Has a folder for each process that reads secrets, and the folder `kept` with secrets.json. The contents of the
   * others are written from that file.
   */
  SECRETS_DIR: Type.String(),
  /** nats-server's configuration, to which its passwords are added. */
  NATS_CONFIG_DIR: Type.String({ default: 'nats' }),
  /** Host, port and name of the database. */
  DATABASE_AT: Type.String({ default: 'postgres:5432/kingcar' }),
  /** Files of certificate and key with tls.yml. All containers wait for this program, which verifies them first. */
  TLS_CERT: Type.Optional(Type.String()),
  TLS_KEY: Type.Optional(Type.String()),
})

/** Secrets that an operator provides, by process. Their files are empty, which counts as unset, until then. */
const operatorSecrets: Record<string, readonly string[]> = {
  member: [
    'SOLAPI_API_KEY',
    'SOLAPI_API_SECRET',
    'SMTP_PASSWORD',
    'FCM_SERVICE_ACCOUNT',
    'KAKAO_ADMIN_KEY',
    'NAVER_CLIENT_SECRET',
    'APPLE_PRIVATE_KEY',
  ],
  catalog: ['JUSO_KEY', 'JUSO_COORDINATES_KEY'],
  orders: ['PORTONE_IMP_KEY', 'PORTONE_IMP_SECRET', 'PORTONE_V2_API_SECRET', 'PORTONE_V2_WEBHOOK_SECRETS'],
  setup: ['BACKUP_PASSPHRASE'],
}

/**
 * Without arguments: creates missing secrets and writes the secrets of each process into its folder, one file for each.
 * `put <process> <name>` reads an operator's secret from standard input. `rotate <key> <step>` performs one step of a key
 * rotation. No secret is printed.
 */
program(async ([command, ...rest]) => {
  const config = readConfig(Config)
  if (config.TLS_CERT !== undefined && config.TLS_KEY !== undefined) assertPair(config.TLS_CERT, config.TLS_KEY)
  if (command === 'put') await put(config.SECRETS_DIR, rest)
  else if (command === 'rotate') change(config, rest)
  else if (command === undefined) make(config)
  else
    throw new UserFacingError(
      'Usage: secrets, secrets rotate <key> <step>, or secrets put <process> <name> with the secret on standard input.',
    )
})

function make({ SECRETS_DIR: root, NATS_CONFIG_DIR, DATABASE_AT }: Static<typeof Config>): void {
  mkdirSync(join(root, 'kept'), { recursive: true, mode: 0o700 })
  if (!existsSync(join(root, 'kept/secrets.json')) && existsSync(join(root, 'postgres/POSTGRES_PASSWORD')))
    throw new UserFacingError(
      'secrets.json is missing, and new secrets would not match the existing data. Put it back into the volume of secrets.',
    )
  const secrets = readSecrets(join(root, 'kept/secrets.json'))
  const owner = `postgres://postgres:${secrets.postgres}@${DATABASE_AT}`
  for (const name of ['gateway', ...services] as const) give(root, name, secretsOf(name, secrets, owner))
  give(root, 'member', { ADMIN_JOIN_CODE: secrets.joinCode, SETUP_CODE: secrets.setupCode })
  give(root, 'setup', setupSecretsOf(secrets, owner))
  for (const [name, variables] of Object.entries(operatorSecrets))
    for (const variable of variables) if (!existsSync(join(root, name, variable))) give(root, name, { [variable]: '' })
  give(root, 'postgres', { POSTGRES_PASSWORD: secrets.postgres })
  chmodSync(join(root, 'postgres/POSTGRES_PASSWORD'), 0o444) // PostgreSQL runs as another user; only its container mounts this folder
  if (!existsSync(join(root, 'grafana/GRAFANA_PASSWORD')))
    give(root, 'grafana', { GRAFANA_PASSWORD: randomBytes(24).toString('hex') })
  configureNats(join(root, 'nats'), NATS_CONFIG_DIR, secrets)
}

function change(config: Static<typeof Config>, [name = '', step = '']: readonly string[]): void {
  const file = join(config.SECRETS_DIR, 'kept/secrets.json')
  if (!existsSync(file)) throw new UserFacingError('There are no secrets yet: the first start creates them.')
  const { secrets, restart } = rotate(readSecrets(file), name, step)
  writeSecretsFile(file, secrets)
  make(config)
  process.stdout.write(
    `${name}: ${step} done. Recreate these containers: ${restart.join(', ').replace('nats-server', 'nats')}.\n`,
  )
}

/** nats-server's image has no shell to read files into the environment, so the passwords are variables of its configuration. */
function configureNats(folder: string, from: string, secrets: Secrets): void {
  const isOther = (path: string) => basename(path) !== 'nats.conf' // written below, together with its passwords
  cpSync(from, folder, { recursive: true, filter: isOther })
  const passwords = natsUsers.map((user) => `NATS_PASSWORD_${user.toUpperCase()}: "${currentOf(secrets.nats[user])}"`)
  const lines = [...passwords, `NATS_CALLOUT_ISSUER: ${publicKeyOf(secrets.calloutSeed)}`]
  writeDurably(join(folder, 'secrets.conf'), `${lines.join('\n')}\n`)
  writeDurably(join(folder, 'nats.conf'), `include "secrets.conf"\n${readFileSync(join(from, 'nats.conf'), 'utf8')}`)
}

function give(root: string, name: string, values: Record<string, string>): void {
  mkdirSync(join(root, name), { recursive: true })
  for (const [variable, value] of Object.entries(values)) writeDurably(join(root, name, variable), value)
}

async function put(root: string, [name = '', variable = '']: readonly string[]): Promise<void> {
  if (!operatorSecrets[name]?.includes(variable)) {
    const known = Object.entries(operatorSecrets).map(([reader, variables]) => `${reader} ${variables.join(', ')}`)
    throw new UserFacingError(`${name} does not read ${variable}. Possible names: ${known.join('; ')}.`)
  }
  give(root, name, { [variable]: (await text(process.stdin)).trimEnd() })
}
