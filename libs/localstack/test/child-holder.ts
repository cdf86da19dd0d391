import { startChild } from '../src/leashed-child.ts'

/** Holds the program of its arguments on a leash, prints its pid, and waits to be killed. */
const [command = '', ...args] = process.argv.slice(2)
const child = startChild({ command, args, grace: 1, onLine: (line) => process.stdout.write(`${line}\n`) })
process.stdout.write(`pid ${child.pid}\n`)
setInterval(() => undefined, 60_000)
