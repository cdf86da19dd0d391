import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ownId, tokenFor } from './fake-gateway.ts'
import { adminOf, invitationToken, logOf } from './gateway/admins.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openAdmins(path = '/manage/admins', options: object = wide) {
  const { admin: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...options, signedIn: true })
  await page.locator('tbody').getByText('김매니저').waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

test('the list has every administrator with role and stores, the own account marked', async () => {
  const { page, rows } = await openAdmins()
  await rows.nth(0).getByText('kim@kingcar.test').waitFor()
  expect(await rows.nth(0).innerText()).toMatch(
    /김매니저\s+나\s+kim@kingcar.test\s+소유자\s+모든 매장\s+사용 중\s+(2026년 )?11월 20일 14:02/,
  )
  expect(await rows.nth(1).innerText()).toMatch(/이점장\s+lee@kingcar.test\s+점장\s+모든 매장/)
  expect(await rows.nth(2).innerText()).toMatch(/박퇴사\s+[^\s]+\s+소유자\s+모든 매장\s+사용 중지\s+아직 없음/)
  await expectAccessible(page)
})

test('an administrator is invited with role and stores, the link is shown once, and the invitation is withdrawn', async () => {
  const { page, state, dialog } = await openAdmins()
  await page.getByRole('button', { name: '관리자 초대' }).click()
  await dialog.getByText('맡은 매장의 방문을 보고 고치고').waitFor()
  await dialog.getByLabel('이메일').fill('lee@kingcar.test')
  await page.keyboard.press('Enter')
  await dialog.getByText('매장을 하나 이상 골라 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('POST /admin/api/invitations')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click()
  await dialog.getByText('이미 사용 중인 이메일이에요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('invite-email')
  expect(await violationsOf(page)).toEqual(noViolations)

  await dialog.getByLabel('이메일').fill('new@kingcar.test')
  await dialog.getByLabel('이름').fill('최신입')
  await dialog.getByLabel('역할').selectOption('점장')
  await dialog.getByText('가격과 약관은 바꾸지 못해요.').waitFor()
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click()
  await dialog.getByText('new@kingcar.test 주소로 링크를 보냈어요.').waitFor()
  await dialog.getByText(`${web.gateway.origin}/invitation#${invitationToken}`).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(state.invitations).toMatchObject([{ role: 'manager', storeIds: [expect.any(String)], name: '최신입' }])
  await dialog.getByRole('button', { name: '닫기' }).click()

  const open = page.getByRole('region', { name: '열린 초대' })
  expect(await open.innerText()).toMatch(/최신입\s+new@kingcar.test\s+점장 · 매장 1곳 · 김매니저님이 초대/)
  await expectAccessible(page)
  await open.getByRole('button', { name: '최신입 초대 철회' }).click()
  await dialog.getByRole('button', { name: '철회' }).click()
  await page.getByText('초대를 철회했어요').waitFor()
  await open.waitFor({ state: 'detached' })
  expect(web.logOf(page).filter((line) => /pageerror|security policy/i.test(line))).toEqual([])
})

test('role and stores of another administrator are changed together; those of an owner are all stores', async () => {
  const { page, state } = await openAdmins()
  await page.getByRole('link', { name: '이점장' }).click()
  await page.getByLabel('역할').selectOption('회계')
  await page.keyboard.press('Control+s')
  await eventually(() => state.patches.at(-1)).toEqual(['"1"', { role: 'accountant', storeIds: null }])
  await page.getByRole('radio', { name: '고른 매장에서만' }).check()
  await page.keyboard.press('Control+s')
  await page.getByText('매장을 하나 이상 골라 주세요.').first().waitFor()
  await page.getByRole('checkbox').first().check()
  await page.keyboard.press('Control+s')
  await eventually(() => state.patches.at(-1)).toEqual(['"2"', { storeIds: [expect.any(String)] }])
  await page.getByLabel('역할').selectOption('소유자')
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.keyboard.press('Control+s')
  await eventually(() => state.patches.at(-1)).toEqual(['"3"', { role: 'owner', storeIds: null }])
  await expectAccessible(page)
})

test('an owner gets a link for the password of another, and none for the own', async () => {
  const { page, dialog } = await openAdmins()
  await page.getByRole('link', { name: '이점장' }).click()
  await page.getByRole('button', { name: '비밀번호 링크' }).click()
  await dialog.getByText(`https://admin.kingcar.test/password#${invitationToken}`).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '닫기' }).click()
})

