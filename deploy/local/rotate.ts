import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeFailure } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type from 'typebox'
import { rotate } from './configuration/key-rotation.ts'
import { readSecrets, writeSecretsFile } from './configuration/secrets.ts'

/**
 * `npm run rotate -- <key> <step>`: takes one step of changing a key in `secrets.json` of DATA_DIR. What runs keeps what it was
 * started with. Nothing of a secret is ever printed.
 */
try {
  const [name = '', step = ''] = process.argv.slice(2)
  const { DATA_DIR } = readConfig(Type.Object({ DATA_DIR: Type.String({ default: '.data' }) }))
  const file = join(DATA_DIR, 'secrets.json')
  if (!existsSync(file))
    throw new UserFacingError(`There is no ${file}: set DATA_DIR to the folder of the product’s data.`)
  const { secrets, restart } = rotate(readSecrets(file), name, step)
  writeSecretsFile(file, secrets)
  process.stdout.write(`${name}: ${step} is done; it is read by ${restart.join(', ')}. Start the product again.\n`)
} catch (error) {
  process.stderr.write(`kingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
