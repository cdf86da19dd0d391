import type { ProcessName } from '../product.ts'
import { recognitionFaults } from './recognition.ts'

/**
 * `npm run faults [-- <seed>]`: 100,000 reads, each sent twice in random order, with recognition killed ten times,
 * PostgreSQL twice and nats-server twice. Ends with 1 when what came of them differs from the definition.
 */
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const ten = Array.from({ length: 10 }, (): ProcessName => 'recognition')
const kills: ProcessName[] = [
  ...ten.slice(0, 3),
  'nats-server',
  'postgres',
  ...ten.slice(3, 7),
  'postgres',
  'nats-server',
  ...ten.slice(7),
]

const { findings, sent, visits, seconds } = await recognitionFaults({ reads: 100_000, kills, seed, log: console.error })
console.log(`seed ${seed}: ${sent} messages, ${visits} visits, ${kills.length} kills, ${Math.round(seconds)} s`)
for (const [name, found] of Object.entries(findings)) {
  console.log(`${name}: ${found.length}`)
  if (found.length === 0) continue
  process.exitCode = 1
  console.log(JSON.stringify(found.slice(0, 5), undefined, 2))
}
