import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runCommand } from '@kingcar/localstack/run-command'
import { signIn } from '../../http.ts'
import { type Operation, readOperations, type Schema } from '../../openapi-document.ts'
import type { Product } from '../../product.ts'
import type { Log, Verdict } from '../../scenario-runner.ts'

/** The target of a tool, and a folder for its output. */
export type Target = {
  product: Product
  base: string
  token: string
  calls: Operation[]
  folder: string
  log: Log
}

/** A scanner of Debian, with the claims about its results. */
export type Tool = {
  /** The program. */
  name: string
  run(target: Target): Promise<Verdict>
}

export async function targetOf(product: Product, folder: string, log: Log): Promise<Target> {
  const { http: base, email, password } = product.ready
  const { accessToken: token } = await signIn(base, email, password)
  await mkdir(folder, { recursive: true })
  return { product, base, token, calls: await readOperations(base), folder, log }
}

/** Runs a tool with a time limit in seconds and the folder as its home; returns its output. */
export async function runTool(
  { folder }: Target,
  program: string,
  args: readonly string[],
  seconds: number,
): Promise<string> {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  }
  const { output } = await runCommand(program, args, { cwd: folder, env, seconds })
  return stripVTControlCharacters(output)
}

const uuid = '01980000-0000-7000-8000-000000000001'
const formats: Record<string, string> = { uuid, date: '2026-01-31', 'date-time': '2026-01-31T09:30:00.000Z' }

/** A value that a parameter of this schema accepts, as far as the schema says. */
export function sampleOf({ enum: values, format = '', default: standard, type, examples }: Schema): string {
  if (values) return String(values[0])
  if (examples) return String(examples[0])
  if (standard !== undefined && typeof standard !== 'object') return String(standard)
  if (formats[format]) return formats[format]
  return type === 'integer' || type === 'number' ? '1' : type === 'boolean' ? 'true' : 'a'
}
