import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import * as operations from '../src/operations.ts'
import { callable, callOf } from './generate.ts'

test('the table of the client is the contract', () => {
  expect({ ...operations }).toEqual(Object.fromEntries(callable.map((op) => [op.name, callOf(op)])))
})

test('the client has a method for every operation, under the service that owns it', () => {
  const client: Record<string, Record<string, unknown>> = createClient()
  const methods = Object.entries(client).flatMap(([service, calls]) =>
    Object.keys(calls).map((name) => `${service}.${name}`),
  )
  expect(new Set(methods)).toEqual(new Set(callable.map((op) => `${op.service}.${op.name}`)))
})
