import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceMigrations } from '@kingcar/db/migrate'
import { currentOf } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { type Secrets, services } from './secrets.ts'

/** Schema, password and migrations of each service. */
export const migrationsOf = (
  secrets: Pick<Secrets, 'databases'>,
  folder = join(root, 'services'),
): ServiceMigrations[] =>
  services
    .map((name) => ({
      name,
      password: currentOf(secrets.databases[name]),
      folder: join(folder, name, 'migrations'),
    }))
    .filter(({ folder }) => existsSync(folder))
