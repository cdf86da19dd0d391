import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { beforeAll, expect, test } from 'vitest'
import { type Product, productProcesses, sharedProduct } from '../src/product.ts'

/**
 * The running code is the built and tested code: the checksums of `dist/SHA256SUMS` hold for processes and for files
 * that browsers get.
 */
let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})

const checksums = new Map(
  readFileSync(join(root, 'dist/SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ').toReversed() as [path: string, sum: string]),
)
const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

test.each([...productProcesses, 'simulator'] as const)('%s runs a bundle of the build', async (name) => {
  const commands = (await product.processes()).map(({ command }) => command)
  const program = name === 'simulator' ? 'portone-simulator' : name
  expect(commands.some((command) => command.includes(`${join(root, 'dist', program)}.mjs`))).toBe(true)
  for (const path of [`dist/${program}.mjs`, `dist/${program}.cjs`, 'dist/load.mjs'])
    expect(sumOf(readFileSync(join(root, path)))).toBe(checksums.get(path))
})

test("browsers get the console's files of the build", async () => {
  const files = [...checksums.keys()].filter((path) =>
    /^web-admin\/dist\/(assets\/.*\.(js|css)|index\.html)$/.test(path),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const path of files) {
    const address = path.replace(/^web-admin\/dist\//, '/').replace(/index\.html$/, '')
    const response = await fetch(product.ready.http + address, { headers: { 'accept-encoding': 'identity' } })
    expect([path, response.status, sumOf(await response.bytes())]).toEqual([path, 200, checksums.get(path)])
  }
})
