import { type AppError, defineService } from '@kingcar/contract'
import Type from 'typebox'
import type { Caller, Handlers } from '../src/index.ts'

/** Operations of the user `orders`, which the gateway may call. */
export const operations = defineService('orders', {
  echo: {
    http: 'POST /echo',
    access: 'public',
    summary: 'Says the same',
    description: 'Says the same.',
    input: Type.Object({ text: Type.String({ maxLength: 900_000 }) }, { additionalProperties: false }),
    result: Type.Object({ text: Type.String() }),
  },
  /** Replies when the test releases it. */
  hold: {
    http: 'POST /hold',
    access: 'public',
    summary: 'Waits',
    description: 'Waits.',
    input: Type.Object({}),
    result: Type.Object({ by: Type.String() }),
  },
  /** As `hold`, a long operation with progress messages. */
  holdLong: {
    http: 'POST /holdLong',
    access: 'public',
    summary: 'Waits for somebody else',
    description: 'Waits for somebody else.',
    input: Type.Object({}),
    result: Type.Object({ by: Type.String() }),
    timeoutSeconds: 10,
  },
  /** Returns the stores that the caller is limited to. */
  ofStores: {
    http: 'GET /admin/ofStores',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Lists stores',
    description: 'Lists stores.',
    input: Type.Object({ storeId: Type.Optional(Type.String({ format: 'uuid' })) }),
    result: Type.Object({ stores: Type.Any() }),
  },
  ofHeadOffice: {
    http: 'GET /admin/ofHeadOffice',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Lists all stores',
    description: 'Lists all stores.',
    input: Type.Object({}),
    result: Type.Object({ stores: Type.Any() }),
  },
  fail: {
    http: 'POST /fail',
    access: 'public',
    summary: 'Fails',
    description: 'Fails.',
    input: Type.Object({}),
    result: Type.Null(),
  },
  /** Returns a result over the message size limit. */
  swell: {
    http: 'POST /swell',
    access: 'public',
    summary: 'Says too much',
    description: 'Says too much.',
    input: Type.Object({}),
    result: Type.String(),
  },
  read: {
    http: 'GET /thing',
    access: 'public',
    summary: 'Has a version',
    description: 'Has a version.',
    input: Type.Object({}),
    result: Type.Object({ id: Type.Integer() }),
    versioned: true,
  },
})
export type Operations = typeof operations

export type Context = {
  by: string
  /** The caller of the last `echo`, `hold` or `holdLong`. */
  caller?: Caller
  /** Handlers of `hold` that run now, and how many have run in total. */
  holding: number
  held: number
  release: Promise<void>
  failWith: () => Promise<never>
}

export const context = (own: Partial<Context> = {}): Context => ({
  by: 'one',
  holding: 0,
  held: 0,
  release: Promise.resolve(),
  failWith: () => Promise.reject(new Error('nothing to fail with')),
  ...own,
})

async function hold(ctx: Context, _input: object, caller: Caller) {
  ctx.caller = caller
  ctx.holding += 1
  ctx.held += 1
  await ctx.release
  ctx.holding -= 1
  return { by: ctx.by }
}

export const handlers: Handlers<Context, Operations> = {
  async echo(ctx, { text }, caller) {
    ctx.caller = caller
    const row = { text, secret: 'canary' }
    return row
  },
  hold,
  holdLong: hold,
  ofStores: async (_ctx, _input, { stores }) => ({ stores: stores === undefined ? 'undefined' : stores }),
  ofHeadOffice: async (_ctx, _input, { stores }) => ({ stores: stores === undefined ? 'undefined' : stores }),
  fail: (ctx) => ctx.failWith(),
  swell: async () => 'x'.repeat(2 * 2 ** 20),
  read: async () => ({ result: { id: 2 ** 40 }, version: 7 }),
}

/** Fails with this error: synchronously if `thrown` is set. */
export const failing = (error: AppError | Error, thrown = false): Partial<Context> => ({
  failWith: () => {
    if (thrown) throw error
    return Promise.reject(error)
  },
})
