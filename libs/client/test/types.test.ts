import type { Store, Tokens } from '@kingcar/contract'
import { expectTypeOf, test } from 'vitest'
import type { CallInput, CallResult, Client } from '../src/index.ts'

test('inputs and results are the those of the contract', () => {
  expectTypeOf<CallInput<'member', 'loginAdmin'>>().toEqualTypeOf<{ email: string; password: string }>()
  expectTypeOf<CallResult<'member', 'loginAdmin'>>().toEqualTypeOf<Tokens>()
  expectTypeOf<CallResult<'catalog', 'getStore'>>().toEqualTypeOf<Store>()
  expectTypeOf<CallResult<'orders', 'exportOrders'>>().toEqualTypeOf<Blob>()
  expectTypeOf<CallInput<'catalog', 'uploadImage'>['image']>().toEqualTypeOf<Blob>()
})

test('a method asks for its input only where something is required', () => {
  expectTypeOf<Client['catalog']['listStores']>().toBeCallableWith()
  expectTypeOf<Client['catalog']['getStore']>().parameter(0).toEqualTypeOf<{ id: string }>()
  expectTypeOf<Parameters<Client['catalog']['getStore']>>().not.toExtend<[]>()
  expectTypeOf<Client['gateway']>().not.toHaveProperty('openLive')
})
