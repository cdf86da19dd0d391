import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { sources } from './sources.ts'

// `npm run generate`: writes the client's operations and types, and the audit labels of the contract.
const folder = new URL('../src/', import.meta.url)
rmSync(new URL('generated/', folder), { recursive: true, force: true })
for (const name of ['operations/', 'types/']) mkdirSync(new URL(`generated/${name}`, folder), { recursive: true })
for (const [name, text] of sources()) writeFileSync(new URL(name, folder), text)
