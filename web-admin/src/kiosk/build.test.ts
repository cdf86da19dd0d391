import { expect, test } from 'vitest'
import { startsOtherwise } from './build.ts'

test('another build is a page of ours with another script', () => {
  const built = '<script type="module" crossorigin src="/assets/index-B1.js"></script><link href="/a.css">'
  expect(startsOtherwise(built, '/assets/index-B1.js')).toBe(false)
  expect(startsOtherwise(built, '/assets/index-A0.js')).toBe(true)
  expect(startsOtherwise(built, '/assets/index-B1')).toBe(true)
  expect(startsOtherwise('{"success":true}', '/assets/index-A0.js')).toBe(false)
  expect(startsOtherwise('<h1>502 Bad Gateway</h1>', '/assets/index-A0.js')).toBe(false)
})
