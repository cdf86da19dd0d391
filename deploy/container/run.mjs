// Entry point of the image: `<name> [arguments]` runs one of the programs beside this file.
import { readdirSync } from 'node:fs'

const [, own, name, ...rest] = process.argv
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.mjs') && !['run.mjs', 'load.mjs'].includes(file))
  .map((file) => file.slice(0, -'.mjs'.length))

if (names.includes(name)) {
  process.argv = [process.argv[0], own, ...rest]
  await import(`./${name}.mjs`)
} else {
  process.stderr.write(`kingcar: name one of ${names.join(', ')}\n`)
  process.exitCode = 64 // EX_USAGE of sysexits.h
}
