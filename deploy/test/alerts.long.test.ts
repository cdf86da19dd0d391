import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'

/* promtool is part of Prometheus. Where it is missing these tests fail with `ENOENT`: a rule that nothing evaluated is not tested. */

test.each([
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s', (action, what, file) => {
  const { error, status, stdout, stderr } = spawnSync(
    'promtool',
    [action, what, join(root, 'deploy/monitoring', file)],
    { encoding: 'utf8' },
  )
  expect(error, 'Install promtool: Debian package `prometheus`, 2.42 or newer').toBeUndefined()
  expect(status, `${stdout}${stderr}`).toBe(0)
})
