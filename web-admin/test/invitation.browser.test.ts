import { expect, test } from 'vitest'
import { expectAccessible, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'
import { invitationToken } from './gateway/admins.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const path = `/invitation#${invitationToken}`
const refusal = (status: number, code: string, message: string, details?: object[]) => () => ({
  status,
  error: { code, message, ...(details && { details }) },
})

function withInvitation() {
  withManagement(web.gateway)
  const { answers } = web.gateway
  const received: unknown[] = []
  answers['POST /admin/api/invitations/check'] = (body) => {
    received.push(body)
    return {
      result: { role: 'manager', storeIds: null, email: null, name: '최신입', expiresAt: '2026-11-24T00:00:00.000Z' },
    }
  }
  answers['POST /admin/api/invitations/accept'] = (body) => {
    received.push(body)
    return { result: { accessToken: tokenFor(900), refreshToken: 'refresh-1' } }
  }
  return { answers, received }
}

test('an invitation is accepted with name, email and password, and leads into the console', async () => {
  const { answers, received } = withInvitation()
  const page = await web.open(path)
  await page.getByText('점장 역할로 초대받았어요.').waitFor()
  expect(await page.title()).toBe('초대 · 킹카')
  expect(await page.getByLabel('이름').inputValue()).toBe('최신입')
  await expectAccessible(page)
  await page.getByRole('button', { name: '가입하고 로그인' }).click()
  await page.getByText('이메일을 입력해 주세요.').waitFor()
  await page.getByText('비밀번호를 입력해 주세요.').waitFor()

  const accept = answers['POST /admin/api/invitations/accept']
  await page.getByLabel('이메일').fill('new@kingcar.test')
  await page.getByLabel('비밀번호').fill('easy')
  answers['POST /admin/api/invitations/accept'] = refusal(400, 'VALIDATION_FAILED', '', [
    { path: 'password', message: '쉽게 짐작할 수 있는 비밀번호예요.' },
  ])
  await page.keyboard.press('Enter')
  await page.getByText('쉽게 짐작할 수 있는 비밀번호예요.').waitFor()
  answers['POST /admin/api/invitations/accept'] = refusal(409, 'EMAIL_TAKEN', '이미 사용 중인 이메일이에요.')
  await page.keyboard.press('Enter')
  await page.getByText('이미 사용 중인 이메일이에요.').waitFor()
  answers['POST /admin/api/invitations/accept'] = () => ({ status: 503 })
  await page.keyboard.press('Enter')
  await page.getByText('서버에 문제가 있어요.').waitFor()

  if (accept) answers['POST /admin/api/invitations/accept'] = accept
  await page.getByLabel('비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage')
  expect(received.at(-1)).toEqual({
    token: invitationToken,
    name: '최신입',
    email: 'new@kingcar.test',
    password: 'a long password',
  })
  expect(received[0]).toEqual({ token: invitationToken })
  expect(web.gateway.calls.filter((call) => call.includes(invitationToken))).toEqual([])
})

test('an email that the owner typed cannot be changed', async () => {
  const { answers } = withInvitation()
  answers['POST /admin/api/invitations/check'] = () => ({
    result: {
      role: 'staff',
      storeIds: null,
      email: 'new@kingcar.test',
      name: null,
      expiresAt: '2026-11-24T00:00:00.000Z',
    },
  })
  const page = await web.open(path)
  expect(await page.getByLabel('이메일').getAttribute('readonly')).toBe('')
  expect(await page.getByLabel('이메일').inputValue()).toBe('new@kingcar.test')
})

test('a link that does not work says why, and leads to the sign-in page', async () => {
  const { answers } = withInvitation()
  answers['POST /admin/api/invitations/check'] = refusal(400, 'LINK_EXPIRED', '링크의 유효 시간이 지났어요.')
  const page = await web.open(path)
  await page.getByText('링크의 유효 시간이 지났어요.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '로그인 화면으로' }).click()
  await page.getByRole('heading', { name: '관리자 로그인' }).waitFor()
})
