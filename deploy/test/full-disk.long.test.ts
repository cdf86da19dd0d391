import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLogFile } from '@kingcar/localstack/log-file'
import { recordProcess } from '@kingcar/localstack/orphan-processes'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { readStartConfig } from '../local/configuration/config.ts'
import { openDataFolder } from '../local/data-folder/data-folder.ts'
import { openNatsServer } from '../local/servers/servers.ts'

/** A device of Linux: every write to it fails as on a full disk. */
const full = '/dev/full'

// ASVS 16.4.3
test('a full disk takes lines of the log and notes of processes, and ends nothing', () => {
  expect(() => writeFileSync(full, 'line')).toThrow('ENOSPC')
  using log = openLogFile(full)
  log.write('line')
  recordProcess(full, process.pid)
})

/** A fake nats-server that reports a full disk at its first start. */
const server = (starts: string) => `#!/bin/sh
[ "$1" = --version ] && echo nats-server: v2.15.1 && exit
echo started >> ${starts}
echo 'Server is ready'
[ "$(wc -l < ${starts})" -eq 1 ] && echo '[ERR] Filestore [READS] Critical write error: write 1.blk: no space left on device'
exec sleep 60
`

test('after a full disk nats-server is restarted as soon as there is free space', async () => {
  await using folder = temporaryFolder()
  const starts = join(folder.path, 'starts')
  const program = join(folder.path, 'nats-server')
  writeFileSync(program, server(starts), { mode: 0o755 })
  const environment = { NATS_SERVER_BIN: program, NATS_PORT: '0', MQTT_PORT: '0' }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  using data = await openDataFolder(folder.path)
  await using stack = new AsyncDisposableStack()
  await openNatsServer(readStartConfig(), data, stack)
  await expect.poll(() => readFileSync(starts, 'utf8')).toBe('started\nstarted\n')
})
