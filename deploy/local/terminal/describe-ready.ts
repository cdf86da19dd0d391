import { relative, resolve } from 'node:path'
import type { Ready } from '../product.ts'

/** Where `npm run recognizer` connects without `--server`. */
const usualNats = 'nats://127.0.0.1:4222'

/**
 * The text for a person at the end of the start: the addresses, the sign-in, what to do next and how to stop. It
 * contains no device secret.
 * @param folder the data folder
 * @param devicesFile file of the demo's device
 */
export function describeReady(ready: Ready, folder: string, devicesFile: string): string {
  const shown = (path: string) => relative('', path) || '.'
  const server = ready.nats === usualNats ? '' : ` --server ${ready.nats}`
  const recognizer = `npm run recognizer -- --devices ${shown(resolve(folder, devicesFile))}${server}`
  const signIn =
    ready.email === null
      ? ready.setupCode === null
        ? 'with the account of an administrator'
        : `create the first administrator at ${ready.http}/setup, with the setup code ${ready.setupCode}`
      : `${ready.email}, ${ready.password === null ? 'with its current password' : `password ${ready.password}`}`
  return [
    '',
    'KingCar is running.',
    '',
    `  Console      ${ready.http}`,
    `  Sign-in      ${signIn}`,
    `  API          ${ready.http}/docs`,
    `  Recognizers  ${ready.nats} and ${ready.mqtt}`,
    `  Data, logs   ${shown(folder)}, ${shown(resolve(folder, 'logs'))}`,
    '',
    ...(ready.recognizer
      ? ['Next: sign in and press 연결하기. Then play a recognizer from a second terminal:', `  ${recognizer}`, '']
      : []),
    'Ctrl-C stops everything. The data stays.',
    '',
  ].join('\n')
}
