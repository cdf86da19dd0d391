import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@kingcar/db'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import postgres, { type Sql } from 'postgres'
import { testDatabase } from './postgres.ts'

export type MigrationSteps = AsyncDisposable & {
  /** As the superuser. */
  sql: Sql
  /** Applies the migration and those after it. */
  applyRest(): Promise<void>
}

/**
 * A service's database as it was before one of its migrations, for tests of how the migration changes existing rows.
 */
export async function databaseBeforeMigration(service: string, file: string): Promise<MigrationSteps> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await testDatabase())
  const folder = opened.use(temporaryFolder())
  const all = fileURLToPath(new URL(`../../../../services/${service}/migrations`, import.meta.url))
  for (const name of readdirSync(all)) if (name < file) copyFileSync(join(all, name), join(folder.path, name))
  const apply = (from: string) => {
    const services = [{ name: service, password: 'test', folder: from }]
    return migrate({ url: database.url, services, log: () => undefined })
  }
  await apply(folder.path)
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined, connection: { search_path: service } })
  opened.defer(() => sql.end({ timeout: 1 }))
  const held = opened.move()
  return { sql, applyRest: () => apply(all), [Symbol.asyncDispose]: () => held.disposeAsync() }
}
