import { readFileSync } from 'node:fs'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

/** Invalid configuration; the message names each variable and no value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Record<string, string | undefined>

/**
 * Reads and validates the variables that a schema names. For secrets, `NAME_FILE` names a file with the value of `NAME`.
 * Numbers and booleans are converted from text. An empty value or an empty file counts as unset.
 * @throws ConfigError that names every missing or wrong variable, or one whose file cannot be read; never a value
 */
export function readConfig<T extends TObject>(schema: T, environment: Environment = process.env): Static<T> {
  const read = Object.fromEntries(
    Object.keys(schema.properties).flatMap((name) => {
      const value = readVariable(environment, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const config = Value.Default(schema, Value.Convert(schema, read))
  const faults = Value.Errors(schema, config)
  if (faults.length > 0) throw new ConfigError(faults.map(describe).join('; '))
  return config as Static<T>
}

const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * Rejects plain `http:` URLs of providers, for production: keys, codes, cards and identities are sent there. Loopback
 * addresses are allowed.
 * @throws ConfigError that names each variable
 */
export function assertEncrypted(config: Readonly<Record<string, unknown>>): void {
  const clear = Object.entries(config).filter(([, value]) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    return url?.protocol === 'http:' && !isLoopback(url.hostname)
  })
  const faults = clear.map(([name]) => `${name} must be an https URL in production`)
  if (faults.length > 0) throw new ConfigError(faults.join('; '))
}

/** The entries of a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function readVariable(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  const value = file ? readSecret(name, file) : environment[name]
  return value === '' ? undefined : value
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(`${name}_FILE names a file that cannot be read (${code})`, { cause })
  }
}

function describe(fault: { instancePath: string; message: string; params?: object }): string {
  const missing = (fault.params as { requiredProperties?: string[] } | undefined)?.requiredProperties
  return missing
    ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
    : `${fault.instancePath.slice(1) || 'environment'} ${fault.message}`
}
