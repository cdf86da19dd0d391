import { expect, test } from 'vitest'
import { createAddressPolicy } from './address.ts'
import { endpointUrl } from './endpoint-url.ts'

const open = createAddressPolicy('')
const refused = expect.objectContaining({
  code: 'VALIDATION_FAILED',
  details: [expect.objectContaining({ path: 'url' })],
})
const local = createAddressPolicy('127.0.0.1/32')

test.each([
  ['https://pos.example.com', 'https://pos.example.com/'],
  ['https://POS.example.com:443/a?b=c', 'https://pos.example.com/a?b=c'],
  ['https://pos.example.com:8443/a', 'https://pos.example.com:8443/a'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
])('%s is accepted', (typed, url) => {
  expect(endpointUrl(typed, open)).toBe(url)
})

// ASVS 1.3.6
test.each([
  ...['http://pos.example.com/', 'http://169.254.169.254/', 'https://169.254.169.254/', 'https://localhost/'],
  ...['https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'],
  ...['https://a:b@pos.example.com/', 'https://pos.example.com/#a', 'https://pos.example.com:22/', 'https://intranet/'],
  ...['ftp://pos.example.com/', 'file:///etc/passwd', 'javascript:1', 'pos.example.com', '', 'https://'],
])('%s is refused', (typed) => {
  expect(() => endpointUrl(typed, open)).toThrow(refused)
})

test('an exempt address is accepted by http, others are not', () => {
  expect(endpointUrl('http://127.0.0.1:8080/', local)).toBe('http://127.0.0.1:8080/')
  for (const typed of ['http://127.0.0.2:8080/', 'http://8.8.8.8/', 'https://169.254.169.254/'])
    expect(() => endpointUrl(typed, local)).toThrow(refused)
})
