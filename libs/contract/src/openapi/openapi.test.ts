import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { headerOf, isPublished, type Operation, route } from '../model/operation.ts'
import { exampleOf } from './example.ts'
import { toOpenApi } from './openapi.ts'
import { tagOf, tags } from './tags.ts'

const operations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(isPublished)
const byName = operations.map((op): [string, Operation] => [op.name, op])

type Described = {
  operationId: string
  description: string
  security: object[]
  parameters: { name?: string; in?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Body; example?: object }> }
  responses: Record<string, { description?: string }>
}
type Body = { $ref?: string; allOf?: Body[]; properties?: object; required?: string[] }
type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, { description: string }>; schemas: Record<string, Body> }
}

// The document is JSON of no type; what the tests below read of it is described above.
const document = toOpenApi(contract, { version: '1.2.3' }) as unknown as Document
const described = (op: Operation) => {
  const { method, path } = route(op)
  return document.paths[path]?.[method.toLowerCase()] as Described
}

/** The schema that a body refers to. */
const resolve = ({ $ref = '', allOf: [base] = [], ...schema }: Body): Body =>
  base ? resolve(base) : (document.components.schemas[$ref.slice('#/components/schemas/'.length)] ?? schema)

test('bodies have the names of the specification', () => {
  const names = [
    ...['adminAddRequestDto', 'appSettingAddOrUpdateRequestDto', 'bannerAddRequestDto', 'bannerListUpdateRequestDto'],
    ...['carAddOrUpdateRequestDto', 'createCardRequestDto', 'createOrderRequestDto', 'iamPortOrderWebhookRequestDto'],
    ...['loginDto', 'memberJoinRequestDto', 'noticeAddRequestDto', 'noticeUpdateDto', 'paymentRequestDto'],
    ...['phoneVerificationCheckRequestDto', 'phoneVerificationRequestDto', 'productAddRequestDto'],
    ...['productUpdateRequestDto', 'reissueOrLogoutRequestDto', 'socialLoginDto', 'storeAddRequestDto'],
    ...['storeUpdateRequestDto', 'termsAddRequestDto', 'termsUpdateRequestDto'],
  ]
  expect(
    Object.keys(document.components.schemas)
      .filter((name) => name.endsWith('Dto'))
      .sort(),
  ).toEqual(names)
  const bodyOf = (path: string, method: string) =>
    document.paths[path]?.[method]?.requestBody?.content['application/json']
  expect(bodyOf('/api/login', 'post')?.schema).toEqual({ $ref: '#/components/schemas/loginDto' })
  const car = { $ref: '#/components/schemas/carAddOrUpdateRequestDto' }
  expect(bodyOf('/api/cars/{id}', 'patch')?.schema).toEqual(car)
  expect(bodyOf('/api/cars', 'post')?.schema).toEqual({ allOf: [car], required: ['carNumber', 'carBrandId', 'model'] })
})

test('the introduction and the live socket are in paragraphs', () => {
  expect(document.info.description).toContain('\n\n**Authentication.**')
  expect(described(contract.gateway.openLive).responses['101']?.description).toContain('\n\nClose codes: ')
})

test('the size of a page is described as the gateway accepts it', () => {
  const size = described(contract.catalog.listStores).parameters.find(({ name }) => name === 'size')
  expect(size).toMatchObject({
    description: 'Items in a page; 0 means 20, more than 100 means 100',
    schema: { type: 'integer', minimum: 0, default: 20 },
  })
  expect(size).not.toHaveProperty('schema.maximum')
})

