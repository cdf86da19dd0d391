import { expect, test } from 'vitest'
import { expectAccessible, withConsole } from './browser.ts'
import { invitationToken as token } from './gateway/admins.ts'

const web = withConsole()

test('a forgotten password leads from the sign-in page to a mailed link', async () => {
  const received: unknown[] = []
  web.gateway.answers['POST /admin/api/password/forgot'] = (body) => {
    received.push(body)
    return { result: null }
  }
  const page = await web.open('/login')
  await page.getByRole('link', { name: '비밀번호를 잊었어요' }).click()
  await page.getByRole('heading', { name: '비밀번호를 잊었어요' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('이메일').fill('kim@kingcar.test')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '메일을 확인해 주세요' }).waitFor()
  expect(received).toEqual([{ email: 'kim@kingcar.test' }])
  await expectAccessible(page)
})

test('the link asks for another password, once', async () => {
  const received: unknown[] = []
  const { answers } = web.gateway
  answers['POST /admin/api/password/reset'] = () => ({
    status: 400,
    error: {
      code: 'VALIDATION_FAILED',
      message: '',
      details: [{ path: 'newPassword', message: '10자 이상 입력해 주세요.' }],
    },
  })
  const page = await web.open(`/password#${token}`)
  await page.getByLabel('비밀번호', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await page.locator('#password-fault').getByText('10자 이상').waitFor()
  await expectAccessible(page)
  answers['POST /admin/api/password/reset'] = () => ({
    status: 409,
    error: { code: 'LINK_USED', message: '이미 사용한 링크예요.' },
  })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('이미 사용한 링크예요.').waitFor()
  answers['POST /admin/api/password/reset'] = (body) => {
    received.push(body)
    return { result: null }
  }
  await page.getByLabel('비밀번호', { exact: true }).fill('a long password')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '비밀번호를 바꿨어요' }).waitFor()
  expect(received).toEqual([{ token, newPassword: 'a long password' }])
  await page.getByRole('link', { name: '로그인 화면으로' }).click()
  await page.getByRole('heading', { name: '관리자 로그인' }).waitFor()
})
