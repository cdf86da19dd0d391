import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

/** Before all test files: one PostgreSQL cluster, in which each file creates a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgres', postgres.url)
  return async () => postgres[Symbol.asyncDispose]()
}
