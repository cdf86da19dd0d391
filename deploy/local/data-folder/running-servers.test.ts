import { statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { lockDataFolder } from './data-folder.ts'
import { readServers, recordServers } from './running-servers.ts'

const servers = { databaseUrl: 'postgres://127.0.0.1:1/postgres', natsUrl: null, certificate: null }

test("servers are recorded while they run, and a killed start's record is removed", async () => {
  await using folder = temporaryFolder()
  {
    using _noted = recordServers(folder, servers)
    expect(readServers(folder.path)).toEqual(servers)
    expect(statSync(join(folder.path, 'servers.json')).mode & 0o777).toBe(0o600)
  }
  expect(readServers(folder.path)).toBeUndefined()
  recordServers(folder, servers)
  using _next = await lockDataFolder(folder.path)
  expect(readServers(folder.path)).toBeUndefined()
})