test('a linter of OpenAPI 3.1 finds neither error nor warning', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

// ASVS 8.1.2
test('every operation is in it, and nothing else', () => {
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(new Set(ids)).toEqual(new Set(byName.map(([name]) => name)))
  expect(ids).toHaveLength(byName.length)
})

// ASVS 2.1.1
test.each(byName)('every input of %s is described at its location', (_name, op) => {
  const { parameters, requestBody } = described(op)
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    Object.keys(resolve(schema).properties ?? {}),
  )
  const names = [...parameters.flatMap(({ name }) => name ?? []), ...(op.parts ? [] : (bodies[0] ?? []))]
  const fields = Object.keys(op.input.properties)
  expect(new Set(names)).toEqual(new Set(fields.map((field) => headerOf(op, field) ?? field)))
  for (const name of fields.flatMap((field) => headerOf(op, field) ?? []))
    expect(parameters).toContainEqual(expect.objectContaining({ name, in: 'header' }))
  for (const name of route(op).parameters)
    expect(parameters).toContainEqual(expect.objectContaining({ name, in: 'path' }))
})

test.each(byName)('the examples of %s are accepted by its schemas', (_name, op) => {
  expect(Errors(op.result, exampleOf(op.result))).toEqual([])
  expect(Errors(op.input, exampleOf(op.input))).toEqual([])
})

test.each(byName.filter(([, op]) => !op.response || op.response === 'live'))(
  'no text in the examples of %s is a placeholder',
  (_name, op) => {
    expect(JSON.stringify([exampleOf(op.input), exampleOf(op.result)])).not.toMatch(/"string/)
  },
)

test.each([
  [contract.catalog.createStore, '강남점'],
  [contract.catalog.createProduct, '월 4회 손세차'],
  [contract.recognition.createDevice, '1번 출입구'],
  [contract.member.createScreenSession, '입구 화면'],
  [contract.member.joinAdmin, '박관리'],
  [contract.member.joinMember, '김민지'],
])('the example of $name has a fitting name', (op, name) => {
  expect(described(op).requestBody?.content['application/json']?.example).toMatchObject({ name })
})

test('descriptions are one paragraph, and errors have general and specific reasons', () => {
  const { description, responses } = described(contract.orders.payOrder)
  expect(description).toMatch(/^With `impUid` the payment .*\.$/)
  expect(responses['409']?.description).toContain(
    '`CONFLICT`: A request with the same `Idempotency-Key` is still running: try again after a second. Another payment of this order is in progress',
  )
  expect(responses['401']).toEqual({ $ref: '#/components/responses/401_UNAUTHENTICATED_TOKEN_EXPIRED' })
  const shared = document.components.responses['401_UNAUTHENTICATED_TOKEN_EXPIRED']?.description
  expect(shared).toContain('The token is missing or invalid, or its session has ended.')
  expect(shared).toContain('로그인이 필요해요.')
})

test.each([
  [contract.orders.createCard, ['cardNumber', 'expiry', 'birth', 'passwordTwoDigits', 'alias']],
  [contract.orders.payOrder, ['cardId']],
])('the example of alternative inputs shows one of them: $name', (op, names) => {
  expect(Object.keys(described(op).requestBody?.content['application/json']?.example ?? {})).toEqual(names)
})

test('every chapter is used', () => {
  expect(new Set(operations.map(tagOf))).toEqual(new Set(Object.keys(tags)))
})

// ASVS 8.1.1
test('tokens, headers and responses follow from the operation', () => {
  expect(described(contract.member.loginAdmin).security).toEqual([])
  expect(described(contract.catalog.updateStore).security).toEqual([{ bearer: [] }])
  expect(described(contract.gateway.receiveFrigate).security).toEqual([{ device: [] }])
  expect(described(contract.catalog.getImage).security).toEqual([{ bearer: [] }, {}])
  expect(described(contract.catalog.createStore).parameters).toContainEqual({
    $ref: '#/components/parameters/IdempotencyKey',
  })
  expect(described(contract.catalog.updateStore).parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(Object.keys(described(contract.catalog.createStore).responses)).toContain('201')
  for (const op of [contract.catalog.listPublicStores, contract.member.getCar, contract.catalog.getImage]) {
    expect(described(op).parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
    expect(Object.keys(described(op).responses)).toContain('304')
  }
  expect(Object.keys(described(contract.member.updateCar).responses)).not.toContain('304')
  expect(Object.keys(described(contract.gateway.openLive).responses)).toContain('101')
  expect(Object.keys(described(contract.orders.receivePaymentWebhook).requestBody?.content ?? {})).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ])
})
