import { expectTypeOf, test } from 'vitest'
import type {
  Contract,
  ErrorCode,
  EventOf,
  Input,
  OrderState,
  PageOf,
  Provider,
  Result,
  SettingValue,
  Store,
} from '../src/index.ts'

// Unions that are built from mapped lists collapse to `never` in silence: each kind of type is held here once.

test('enumerations keep their names', () => {
  expectTypeOf<OrderState>().toEqualTypeOf<
    'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  >()
  expectTypeOf<Result<Contract['orders']['getMyOrder']>['state']>().toEqualTypeOf<OrderState>()
  expectTypeOf<Provider>().toEqualTypeOf<'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'>()
  expectTypeOf<Input<Contract['member']['loginSocial']>['provider']>().toEqualTypeOf<
    'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE'
  >()
  expectTypeOf<Input<Contract['catalog']['listPublicProducts']>>().toEqualTypeOf<{
    productType?: 'subscribe' | 'onetime'
  }>()
})

test('inputs are flat, optional fields optional, nullable ones nullable', () => {
  expectTypeOf<Input<Contract['member']['loginAdmin']>>().toEqualTypeOf<{
    email: string
    password: string
    code?: string
  }>()
  expectTypeOf<Input<Contract['member']['updateAdmin']>>().toEqualTypeOf<{
    id: string
    name?: string
    disabled?: boolean
    role?: 'owner' | 'manager' | 'staff' | 'accountant'
    storeIds?: string[] | null
  }>()
  expectTypeOf<Input<Contract['catalog']['updateStore']>['addressDetail']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Input<Contract['catalog']['updateStore']>['name']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<keyof Input<Contract['catalog']['listAppSettings']>>().toEqualTypeOf<never>()
})

test('paging keeps the fields to sort by', () => {
  expectTypeOf<Input<Contract['catalog']['listStores']>['sort']>().toEqualTypeOf<
    ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[] | undefined
  >()
  expectTypeOf<Result<Contract['catalog']['listStores']>>().toEqualTypeOf<PageOf<Store>>()
})

test('results are the value of `result`', () => {
  expectTypeOf<Result<Contract['catalog']['deleteStore']>>().toEqualTypeOf<null>()
  expectTypeOf<Result<Contract['recognition']['getVisit']>['mergedInto']>().toEqualTypeOf<string | null>()
  expectTypeOf<Result<Contract['recognition']['createDevice']>['secret']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<EventOf<'catalog.storeChanged'>>().toEqualTypeOf<{
    storeId: string
    name: string | null
    version: number
    closedBy?: { actorId: string; requestId: string }
  }>()
})

test('names, services and subjects are literals', () => {
  expectTypeOf<Contract['orders']['payOrder']['subject']>().toEqualTypeOf<'rpc.orders.payOrder'>()
  expectTypeOf<Contract['catalog']['getStore']['versioned']>().toEqualTypeOf<true>()
  expectTypeOf<'INTERNAL'>().toExtend<ErrorCode>()
  expectTypeOf<SettingValue<'recognition.revisitSeconds'>>().toEqualTypeOf<number>()
})
