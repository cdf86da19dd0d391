import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { sources } from './sources.ts'

// Writes the client's operations and types, and the labels of the audit log, from the contract: `npm run generate`.
const folder = new URL('../src/', import.meta.url)
for (const name of ['operations/', 'types/']) {
  rmSync(new URL(name, folder), { recursive: true, force: true })
  mkdirSync(new URL(name, folder))
}
for (const [name, text] of sources()) writeFileSync(new URL(name, folder), text)
