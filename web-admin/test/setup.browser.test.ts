import { expect, test } from 'vitest'
import { expectAccessible, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('without an administrator the sign-in page leads to the setup, which signs in the first one', async () => {
  withManagement(web.gateway)
  const { answers } = web.gateway
  answers['GET /admin/api/setup'] = () => ({ result: { needed: true } })
  answers['POST /admin/api/setup'] = () => ({
    status: 403,
    error: { code: 'SETUP_CODE_INVALID', message: '설치 코드가 맞지 않아요.' },
  })
  const page = await web.open('/manage')
  await page.waitForURL('**/setup')
  await page.getByRole('heading', { name: '킹카를 시작해요' }).waitFor()
  await expectAccessible(page)
  const values = { code: 'k123', name: '김소유', email: 'owner@kingcar.test', password: 'a long password' }
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
  await page.keyboard.press('Enter')
  await page.locator('#code-fault').getByText('설치 코드가 맞지 않아요.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('code')
  const received: unknown[] = []
  answers['POST /admin/api/setup'] = (body) => {
    received.push(body)
    return { result: { accessToken: tokenFor(900), refreshToken: 'refresh-1' } }
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage')
  expect(received).toEqual([values])
})

test('once an administrator exists, the setup says so', async () => {
  web.gateway.answers['POST /admin/api/setup'] = () => ({ status: 409, error: { code: 'SETUP_DONE', message: '' } })
  const page = await web.open('/setup')
  for (const name of ['code', 'name', 'email', 'password']) await page.locator(`#${name}`).fill('owner@kingcar.test')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '이미 관리자가 있어요' }).waitFor()
  await page.getByRole('link', { name: '로그인 화면으로' }).click()
  await page.getByRole('heading', { name: '관리자 로그인' }).waitFor()
})
