import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeFailure } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type from 'typebox'
import { rotate } from './configuration/key-rotation.ts'
import { readSecrets, writeSecretsFile } from './configuration/secrets.ts'

/**
 * `npm run rotate -- <key> <step>`: performs one step of a key rotation in `secrets.json` of DATA_DIR. Running processes keep
 * the keys that they were started with. No secret is printed.
 */
try {
  const [name = '', step = '', ...others] = process.argv.slice(2)
  if (others.length > 0)
    throw new UserFacingError('npm run rotate takes one key and one step. Run it once for each step.')
  const { DATA_DIR } = readConfig(Type.Object({ DATA_DIR: Type.String({ default: '.data' }) }))
  const file = join(DATA_DIR, 'secrets.json')
  if (!existsSync(file))
    throw new UserFacingError(`${file} does not exist. Set DATA_DIR to the data folder of the product.`)
  const { secrets, restart } = rotate(readSecrets(file), name, step)
  writeSecretsFile(file, secrets)
  process.stdout.write(`${name}: ${step} done. Restart the product; affected: ${restart.join(', ')}.\n`)
} catch (error) {
  process.stderr.write(`kingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
