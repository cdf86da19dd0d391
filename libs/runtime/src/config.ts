import { readFileSync } from 'node:fs'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

/** What is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Record<string, string | undefined>

/**
 * Reads the variables that a schema names, then asserts all of them at once.
 * `NAME_FILE` gives the content of a file instead of `NAME`, for secrets. Numbers and booleans are written as text. What
 * is empty, a variable or a file, is not set.
 * @throws ConfigError naming every variable that is missing or wrong, or one whose file cannot be read; never a value
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
 * Refuses addresses that would be asked in clear, which is not for production: keys, codes, cards and who somebody is go
 * there. A program of this machine may be asked so.
 * @throws ConfigError naming each variable
 */
export function assertEncrypted(config: Readonly<Record<string, unknown>>): void {
  const clear = Object.entries(config).filter(([, value]) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    return url?.protocol === 'http:' && !isLoopback(url.hostname)
  })
  const faults = clear.map(([name]) => `${name} is not https, and is not for production`)
  if (faults.length > 0) throw new ConfigError(faults.join('; '))
}

/** The entries of a variable that holds a list, with commas between. */
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
