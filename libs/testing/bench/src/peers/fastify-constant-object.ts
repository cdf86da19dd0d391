import Fastify from 'fastify'

/**
 * The upper bound: Fastify sending one object, serialised by schema (fastify.dev, Getting Started: "Fastify is
 * extremely fast… to serialise, use a response schema"). No look-up, no validation, no token.
 */
const string = { type: 'string' } as const
const sample = {
  id: '0190163d-8694-739b-aea5-966c26f8ad90',
  name: '강남점',
  address: '서울특별시 강남구 테헤란로 1',
  addressDetail: null,
  latitude: 37.5,
  longitude: 127.03,
  phone: '02-555-0100',
  businessHours: [{ day: 1, open: '09:00', close: '21:00' }],
  closedDates: [],
  imageIds: [],
  visible: true,
  open: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const store = {
  type: 'object',
  properties: {
    ...Object.fromEntries(['id', 'name', 'address', 'phone', 'createdAt', 'updatedAt'].map((name) => [name, string])),
    addressDetail: { type: ['string', 'null'] },
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    businessHours: {
      type: 'array',
      items: { type: 'object', properties: { day: { type: 'integer' }, open: string, close: string } },
    },
    closedDates: { type: 'array', items: string },
    imageIds: { type: 'array', items: string },
    visible: { type: 'boolean' },
    open: { type: 'boolean' },
  },
}

const app = Fastify()
app.get(
  '/api/stores/:id',
  { schema: { response: { 200: { type: 'object', properties: { success: { type: 'boolean' }, result: store } } } } },
  () => ({ success: true, result: sample }),
)
process.stdout.write(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
