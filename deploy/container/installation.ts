import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '@kingcar/runtime/config'
import Type, { type Static } from 'typebox'
import type { Servers } from '../local/backup/open-servers.ts'
import type { StateFile } from '../local/data-folder/restore-staging.ts'

/** The variables of the programs `backup` and `restore`. */
const Config = Type.Object({
  /** URL of the role that owns the tables. */
  DATABASE_URL: Type.String(),
  NATS_URL: Type.String(),
  /** Password of the user `setup`. */
  NATS_PASSWORD: Type.String(),
  /** The secrets of the installation. A restore writes the keys of the backup into it. */
  SECRETS_FILE: Type.String(),
  /** The payment simulator's ledger, and the state of the demo, in a trial. */
  SIMULATOR_FILE: Type.Optional(Type.String()),
  DEMO_FILE: Type.Optional(Type.String()),
  /** Folder of the backups, also while one is piped. */
  BACKUPS_DIR: Type.String(),
  BACKUP_PASSPHRASE: Type.Optional(Type.String()),
  /** Folder with `<service>/migrations`. */
  SERVICES_DIR: Type.String({ default: 'services' }),
})

export type Installation = {
  config: Static<typeof Config>
  servers: Servers
  files: Readonly<Partial<Record<StateFile, string>>>
}

/** The servers and files, named by the environment, of an installation whose servers run elsewhere. */
export function readInstallation(): Installation {
  const config = readConfig(Config)
  return {
    config,
    servers: {
      databaseUrl: config.DATABASE_URL,
      nats: { url: config.NATS_URL, user: 'setup', password: config.NATS_PASSWORD },
    },
    files: {
      'secrets.json': config.SECRETS_FILE,
      ...(config.SIMULATOR_FILE === undefined ? {} : { 'portone.jsonl': config.SIMULATOR_FILE }),
      ...(config.DEMO_FILE === undefined ? {} : { 'demo.json': config.DEMO_FILE }),
    },
  }
}

/**
 * The path of a file that exists only while it is piped. A later backup recognises the file of a killed process by the
 * end of its name, and removes it.
 */
export function pipedFile(folder: string): Disposable & { path: string } {
  const path = join(folder, `kingcar-${process.pid}-${Date.now()}.part`)
  const remove = () => rmSync(path, { force: true })
  process.on('exit', remove)
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Stores standard input, since a backup is verified before it is restored. */
export const storeInput = (path: string): Promise<void> =>
  pipeline(process.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
