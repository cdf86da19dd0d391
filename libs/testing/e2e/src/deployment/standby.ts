import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@kingcar/localstack/ports'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import postgres from 'postgres'

/*
 * A second PostgreSQL that follows the first by streaming replication. A commit is acknowledged when both have it, as in
 * deploy/kubernetes (`synchronous`). The product reaches the present primary at one address, as at the Service `postgres-rw`.
 */

/** Settings of the primary. Until the standby follows, each commit waits for it. */
export const withStandby = { synchronous_standby_names: '*' }

export type Standby = {
  /** Replaces the port of the primary in a URL by that of the address which leads to the present primary. */
  through(url: string): string
  /** Makes it the primary, by hand, after the other one has ended. */
  promote(): Promise<void>
}

/**
 * Copies the data of a primary, which does not run yet.
 * @returns a function that starts the standby once the primary runs
 */
export async function copyForStandby(dataDir: string, password: string, stack: AsyncDisposableStack) {
  const folder = stack.use(temporaryFolder()).path
  const first = await startPostgres({ dataDir, password })
  await first.stop()
  const copy = join(folder, 'postgres')
  spawnSync('cp', ['-a', join(dataDir, 'postgres'), copy]) // with its owner
  writeFileSync(join(copy, 'standby.signal'), '')

  return async (primary: string): Promise<Standby> => {
    const server = stack.use(
      await startPostgres({ dataDir: folder, password, settings: { primary_conninfo: primary } }),
    )
    let present = Number(new URL(primary).port)
    const relay = createServer((socket) => {
      const onward = connect(present, '127.0.0.1')
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.pipe(onward).pipe(socket)
    })
    const port = await freePort()
    stack.defer(() => void relay.close())
    await new Promise<void>((resolve, reject) => relay.once('error', reject).listen(port, '127.0.0.1', resolve))
    return {
      through: (url) => url.replace(/:\d+\//, `:${port}/`),
      async promote() {
        const sql = postgres(server.url, { max: 1, fetch_types: false })
        await sql`select pg_promote()`
        await sql.end()
        present = server.port
      },
    }
  }
}
