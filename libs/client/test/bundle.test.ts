import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

async function bundle(source: string) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../src', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
  })
  const code = outputFiles[0]?.text ?? ''
  return { code, gzipped: gzipSync(code).length, files: Object.keys(metafile.inputs) }
}

test('a bundle contains only the imported operations', async () => {
  const { code, gzipped } = await bundle(
    "import { createTransport, loginAdmin, listAppSettings } from './index.ts'; console.log(createTransport(), loginAdmin, listAppSettings)",
  )
  expect(code).toContain('/admin/api/login')
  expect(code).not.toContain('/admin/api/stores')
  expect(gzipped).toBeLessThan(2_500)
})

test('the whole client is small and contains neither contract nor schemas', async () => {
  const { gzipped, files } = await bundle("import { createClient } from './index.ts'; console.log(createClient())")
  expect(files.filter((file) => /contract|node_modules/.test(file))).toEqual([])
  expect(gzipped).toBeLessThan(8_375)
})

test('the check of webhooks is a bundle of its own', async () => {
  const { code, gzipped } = await bundle("import { verifyWebhook } from './webhooks.ts'; console.log(verifyWebhook)")
  expect(code).not.toContain('/admin/api')
  expect(gzipped).toBeLessThan(1_000)
})

test('pure functions of the contract are bundled without its schemas', async () => {
  const { code, gzipped } = await bundle(
    "import { canOrder, maskName, plateKind } from '@kingcar/contract'; console.log(canOrder, maskName, plateKind)",
  )
  expect(code).not.toContain('additionalProperties')
  expect(gzipped).toBeLessThan(2_500)
})
