import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { hasProgram } from '../haproxy.ts'
import { startProduct } from '../product.ts'
import { scenario, type Verdict } from '../scenario-runner.ts'
import { hydra } from './tools/hydra.ts'
import { slowhttptest } from './tools/slowhttptest.ts'
import { sqlmap } from './tools/sqlmap.ts'
import { targetOf } from './tools/target.ts'
import { ffuf, wfuzz } from './tools/undocumented-routes.ts'
import { zzuf } from './tools/zzuf.ts'

/** hydra comes last: guessing locks the login. */
const all = [ffuf, wfuzz, zzuf, slowhttptest, sqlmap, hydra]

export const tools = scenario({
  about:
    'sqlmap, slowhttptest, hydra, ffuf, wfuzz and zzuf against a product of their own; --only=<name>,… selects some',
  options: { only: '' },
  async run({ log, options }) {
    const wanted = options.only.split(',').filter(Boolean)
    await using folder = temporaryFolder()
    // the demo's administrator signs in once, for the time of all tools
    await using product = await startProduct({ ACCESS_TOKEN_SECONDS: '7200' })
    const target = await targetOf(product, join(folder.path, 'tools'), log)
    const verdicts: Verdict[] = []
    for (const tool of all) {
      if (wanted.length > 0 && !wanted.includes(tool.name)) continue
      if (!hasProgram(tool.name)) {
        verdicts.push({ name: tool.name, figures: {}, claims: { 'it is installed': false } })
        continue
      }
      const began = performance.now()
      verdicts.push(await tool.run(target))
      log(`${tool.name} took ${Math.round((performance.now() - began) / 1_000)} s`)
    }
    return verdicts
  },
})
