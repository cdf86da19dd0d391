import { parseArguments } from '../scenario-runner.ts'
import { startInProcess } from './in-process-product.ts'
import { probe } from './probes/run-probes.ts'
import { attack } from './requests/campaign.ts'
import { sequences } from './sequences/run-sequences.ts'

/*
 * `node libs/testing/e2e/src/attacks/in-process.ts [<seed>] [--requests=<n>] [--sequences=<n>] [--path=<path>]
 * [--until=found]` attacks the product of the tree that contains this file, all of it in this process: sequences of
 * calls compared with a model, the fixed probes, and requests generated from the API document. With a path it repeats
 * the one request of a finding. Each finding is a line of JSON on standard output; figures are on standard error. Exits
 * with 1 if there is a finding.
 */
const usual = { requests: 20_000, sequences: 30, path: '', until: '' }
const { options, seed } = parseArguments(process.argv.slice(2), usual)
const path = options.path || undefined
const untilFound = options.until === 'found'
const log = console.error

let isWell = true
const tell = (findings: readonly object[]) => {
  for (const finding of findings) console.log(JSON.stringify({ seed, ...finding }))
  isWell &&= findings.length === 0
}
const told = (cause: unknown) => (cause instanceof Error ? cause.stack : String(cause))

process.on('uncaughtException', (cause) => {
  tell([{ claim: 'the product survives', detail: told(cause) }])
  process.exit(1) // as the product's process would
})
try {
  await using product = await startInProcess()
  const isOne = path !== undefined
  const steps = [
    async () => tell((await sequences(product, { sequences: options.sequences, seed, log, untilFound })).found),
    async () => {
      const began = performance.now()
      for await (const finding of probe(product, product.limited)) tell([finding])
      log(`fixed probes took ${Math.round((performance.now() - began) / 1_000)} s`)
    },
    async () => {
      const requests = isOne ? 1 : options.requests
      const { found, ...figures } = await attack(product, { requests, seed, path, log, untilFound })
      log(JSON.stringify({ seed, ...figures }))
      tell(found)
    },
  ]
  for (const step of isOne ? steps.slice(-1) : steps) if (isWell || !untilFound) await step()
} catch (cause) {
  tell([{ claim: 'the product can be used', detail: told(cause) }])
}
if (!isWell) process.exitCode = 1
