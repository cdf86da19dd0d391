import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess, temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { help } from '../src/command/help.ts'
import { readOptions } from '../src/command/options.ts'
import { main, newDevice } from './recognizer.ts'

const { storeId, deviceId, secret } = newDevice()
const who = ['--store', storeId, '--device', deviceId]
const known = [...who, '--secret', secret]

test.each([
  [[], 'Give a device to play'],
  [who, '1 --device, 1 --store and 0 secrets'],
  [[...known, '--device', deviceId], '2 --device, 1 --store and 1 secrets'],
  [[...known, ...known], 'given twice'],
  [['--store', 'gangnam', '--device', deviceId, '--secret', secret], '"gangnam" is not a store id'],
  [['--devices', '/nowhere.json'], 'cannot be read (ENOENT)'],
  [['--devices', main], 'is not JSON like'],
  [[...known, '--nonsense'], "Unknown option '--nonsense'"],
  [[...known, '--store', '--rate'], "Option '--store' argument is ambiguous"],
  [[...known, '--rate', 'fast'], '--rate takes a number'],
  [[...known, '--rate', '19'], 'a device sends at most 18'],
  [[...known, '--rate', '5', '--frames', '1..9'], '25 messages a second'],
  [[...known, '--count', '1.5'], '--count takes a whole number'],
  [[...known, '--frames', '5..1'], '--frames takes a number or a range'],
  [[...known, '--misreads', '5'], '--misreads takes a number from 0 to 1'],
  [[...known, '--outage', '20:60'], '--outage takes every:seconds'],
  [[...known, '--via', 'http'], '--via takes nats or mqtt'],
  [[...known, '--server', 'mqtt://127.0.0.1:1883'], '--server takes nats:// or tls://'],
  [[...known, '--speed', '2'], 'need --replay'],
  [[...known, '--replay', 'x', '--count', '2'], '--count cannot be combined with --replay'],
])('%j is rejected with one sentence', (args, sentence) => {
  let message = ''
  try {
    readOptions(args, {})
  } catch (error) {
    message = String(error)
  }
  expect(message).toMatch(/^UsageError: .*\.$/)
  expect(message).toContain(sentence)
  expect(message).not.toContain(secret)
})

test('secrets come from the environment, a file or a list of devices', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'secret')
  const list = join(folder.path, 'devices.json')
  writeFileSync(file, `${secret}\n`)
  writeFileSync(list, JSON.stringify([{ storeId, deviceId, secret }]))
  const devices = [{ storeId, deviceId, secret }]
  expect(readOptions(known, {})).toMatchObject({ devices, via: 'nats', server: 'nats://127.0.0.1:4222' })
  expect(readOptions([...who, '--via', 'mqtt'], { RECOGNIZER_SECRET: secret })).toMatchObject({ devices, via: 'mqtt' })
  expect(readOptions([...who, '--secret-file', file], {})).toMatchObject({ devices })
  expect(readOptions(['--devices', list], {})).toMatchObject({ devices })
})

test('a wrong option exits with 2, --help with 0', async () => {
  await using wrong = startProcess({ script: main, args: [...known, '--rate', '0'] })
  expect(await wrong.exited).toEqual({ code: 2, signal: null })
  expect(wrong.lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^recognizer: --rate takes .*\.$/)])
  await using helped = startProcess({ script: main, args: ['--help'] })
  expect(await helped.exited).toEqual({ code: 0, signal: null })
  expect(helped.lines.map(({ msg }) => msg).join('\n')).toBe(help)
})

test('every option is explained', () => {
  const known = help.matchAll(/--([a-z-]+)/g).map(([, name]) => name)
  const refused = [...new Set(known)].filter((name) => {
    try {
      readOptions([`--${name}=1`, '--help'], {})
      return false
    } catch (error) {
      return String(error).includes('Unknown')
    }
  })
  expect(refused).toEqual([])
})
