import { expect, test } from 'vitest'
import { fixedStrings } from './fixed-strings.ts'

const bytes: Record<keyof typeof fixedStrings, string> = {
  emailRequired: 'ec9db4eba994ec9dbcec9d8420ec9e85eba0a5ed95b4eca3bcec84b8ec9a942e',
  passwordRequired: 'ebb984ebb080ebb288ed98b8eba5bc20ec9e85eba0a5ed95b4eca3bcec84b8ec9a942e',
  loginSucceeded: 'eba19ceab7b8ec9db820ec84b1eab3b5',
  loginFailed:
    'eba19ceab7b8ec9db8ec979020ec8ba4ed8ca8ed9688ec8ab5eb8b88eb8ba42e20eb8ba4ec8b9c20ec8b9ceb8f84ed95b4eca3bcec84b8ec9a942e',
  unexpectedError: '556e6578706563746564204170706c69636174696f6e204572726f7221',
}

const hex = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

test('fixed strings keep their bytes', () => {
  const actual = Object.fromEntries(Object.entries(fixedStrings).map(([key, text]) => [key, hex(text)]))
  expect(actual).toEqual(bytes)
})
