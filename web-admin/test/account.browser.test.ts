import type { AdminSession } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/KingCar:kim%40kingcar.test?issuer=KingCar&secret=${secret}`
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `K7QM-2XWD-9RTH-4VBN-6YCF-3JP${n}`)

const sessionOf = (n: number, device: string | null): AdminSession => ({
  ...{ id: `019aa000-0009-7000-8000-00000000000${n}`, device, current: n === 1 },
  ...{ createdAt: '2026-11-20T05:02:00.000Z', lastUsedAt: '2026-11-21T05:02:00.000Z' },
})

/** The page of the own account, with three sessions. */
async function openAccount() {
  const { admin } = withManagement(web.gateway)
  const [me] = admin.admins
  if (me === undefined) throw new Error('no administrator')
  const state = { me, sessions: [sessionOf(1, 'Chrome, Windows'), sessionOf(2, 'Safari, iPhone'), sessionOf(3, null)] }
  const sent: unknown[] = []
  const { answers } = web.gateway
  answers['GET /admin/api/me/sessions'] = () => ({ result: state.sessions })
  answers['DELETE /admin/api/me/sessions/{id}'] = (_, __, request) => {
    state.sessions = state.sessions.filter(({ id }) => !request?.url?.endsWith(id))
    return { result: null }
  }
  answers['DELETE /admin/api/me/sessions'] = () => {
    state.sessions = state.sessions.filter(({ current }) => current)
    return { result: null }
  }
  answers['POST /admin/api/me/totp'] = (body) => {
    sent.push(body)
    return { result: { secret, uri } }
  }
  answers['POST /admin/api/me/totp/confirm'] = (body) => {
    sent.push(body)
    if ((body as { code: string }).code !== '123456')
      return { status: 400, error: { code: 'CODE_INVALID', message: '인증번호가 맞지 않아요.' } }
    me.secondFactor = true
    return { result: { recoveryCodes } }
  }
  answers['POST /admin/api/me/totp/recoveryCodes'] = (body) => {
    sent.push(body)
    return { result: { recoveryCodes } }
  }
  answers['DELETE /admin/api/me/totp'] = (body) => {
    sent.push(body)
    me.secondFactor = false
    return { result: null }
  }
  const page = await web.open('/manage', wide)
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '내 계정과 로그인한 기기' }).click()
  await page.getByRole('heading', { name: '내 계정', level: 1 }).waitFor()
  return { page, state, sent, dialog: page.getByRole('dialog') }
}

test('an administrator sees the own sessions, and ends one or all others', async () => {
  const { page, state, dialog } = await openAccount()
  const rows = page.getByRole('region', { name: '로그인한 기기' }).getByRole('listitem')
  await eventually(() => rows.count()).toBe(3)
  expect(await rows.first().innerText()).toMatch(/Chrome, Windows.*이 기기/s)
  expect(await rows.first().getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Safari, iPhone 로그아웃' }).click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await eventually(() => rows.count()).toBe(2)
  expect(state.sessions.map(({ device }) => device)).toEqual(['Chrome, Windows', null])
  await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await eventually(() => rows.count()).toBe(1)
  await expectAccessible(page)
})

test('a page that needs a second factor first leads to the own account, which says so', async () => {
  const { page } = await openAccount()
  web.gateway.answers['GET /admin/api/visits'] = () => ({
    status: 403,
    error: { code: 'SECOND_FACTOR_SETUP_REQUIRED', message: '먼저 내 계정에서 2단계 인증을 사용해 주세요.' },
  })
  await page.getByRole('link', { name: '방문', exact: true }).click()
  await page.getByText('내 역할은 2단계 인증을 사용해야 해요.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/manage/account')
  await page.getByRole('button', { name: '2단계 인증 켜기' }).waitFor()
})

test('an authenticator app is set up with the password and a code, and removed', async () => {
  const { page, dialog, sent } = await openAccount()
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click()
  await dialog.getByLabel('현재 비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR 코드' }).waitFor()
  expect(await dialog.getByRole('img').getAttribute('data-code')).toBe(uri)
  await dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP').waitFor()
  const code = dialog.getByLabel('인증 코드')
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('인증번호가 맞지 않아요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await code.fill('123456')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor()
  for (const each of recoveryCodes) await dialog.getByText(each).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '보관했어요' }).click()
  await page.getByText('켜짐', { exact: true }).waitFor()
  await page.getByRole('button', { name: '2단계 인증 끄기' }).click()
  await dialog.getByLabel('현재 비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await page.getByText('꺼짐', { exact: true }).waitFor()
  const currentPassword = 'a long password'
  expect(sent).toEqual([{ currentPassword }, { code: '000000' }, { code: '123456' }, { currentPassword }])
  await expectAccessible(page)
})

test('the recovery codes are replaced with the password, and shown once', async () => {
  const { page, dialog, sent, state } = await openAccount()
  await page.getByText('꺼짐', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '복구 코드 새로 만들기' }).count()).toBe(0)
  state.me.secondFactor = true
  await page.reload()
  await page.getByRole('button', { name: '복구 코드 새로 만들기' }).click()
  await dialog.getByText('지금 복구 코드는 더 쓸 수 없게 되고').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('현재 비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor()
  for (const each of recoveryCodes) await dialog.getByText(each).waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '보관했어요' }).click()
  await page.getByText('켜짐', { exact: true }).waitFor()
  expect(sent).toEqual([{ currentPassword: 'a long password' }])
})
