import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callable, callOf, sources } from '../generate/sources.ts'
import * as operations from '../src/generated/operations.ts'
import { createClient } from '../src/index.ts'

test('the operations of the client match the contract', () => {
  expect({ ...operations }).toEqual(Object.fromEntries(callable.map((op) => [op.name, callOf(op)])))
})

test('the client has a method for every operation, under the service that owns it', () => {
  const methods = Object.entries(createClient()).flatMap(([service, calls]) =>
    Object.keys(calls).map((name) => `${service}.${name}`),
  )
  expect(new Set(methods)).toEqual(new Set(callable.map((op) => `${op.service}.${op.name}`)))
})

/** Without what the formatter decides. */
const bare = (text: string) => text.replaceAll(/[\s;,|{}()]/g, '').replaceAll(/['"]/g, '')

test.each([...sources()])('%s is up to date with the contract', (name, text) => {
  const file = new URL(`../src/${name}`, import.meta.url)
  const written = existsSync(file) ? bare(readFileSync(file, 'utf8')) : ''
  expect(written, 'The generated file is outdated. Run: npm run format').toBe(bare(text))
})
