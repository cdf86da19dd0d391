import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '../smuggling.ts'
import { runTool, type Tool } from './target.ts'

const guesses = 10_000
/** Failures of an account at one address that are allowed in a quarter of an hour (contract.md §2). */
const allowed = 10

/** Guesses the password of the demo's administrator; the right one is among the guesses. */
export const hydra: Tool = {
  name: 'hydra',
  async run(target) {
    const { email, password } = target.product.ready
    const words = Array.from({ length: guesses }, (_, at) => (at === guesses / 2 ? password : `a-wrong-password-${at}`))
    const file = join(target.folder, 'passwords.txt')
    await writeFile(file, `${words.join('\n')}\n`)
    const before = (await linesOf(target.product)).length
    const form = [
      '/admin/api/login',
      '{"email"\\:"^USER^","password"\\:"^PASS^"}',
      'H=Content-Type\\: application/json',
      'S="success"\\:true',
    ].join(':')
    const { hostname, port } = new URL(target.base)
    const args = ['-I', '-f', '-t', '16', '-l', email, '-P', file, '-s', port, hostname, 'http-post-form', form]
    const output = await runTool(target, 'hydra', args, 240)
    const lines = (await linesOf(target.product)).slice(before).filter(({ operation }) => operation === 'loginAdmin')
    const count = (status: number) => lines.filter((line) => line.status === status).length
    const others = lines.length - count(401) - count(429)
    return {
      name: 'hydra',
      figures: { guesses: lines.length, tried: count(401), refused: count(429), others },
      claims: {
        'no password is found': !/password: \S/.test(output) && count(200) === 0,
        'every request of hydra arrived': lines.length >= guesses,
        'ten guesses are tried at most': count(401) <= allowed,
        'all others get 429': others === 0,
      },
      cases: lines.length >= guesses ? [] : [output.slice(-800)],
    }
  },
}
