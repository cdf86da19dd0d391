import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { configurationPage, configurationPagePath } from '../src/configuration-page.ts'

test('the page of all settings is generated from the schemas (npm run format writes it)', () => {
  expect(readFileSync(join(root, configurationPagePath), 'utf8')).toBe(configurationPage())
})

test('each setting has a description', () => {
  const rows = configurationPage().match(/^\| `\w+` \|.*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(70)
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([])
})
