import { expect, test } from 'vitest'
import { buildName, isOtherBuild } from './served-build.ts'

test('another build is a page of the console with another entry script', () => {
  const built = '<script type="module" crossorigin src="/assets/index-B1.js"></script><link href="/a.css">'
  expect(isOtherBuild(built, '/assets/index-B1.js')).toBe(false)
  expect(isOtherBuild(built, '/assets/index-A0.js')).toBe(true)
  expect(isOtherBuild(built, '/assets/index-B1')).toBe(true)
  expect(isOtherBuild('{"success":true}', '/assets/index-A0.js')).toBe(false)
  expect(isOtherBuild('<h1>502 Bad Gateway</h1>', '/assets/index-A0.js')).toBe(false)
})

test.each([
  ['https://kiosk.test/assets/index-Si6MWXR4.js', 'Si6MWXR4'],
  ['https://kiosk.test/assets/index-a-_b1234.js?newer', 'a-_b1234'],
  ['https://kiosk.test/assets/main.js', 'main'],
  ['http://127.0.0.1:5173/src/main.tsx', undefined],
  [`https://kiosk.test/${'x'.repeat(41)}.js`, undefined],
])('the build name of %s is %s', (script, name) => expect(buildName(script)).toBe(name))
