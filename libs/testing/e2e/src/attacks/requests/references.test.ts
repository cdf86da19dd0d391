import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import type { Operation } from '../../openapi-document.ts'
import { kindOf } from './references.ts'

test('an id in a path has a kind, so that attacks name objects that exist', () => {
  const missing = Object.values(contract).flatMap((operations) =>
    Object.entries(operations).flatMap(([id, { http }]) => {
      const [method = '', path = ''] = (http ?? '').split(' ')
      const fields = [...path.matchAll(/\{(\w*[iI]d)\}/g)].map(([, field]) => field as string)
      return fields.filter((field) => kindOf({ id, method, path } as Operation, field) === undefined).map(() => http)
    }),
  )
  expect(missing).toEqual([])
})
