import { probeHealth } from '../../probe-health.ts'
import type { Verdict } from '../../scenario-runner.ts'
import { runTool, type Target, type Tool } from './target.ts'

const connections = '1000'
const modes: Record<string, readonly string[]> = {
  'slow headers': ['-H', '-i', '3'],
  'slow body': ['-B', '-i', '3', '-s', '8192', '-t', 'POST'],
  // Data in the kernel's buffers has left the gateway. A client that reads it slowly looks idle, and its connection is
  // closed after the same time.
  'slow read': ['-X', '-w', '1', '-y', '64', '-n', '3', '-z', '16', '-k', '10'],
}

/** A thousand connections that send or read as slowly as possible, next to a health probe. */
export const slowhttptest: Tool = {
  name: 'slowhttptest',
  async run(target: Target): Promise<Verdict> {
    const figures: Record<string, unknown> = {}
    const claims: Record<string, boolean> = {}
    for (const [name, options] of Object.entries(modes)) {
      const path = name === 'slow read' ? '/openapi.json' : '/api/orders/webhook'
      const health = probeHealth(target.base)
      const args = ['-c', connections, '-r', '500', '-l', '25', '-x', '10', '-p', '3', '-u', `${target.base}${path}`]
      const output = await runTool(target, 'slowhttptest', [...options, ...args], 60)
      const { p99 } = await health.stop()
      const ended = /Exit status:\s*(.+)/.exec(output)?.[1]?.trim() ?? 'none'
      const second = /Test ended on (\d+)/.exec(output)?.[1]
      figures[name] = {
        p99,
        ended,
        second: Number(second),
        missed: output.match(/service available:\s*NO/g)?.length ?? 0,
      }
      if (name !== 'slow read')
        claims[`${name}: all are closed during the test`] = /No open connections left/i.test(ended)
      claims[`${name}: health responds within 250 ms (p99)`] = p99 <= 250
    }
    return { name: 'slowhttptest', figures, claims }
  },
}