test('the own role, stores and password link are not offered', async () => {
  const { page } = await openAdmins()
  await page.getByRole('link', { name: '김매니저' }).click()
  await page.getByText('내 역할과 매장은 다른 소유자가 바꿀 수 있어요.').waitFor()
  expect(await page.getByLabel('역할').count()).toBe(0)
  expect(await page.getByRole('button', { name: '비밀번호 링크' }).count()).toBe(0)
})

test('an administrator is renamed with the loaded ETag, disabled and enabled; the own account only after a second confirmation', async () => {
  const { page, state, dialog } = await openAdmins()
  await page.getByRole('link', { name: '이점장' }).click()
  const name = page.getByLabel('이름')
  await name.fill('이부장')
  state.version = 7
  const entityId = String(state.admins[1]?.id)
  state.logs.unshift(logOf(50, { action: 'updateAdmin', entity: 'admin', entityId, actorName: '박퇴사' }))
  state.admins = state.admins.map((each) => (each.name === '이점장' ? { ...each, name: '이대표' } : each))
  await page.keyboard.press('Enter')
  await dialog.getByText('이대표').waitFor()
  await dialog.getByText('박퇴사님이').waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await name.fill('이부장')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '이부장' }).waitFor()
  expect(state.patches.at(-1)).toEqual(['"7"', { name: '이부장' }])
  expect(await page.getByRole('navigation', { name: '현재 위치' }).innerText()).toMatch(/시스템\s+관리자\s+이부장/)
  expect(await page.getByRole('link', { name: '관리자', exact: true }).first().getAttribute('aria-current')).toBe(
    'page',
  )
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('button', { name: '사용 중지' }).click()
  await dialog.getByText('바로 로그아웃되고').waitFor()
  await dialog.getByRole('button', { name: '사용 중지' }).click()
  await page.getByText('사용 중지했어요').waitFor()
  await page.getByRole('button', { name: '다시 사용' }).click()
  await page.getByText('다시 사용할 수 있어요').waitFor()
  expect(state.patches.slice(-2)).toEqual([
    ['"8"', { disabled: true }],
    ['"9"', { disabled: false }],
  ])

  state.admins = [adminOf(1, { id: ownId, name: '김매니저' })]
  await page.getByRole('link', { name: '관리자', exact: true }).first().click()
  await page.getByRole('link', { name: '김매니저' }).click()
  await page.getByRole('button', { name: '사용 중지' }).click()
  await dialog.getByText('내 계정이에요.').waitFor()
  await dialog.getByRole('button', { name: '계속' }).click()
  await dialog.getByText('정말 내 계정을 사용 중지할까요?').waitFor()
  expect(state.patches).toHaveLength(4)
  await dialog.getByRole('button', { name: '사용 중지' }).click()
  await dialog.getByText('마지막 관리자는 사용 중지할 수 없어요.').waitFor()
})

