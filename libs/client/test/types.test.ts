import type {
  Contract,
  ErrorCode as ContractErrorCode,
  Input,
  Operation,
  Result,
  Store,
  Tokens,
} from '@kingcar/contract'
import { expectTypeOf, test } from 'vitest'
import type { CallInput, CallResult, Client, ErrorCode, Inputs, Results } from '../src/index.ts'

test('inputs and results are those of the contract', () => {
  expectTypeOf<CallInput<'member', 'loginAdmin'>>().toEqualTypeOf<{
    email: string
    password: string
    code?: string
  }>()
  expectTypeOf<CallResult<'member', 'loginAdmin'>>().toEqualTypeOf<Tokens>()
  expectTypeOf<CallResult<'catalog', 'getStore'>>().toEqualTypeOf<Store>()
  expectTypeOf<CallResult<'orders', 'exportOrders'>>().toEqualTypeOf<Blob>()
  expectTypeOf<CallInput<'catalog', 'uploadImage'>['image']>().toEqualTypeOf<Blob>()
})

test('the input is optional if no field is required', () => {
  expectTypeOf<Client['catalog']['listStores']>().toBeCallableWith()
  expectTypeOf<Client['catalog']['getStore']>().parameter(0).toEqualTypeOf<{ id: string }>()
  expectTypeOf<Parameters<Client['catalog']['getStore']>>().not.toExtend<[]>()
  expectTypeOf<Client['gateway']>().not.toHaveProperty('openLive')
})

type Accepts<A, B> = [A, B] extends [B, A] ? true : false
type Keys<T> = T extends unknown ? keyof T : never
type Matches<A, B> = Accepts<A, B> extends true ? Accepts<Keys<A>, Keys<B>> : false
type Of<S extends keyof Contract, V> = Contract[S][V & keyof Contract[S]]
/** Operations of which the generated types are others than the contract's, files left out. */
type OtherInputs<S extends keyof Contract & keyof Inputs> = {
  [V in keyof Inputs[S]]: Of<S, V> extends infer O extends Operation
    ? O extends { parts: unknown }
      ? never
      : Matches<Inputs[S][V], Input<O>> extends true
        ? never
        : V
    : V
}[keyof Inputs[S]]
type OtherResults<S extends keyof Contract & keyof Results> = {
  [V in keyof Results[S]]: Of<S, V> extends infer O extends Operation
    ? O extends { response: string }
      ? never
      : Matches<Results[S][V], Result<O>> extends true
        ? never
        : V
    : V
}[keyof Results[S]]

test('the generated types of every operation match its schemas', () => {
  expectTypeOf<ErrorCode>().toEqualTypeOf<ContractErrorCode>()
  expectTypeOf<OtherInputs<'member'>>().toBeNever()
  expectTypeOf<OtherInputs<'catalog'>>().toEqualTypeOf<'getImage'>() // of which the plain type names the widths
  expectTypeOf<OtherInputs<'orders'>>().toBeNever()
  expectTypeOf<OtherInputs<'recognition'>>().toBeNever()
  expectTypeOf<OtherResults<'member'>>().toBeNever()
  expectTypeOf<OtherResults<'catalog'>>().toBeNever()
  expectTypeOf<OtherResults<'orders'>>().toBeNever()
  expectTypeOf<OtherResults<'recognition'>>().toBeNever()
})
