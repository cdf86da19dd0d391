import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { BusinessHours } from '../catalog/stores.ts'
import { contract } from '../contract.ts'
import { Email, Id, Instant, Nullable, Reason, Strict } from './common-schemas.ts'
import { maximumDetails, toDetails } from './validation-details.ts'

const detail = (schema: TSchema, value: unknown) => toDetails(Errors(schema, value))

test.each([
  [Strict({ email: Email }), {}, 'email', '꼭 입력해 주세요.', 'Is required.'],
  [Strict({ email: Email }), { email: 'x' }, 'email', '이메일 형식이 맞지 않아요.', 'Must be an email address.'],
  [Strict({}), { x: 1 }, 'x', '알 수 없는 항목이에요.', 'Is not a known field.'],
  [Strict({ id: Id }), { id: '1' }, 'id', 'ID 형식이 맞지 않아요.', 'Must be a UUID.'],
  [
    Strict({ at: Nullable(Instant) }),
    { at: 'x' },
    'at',
    '시각을 ISO 8601 형식으로 입력해 주세요.',
    'Must be a time in ISO 8601.',
  ],
  [Strict({ n: Type.Integer() }), { n: '1' }, 'n', '정수로 입력해 주세요.', 'Must be an integer.'],
  [Strict({ n: Type.Integer({ minimum: 1 }) }), { n: 0 }, 'n', '1 이상으로 입력해 주세요.', 'Must be at least 1.'],
  [Strict({ n: Type.Integer({ maximum: 5 }) }), { n: 6 }, 'n', '5 이하로 입력해 주세요.', 'Must be at most 5.'],
  [Strict({ s: Type.String({ minLength: 1 }) }), { s: '' }, 's', '비워 둘 수 없어요.', 'Must not be empty.'],
  [
    Strict({ s: Type.String({ minLength: 10 }) }),
    { s: 'x' },
    's',
    '10자 이상 입력해 주세요.',
    'Must have at least 10 characters.',
  ],
  [
    Strict({ s: Type.String({ maxLength: 1 }) }),
    { s: 'xy' },
    's',
    '1자까지 입력할 수 있어요.',
    'Must have at most 1 characters.',
  ],
  [
    Strict({ e: Type.Enum(['a', 'b']) }),
    { e: 'c' },
    'e',
    '다음 가운데 하나로 입력해 주세요: a, b',
    'Must be one of: a, b',
  ],
  [
    Strict({ l: Type.Array(Id, { minItems: 1 }) }),
    { l: [] },
    'l',
    '1개 이상 입력해 주세요.',
    'Must have at least 1 items.',
  ],
  [
    Strict({ l: Type.Array(Type.Integer(), { uniqueItems: true }) }),
    { l: [1, 1] },
    'l',
    '같은 값을 두 번 입력할 수 없어요.',
    'Must not contain the same value twice.',
  ],
  [Strict({ s: Type.String({ pattern: '^x$' }) }), { s: 'y' }, 's', '형식이 맞지 않아요.', 'Has the wrong format.'],
  [Strict({ reason: Reason('x') }), { reason: ' \n ' }, 'reason', '비워 둘 수 없어요.', 'Must not be empty.'],
  [Strict({}), [], '', '객체로 입력해 주세요.', 'Must be an object.'],
])('%# one detail in both languages', (schema, value, path, ko, en) => {
  expect(detail(schema, value)).toEqual([{ path, ko, en }])
  expect(toDetails(Compile(schema).Errors(value))).toEqual([{ path, ko, en }])
})

test('paths are dotted, also into lists, and a field has one detail', () => {
  const hours = Strict({ businessHours: Type.Array(BusinessHours) })
  const value = { businessHours: [{ day: 8, open: '9', close: '18:00', 'a/b': 1 }] }
  const paths = detail(hours, value).map(({ path }) => path)
  expect(new Set(paths)).toEqual(new Set(['businessHours.0.a/b', 'businessHours.0.day', 'businessHours.0.open']))
})

// ASVS 2.2.1, 8.2.3, 15.3.3
test('every missing and every unknown field is named', () => {
  const paths = detail(contract.member.joinAdmin.input, { nick: 1, role: 2 }).map(({ path }) => path)
  expect(new Set(paths)).toEqual(new Set(['email', 'joinCode', 'name', 'nick', 'password', 'role']))
})

test('all fields are listed if more than eight are invalid', () => {
  const names = 'abcdefghijkl'.split('')
  const form = Strict(Object.fromEntries(names.map((name) => [name, Type.Integer()])))
  expect(detail(form, Object.fromEntries(names.map((name) => [name, 'x'])))).toHaveLength(names.length)
})

test('the number of details is limited, and details do not contain values', () => {
  const secrets = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 'hunter2']))
  const details = detail(contract.member.loginAdmin.input, { email: 'hunter2', password: ['hunter2'], ...secrets })
  expect(details.length).toBeLessThanOrEqual(maximumDetails)
  expect(JSON.stringify(details)).not.toContain('hunter2')
})
