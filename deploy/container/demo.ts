import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@kingcar/localstack/run-command'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type from 'typebox'
import { ensureDemo } from '../local/demo/demo.ts'
import { openGateway } from '../local/demo/gateway-client.ts'
import { program } from './program.ts'

/** The variables that this program reads, beside those of the member service's database. */
const Config = Type.Object({
  NODE_ENV: Type.String({ default: '' }),
  /** URL of the gateway: plain HTTP in the network of the containers. */
  GATEWAY_URL: Type.String(),
  ADMIN_JOIN_CODE: Type.String(),
  /** File of the demo's state. Beside it is `recognizer.json`, with the demo's recognizer. */
  DEMO_FILE: Type.String(),
})

/** Creates the demo of `npm start` in a trial, once. The line `demo {json}` has the sign-in; devices are only in their file. */
program(async () => {
  const { NODE_ENV, GATEWAY_URL, ADMIN_JOIN_CODE, DEMO_FILE } = readConfig(Config)
  if (NODE_ENV === 'production')
    throw new UserFacingError(
      'The demo has an administrator with a well-known password, and NODE_ENV is production. Use deploy/container/trial.yml.',
    )
  const script = fileURLToPath(new URL('member-demo.mjs', import.meta.url)) // beside this program's bundle
  const members = await runCommand(process.execPath, [script], { seconds: 60 })
  if (!members.ok) throw new Error(`The members of the demo could not be stored:\n${members.output}`)
  const { protocol, hostname, port } = new URL(GATEWAY_URL)
  const { email, password, stores } = await ensureDemo({
    gateway: openGateway(hostname, Number(port || 80), protocol === 'https:'),
    file: DEMO_FILE,
    devicesFile: join(dirname(DEMO_FILE), 'recognizer.json'),
    joinCode: ADMIN_JOIN_CODE,
    open: false,
    secretPassword: '',
  })
  process.stdout.write(`demo ${JSON.stringify({ email, password, stores })}\n`)
})
