import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedProduct } from '@kingcar/e2e/product'
import { runCommand } from '@kingcar/localstack/run-command'
import { expect, test } from 'vitest'

/*
 * A client by a second generator of another author; the end-to-end tests generate one with oazapfts. The generator is
 * installed with the benchmarks' peers, because the product does not need it.
 */

const generator = join(dirname(fileURLToPath(import.meta.resolve('openapi-typescript-codegen'))), '../bin/index.js')

/** A PNG of one pixel, in Base64. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What a developer writes with the generated client. It has to compile with its types, and prints what it got. */
const program = `
import { AdministratorsService, ApiError, ImagesService, OpenAPI, StoresAdministrationService } from './client'
import type { loginDto, storeAddRequestDto } from './client'

const stores = StoresAdministrationService

async function main([base = '', email = '', password = '']: string[]) {
  OpenAPI.BASE = base
  const credentials: loginDto = { email, password }
  const { result: tokens } = await AdministratorsService.loginAdmin({ requestBody: credentials })
  OpenAPI.TOKEN = tokens.accessToken

  const requestBody: storeAddRequestDto = {
    name: '생성된 매장', address: '서울 성동구 1', phone: '02-555-1234', latitude: 37.5, longitude: 127,
    businessHours: [{ day: 1, open: '09:00', close: '18:00' }], imageIds: [], visible: false,
  }
  const idempotencyKey = crypto.randomUUID()
  const made = await stores.createStore({ requestBody, idempotencyKey })
  const again = await stores.createStore({ requestBody, idempotencyKey })
  const { id } = made.result
  await stores.updateStore({ id, requestBody: { addressDetail: null, closedDates: ['2027-02-07'] } })
  const found = await stores.getStore({ id })
  const page = await stores.listStores({ size: 1, sort: ['createdAt,desc'] })
  const refused = await stores.updateStore({ id, ifMatch: '"1"', requestBody: { name: '' } }).catch((cause) => cause)
  const bytes = Uint8Array.from(atob('${pixel}'), (c) => c.charCodeAt(0))
  const uploaded = await ImagesService.uploadImage({ formData: { image: new Blob([bytes], { type: 'image/png' }) } })
  await stores.deleteStore({ id, withDevices: true })
  const gone = await stores.getStore({ id }).catch((cause) => cause)
  console.log(JSON.stringify({
    created: made.result.name, repeated: again.result.id === id, closedDates: found.result.closedDates,
    newest: page.result.content.map((store) => store.id === id), total: page.result.totalElements > 0,
    refused: refused instanceof ApiError && [refused.status, refused.body.error.code],
    uploaded: typeof uploaded.result.id,
    gone: gone instanceof ApiError && [gone.status, gone.body.error.code],
  }))
}

main(process.argv.slice(2)).catch((cause) => {
  console.error(cause instanceof ApiError ? [cause.status, cause.body] : cause)
  process.exitCode = 1
})
`

const compilerOptions = {
  ...{ strict: true, target: 'es2022', module: 'commonjs', moduleResolution: 'bundler', rootDir: '.', outDir: 'js' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], noUnusedLocals: false, skipLibCheck: true },
}

test('the client of a second generator compiles, signs in, reads, writes, uploads, and reports errors with their code', async () => {
  const { ready } = await sharedProduct()
  const folder = await mkdtemp(join(tmpdir(), 'kingcar-generated-'))
  const run = async (command: string, ...args: string[]) => {
    const { ok, output } = await runCommand(command, args, { cwd: folder })
    expect(ok, output).toBe(true)
    return output
  }
  try {
    await mkdir(join(folder, 'js'))
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "commonjs" }')
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${ready.http}/openapi.json`)).text())
    const options = ['--client', 'fetch', '--useOptions', '--useUnionTypes']
    await run(process.execPath, generator, '--input', 'openapi.json', '--output', 'client', ...options)
    await writeFile(
      join(folder, 'program.ts'),
      `declare const process: { argv: string[]; exitCode?: number }\n${program}`,
    )
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['client', 'program.ts'] }),
    )
    await run('tsc', '--pretty', 'false', '--project', folder)
    const printed = await run(process.execPath, 'js/program.js', ready.http, ready.email, ready.password)
    expect(JSON.parse(printed)).toEqual({
      created: '생성된 매장',
      repeated: true,
      closedDates: ['2027-02-07'],
      newest: [true],
      total: true,
      refused: [400, 'VALIDATION_FAILED'],
      uploaded: 'string',
      gone: [404, 'STORE_NOT_FOUND'],
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
