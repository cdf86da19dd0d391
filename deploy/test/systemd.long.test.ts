import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf } from '@kingcar/e2e/http'
import { root } from '@kingcar/localstack/paths'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { processesOf, runStarter } from './start-command.ts'

const file = join(root, 'deploy/systemd/kingcar.service')
const unit = readFileSync(file, 'utf8')

/** The value of a setting of the unit. */
function setting(name: string): string {
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  return value
}

test('the command of the unit runs the product with the environment of the unit alone, and its signal stops it', async () => {
  await using folder = temporaryFolder()
  expect(setting('WorkingDirectory')).toBe('/opt/kingcar') // here `root`
  const environment = setting('Environment').replace('/var/lib/kingcar', folder.path).split(' ')
  expect(environment).toEqual(['NODE_ENV=production', `DATA_DIR=${folder.path}`])
  // What systemd sets for a user, and what an operator writes into kingcar.env: ports of this test
  const others = [`PATH=${process.env.PATH}`, `HOME=${folder.path}`]
  const settings = ['PORT=0', 'NATS_PORT=0', 'MQTT_PORT=0', 'METRICS_PORT=0', 'ADMIN_JOIN_CODE=a code of this test']
  const command = ['/usr/bin/env', '-i', ...others, ...environment, ...settings, ...setting('ExecStart').split(' ')]
  await using service = runStarter(folder.path, {}, command as [string, ...string[]])
  const { http, email } = await service.ready()
  expect(email).toBeNull()
  const body = {
    email: 'first@kingcar.test',
    password: 'a long password',
    name: '관리자',
    joinCode: 'a code of this test',
  }
  expect(await resultOf(http, 'POST', '/admin/api/join', { body })).toMatchObject({ email: body.email })
  service.child.kill(setting('KillSignal') as NodeJS.Signals)
  expect(await service.exited).toBe(0)
  expect(processesOf(folder.path)).toEqual([])
})
