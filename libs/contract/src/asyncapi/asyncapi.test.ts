import specification from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' }
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { toAsyncApi } from './asyncapi.ts'

type Message = { payload: TSchema; examples: { payload: unknown }[] }
type Document = { components: { messages: Record<string, Message>; schemas: Record<string, TSchema> } }

// The document is JSON of no type; what the tests below read of it is described above.
const document = toAsyncApi({ version: '1.2.3' }) as unknown as Document

test('the document is valid AsyncAPI 3.0.0', () => {
  // The specification brings the meta-schema of JSON Schema that it means.
  const options = { strict: false, validateFormats: false, meta: false, validateSchema: false } as const
  const isDocument = new Ajv(options).compile(specification)
  isDocument(document)
  expect(isDocument.errors).toBeNull()
  expect(isDocument({ ...document, channels: { read: { adress: 'x' } } })).toBe(false)
})

test('every reference resolves, and every named schema is used', () => {
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  const at = (path: string) =>
    path.split('/').reduce<unknown>((json, name) => (json as Record<string, unknown> | undefined)?.[name], document)
  expect(references.filter((path) => at(path) === undefined)).toEqual([])
  for (const name of Object.keys(document.components.schemas))
    expect(references).toContain(`components/schemas/${name}`)
})

test.each(Object.entries(document.components.messages))(
  'the example of %s matches its schema',
  (_name, { payload, examples }) => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const isMessage = ajv.compile({ ...payload, components: document.components })
    expect(examples).toHaveLength(1)
    for (const example of examples) {
      isMessage(example.payload)
      expect(isMessage.errors).toBeNull()
      if (!JSON.stringify(payload).includes('$ref')) expect(Errors(payload, example.payload)).toEqual([])
    }
  },
)
