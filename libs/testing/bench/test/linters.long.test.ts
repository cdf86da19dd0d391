import { type Diagnostic, Parser } from '@asyncapi/parser'
import { contract, toAsyncApi, toOpenApi } from '@kingcar/contract'
import spectral from '@stoplight/spectral-core'
import { asyncapi, oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'

// The linters have more packages than the product, so that they are installed with the benchmarks' peers.

/** Errors and warnings. */
const problems = (found: readonly Diagnostic[]) =>
  found
    .filter(({ severity }) => severity <= 1)
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)

test('Spectral finds neither error nor warning in the OpenAPI document', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[oas, 'recommended']] } as never) // the package's type lacks its own ruleset
  const run = async (document: object) => problems(await linter.run(JSON.stringify(document)))
  const document = toOpenApi(contract, { version: '1.2.3' })
  expect(await run(document)).toEqual([])
  expect(await run({ ...document, externalDocs: { url: 'asyncapi' } })).not.toEqual([])
})

test('Spectral finds neither error nor warning in the AsyncAPI document', async () => {
  const linter = new spectral.Spectral()
  // The operator's address and mail are not known where the document is made.
  linter.setRuleset({ extends: [asyncapi], rules: { 'asyncapi-info-contact-properties': 'off' } } as never)
  const run = async (document: object) => problems(await linter.run(JSON.stringify(document)))
  const document = toAsyncApi({ version: '1.2.3' })
  expect(await run(document)).toEqual([])
  expect(await run({ ...document, externalDocs: { url: 'openapi' } })).not.toEqual([])
})

test('the parser of AsyncAPI finds neither error nor warning in the AsyncAPI document', async () => {
  const parse = async (document: object) => problems((await new Parser().parse(JSON.stringify(document))).diagnostics)
  const document = toAsyncApi({ version: '1.2.3' })
  expect(await parse(document)).toEqual([])
  expect(await parse({ ...document, externalDocs: { url: 'openapi' } })).not.toEqual([])
})
