import { startBundle, type TestProcess } from '@kingcar/testing'
import type { Recognition } from './recognition.ts'

/** Starts a process of the service that crashes at a fault point. */
export function startCrashingProcess({ config }: Recognition, at: string): Promise<TestProcess> {
  const environment = Object.entries(config).map(([name, value]) => [name, String(value)])
  environment.push(['FAULT', `${at}:kill`])
  return startBundle('recognition', Object.fromEntries(environment))
}