test('the own password is changed from the account menu; faults are at their fields', async () => {
  const { page, state, dialog } = await openAdmins()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await dialog.getByLabel('현재 비밀번호').fill('wrong password')
  await dialog.getByLabel('새 비밀번호', { exact: true }).fill('another long password')
  await dialog.getByLabel('새 비밀번호 확인').fill('another long passwort')
  await page.keyboard.press('Enter')
  await dialog.getByText('새 비밀번호와 똑같이 입력해 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('POST /admin/api/me/password')
  await dialog.getByLabel('새 비밀번호 확인').fill('another long password')
  await page.keyboard.press('Enter')
  await dialog.getByText('현재 비밀번호가 맞지 않아요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('password-currentPassword')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('현재 비밀번호').fill(state.password)
  await page.keyboard.press('Enter')
  await page.getByText('비밀번호를 바꿨어요.').waitFor()
  await eventually(() => dialog.count()).toBe(0)
})

test('an action that needs a fresh sign-in asks for it over the dialog, and goes on with its input', async () => {
  const { page, state, dialog } = await openAdmins()
  const { 'POST /admin/api/invitations': invite } = web.gateway.answers
  web.gateway.answers['POST /admin/api/invitations'] = () => ({
    status: 403,
    error: { code: 'FRESH_SIGN_IN_REQUIRED', message: '중요한 작업이에요. 다시 로그인해 주세요.' },
  })
  await page.getByRole('button', { name: '관리자 초대' }).click()
  await dialog.getByLabel('역할').selectOption('소유자')
  await dialog.getByLabel('이름').fill('최신입')
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click()
  const signIn = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  await signIn.getByText('중요한 작업이라 본인인지 한 번 더 확인해요.').waitFor()
  Object.assign(web.gateway.answers, {
    'POST /admin/api/login': () => ({ result: { accessToken: tokenFor(900, 'n'), refreshToken: 'r' } }),
    'POST /admin/api/invitations': invite,
  })
  await signIn.getByLabel('비밀번호').fill('x')
  await signIn.getByRole('button', { name: '로그인' }).click()
  await dialog.getByText(`${web.gateway.origin}/invitation#${invitationToken}`).waitFor()
  expect(state.invitations).toMatchObject([{ role: 'owner', name: '최신입' }])
})

test('the second factor of another administrator is reset', async () => {
  const { page, state, dialog } = await openAdmins()
  state.admins = state.admins.map((admin) => ({ ...admin, secondFactor: true }))
  await page.getByRole('link', { name: '이점장' }).click()
  await page.getByRole('button', { name: '2단계 인증 초기화' }).click()
  await dialog.getByText('다음 로그인에는 비밀번호만 있으면 돼요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '2단계 인증 초기화' }).click()
  await page.getByText('2단계 인증을 초기화했어요').waitFor()
  await page.getByText('사용 안 함').waitFor()
  expect(await page.getByRole('button', { name: '2단계 인증 초기화' }).count()).toBe(0)
  expect(state.admins.map(({ secondFactor }) => secondFactor)).toEqual([true, false, true])
  await page.goBack()
  await page.getByRole('link', { name: '김매니저' }).click()
  await page.getByText('내 역할과 매장은').waitFor()
  expect(await page.getByRole('button', { name: '2단계 인증 초기화' }).count()).toBe(0) // the own one is in the own account
})

test('an owner is invited for all stores', async () => {
  const { page, state, dialog } = await openAdmins()
  await page.getByRole('button', { name: '관리자 초대' }).click()
  await dialog.getByLabel('역할').selectOption('소유자')
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click()
  await dialog.getByText(`${web.gateway.origin}/invitation#${invitationToken}`).waitFor()
  expect(state.invitations).toMatchObject([{ role: 'owner', storeIds: null }])
})

test('the failure of a dialog that is higher than the window is scrolled into view', async () => {
  withManagement(web.gateway)
  web.gateway.answers['POST /admin/api/invitations'] = () => ({ status: 503 })
  const page = await web.open('/manage/admins', { ...wide, viewport: { width: 360, height: 480 } })
  await page.getByRole('button', { name: '관리자 초대' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('역할').selectOption('소유자')
  await dialog.getByLabel('이메일').fill('new@kingcar.test')
  await page.keyboard.press('Enter')
  const alert = dialog.getByRole('alert')
  await eventually(async () => {
    const box = await alert.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 480
  }).toBe(true)
})
