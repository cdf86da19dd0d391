import { expect, test } from 'vitest'
import { entryScript } from './build.ts'

test('the entry script is found in a built page and in one of vite', () => {
  const base = 'https://kiosk.test/connect?mask=true'
  const built = '<script type="module" crossorigin src="/assets/index-B1.js"></script><link href="/a.css">'
  expect(entryScript(built, base)).toBe('https://kiosk.test/assets/index-B1.js')
  expect(entryScript('<script type="module">x</script>', base)).toBeNull()
  expect(entryScript('{"success":true}', base)).toBeNull()
})
