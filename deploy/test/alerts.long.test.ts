import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { findMonitoringProgram } from './monitoring-programs.ts'

test.each([
  ['promtool', 'check', 'config', 'prometheus.yml'],
  ['promtool', 'check', 'config', 'prometheus.compose.yml'],
  ['promtool', 'test', 'rules', 'alerts.test.yml'],
  ['amtool', 'check-config', 'alertmanager.yml'],
  ['amtool', 'check-config', 'alertmanager.example.yml'],
] as const)('%s %s %s', async (program, ...command) => {
  const args = [...command.slice(0, -1), join(root, 'deploy/monitoring', command.at(-1) ?? '')]
  const { status, stdout, stderr } = spawnSync(await findMonitoringProgram(program), args, { encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
})
