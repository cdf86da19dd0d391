import { fileURLToPath } from 'node:url'
import { startProcess, type TestProcess } from '@kingcar/testing'
import type { Recognition } from './recognition.ts'

const script = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A process of the service that dies at a named line. */
export function startDoomed({ config }: Recognition, at: string): TestProcess {
  const environment = Object.entries(config).map(([name, value]) => [name, String(value)])
  environment.push(['FAULT', `${at}:kill`])
  return startProcess({ script, env: Object.fromEntries(environment) })
}
