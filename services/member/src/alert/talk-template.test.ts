import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertTemplate } from './talk-template.ts'

test('the text that operators register with Kakao is the one that is sent', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme.replaceAll('\n  ', '\n')).toContain(`\`\`\`\n${alertTemplate.text}\n\`\`\``)
})
