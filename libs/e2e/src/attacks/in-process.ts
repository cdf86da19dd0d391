import { startInProcess } from './in-process-product.ts'
import { attack } from './requests/campaign.ts'

/*
 * `node libs/e2e/src/attacks/in-process.ts [--requests=<n>] [--seed=<n>] [--path=<path>]`: attacks the product of the tree
 * that this file stands in, all of it in this process. Each finding is a line of JSON on standard output, figures are on
 * standard error. Ends with 1 where there is a finding.
 */
const words = process.argv.slice(2).map((word) => word.slice(2).split('=', 2))
const options: Record<string, string | undefined> = Object.fromEntries(words)
const seed = Number(options.seed ?? Date.now() % 1_000_000)
const requests = options.path === undefined ? Number(options.requests ?? 20_000) : 1

try {
  await using product = await startInProcess()
  const { found, ...figures } = await attack(product, { requests, seed, path: options.path, log: console.error })
  console.error(JSON.stringify({ seed, ...figures }))
  for (const finding of found) console.log(JSON.stringify(finding))
  if (found.length > 0) process.exitCode = 1
} catch (cause) {
  console.error(cause)
  process.exitCode = 2
}
