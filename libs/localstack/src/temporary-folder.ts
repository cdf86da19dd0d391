import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryFolder = AsyncDisposable & { path: string }

/*
 * Removes the folder after this process has ended, also by SIGKILL: the script reads a pipe that closes with this process. It
 * retries for some seconds, until the servers in the folder are ended by their leashes.
 */
const janitor = `
trap '' INT TERM HUP
read -r _ && exit
for _ in 1 2 3 4 5 6 7 8; do sleep 1; rm -rf "$1" 2>/dev/null; done
rm -rf "$1"`

/** A folder that is removed on disposal. Others can enter it, since PostgreSQL runs as `nobody` if root starts it. */
export function temporaryFolder(parent = tmpdir()): TemporaryFolder {
  const path = mkdtempSync(join(parent, 'kingcar-test-'))
  chmodSync(path, 0o711)
  const keeper = spawn('/bin/sh', ['-c', janitor, 'kingcar-janitor', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  keeper.stdin.on('error', () => undefined) // the script was killed; disposal removes the folder anyway
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
      keeper.stdin.end('gone\n')
    },
  }
}
