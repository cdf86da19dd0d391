import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { picture } from '../../pictures.ts'
import { exchange, forEachConcurrently, rawRequest } from '../../raw-http.ts'
import { nothingFound } from '../../scenario-runner.ts'
import { rawBody, sendRaw } from '../../uploads.ts'
import type { Target, Tool } from './target.ts'

const run = promisify(execFile)
const rounds = 400

/** A file with some bits flipped; the same for the same seed. */
async function mutated(file: string, seed: number, ratio: string): Promise<Buffer> {
  const { stdout } = await run('zzuf', ['-s', String(seed), '-r', ratio, 'cat', file], {
    encoding: 'buffer',
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

const statusesOf = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

/** Pictures and whole requests with flipped bits: each gets a response, without internal errors. */
export const zzuf: Tool = {
  name: 'zzuf',
  async run(target: Target) {
    const { base, token, folder } = target
    const body = JSON.stringify({ key: 'recognition.guestName', value: '방문객' })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' }
    const size = { 'Content-Length': String(Buffer.byteLength(body)) }
    const files = {
      request: rawRequest('PUT /admin/api/appSettings', { ...headers, ...size }, body),
      jpeg: await picture('jpeg', 320, 200),
      png: await picture('png', 320, 200),
      webp: await picture('webp', 320, 200),
    }
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    const failed: string[] = []
    const answers: Record<string, number> = {}
    const note = (what: string, statuses: number[]) => {
      for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
      if (statuses.some((status) => status >= 500 && status !== 503)) failed.push(`${what}: ${statuses.join()}`)
    }
    const seeds = Array.from({ length: rounds }, (_, at) => at)
    await forEachConcurrently(seeds, 4, async (seed) => {
      const bytes = await mutated(join(folder, 'request'), seed, '0.001:0.02')
      note(`request ${seed}`, (await exchange(base, bytes, 11_000)).statuses)
    })
    await forEachConcurrently(seeds, 2, async (seed) => {
      const kind = (['jpeg', 'png', 'webp'] as const)[seed % 3] as string
      const file = await mutated(join(folder, kind), seed, '0.00001:0.01')
      const answer = await sendRaw(base, rawBody(file), { path: '/api/images', authorization: `Bearer ${token}` })
      note(`${kind} ${seed}`, statusesOf(answer))
    })
    const tried = 2 * rounds
    const answered = Object.values(answers).reduce((sum, count) => sum + count, 0)
    const { claims, cases = [] } = nothingFound({ failed })
    const isReal = answered > tried / 2 && Object.keys(answers).length > 1
    return { name: 'zzuf', figures: { tried, answers }, claims: { ...claims, 'most get a response': isReal }, cases }
  },
}
