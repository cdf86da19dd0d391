import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchPackages } from '@kingcar/localstack/debian-package'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'

/** The package of Debian 12 with promtool, which needs nothing but glibc. */
const prometheus = [
  'p/prometheus/prometheus',
  '2.42.0+ds-5+deb12u1',
  '81d59a24fce84f7fbe97a45a4f2914b6a5881b5cd1db2a6a0e129e515e1a5f55',
] as const

/** The installed promtool, or that of the package. @throws Error if it cannot be downloaded */
async function findPromtool(): Promise<string> {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool'
  return join(await fetchPackages('prometheus-2.42.0', [prometheus]), 'usr/bin/promtool')
}

test.each([
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s', async (action, what, file) => {
  const args = [action, what, join(root, 'deploy/monitoring', file)]
  const { status, stdout, stderr } = spawnSync(await findPromtool(), args, { encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
})
