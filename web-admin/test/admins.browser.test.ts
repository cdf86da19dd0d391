import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ownId } from './fake-gateway.ts'
import { adminOf, logOf } from './gateway/admins.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openAdmins(path = '/manage/admins', options: object = wide) {
  const { admin: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...options, signedIn: true })
  await page.getByText('김매니저').first().waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

test('the list has every administrator, the own account marked; another joins by the code, faults are at their fields', async () => {
  const { page, state, dialog, rows } = await openAdmins()
  expect(await rows.nth(0).innerText()).toMatch(
    /김매니저\s+나\s+kim@kingcar.test\s+사용 중\s+(2026년 )?11월 20일 14:02/,
  )
  expect(await rows.nth(2).innerText()).toMatch(/박퇴사\s+[^\s]+\s+사용 중지\s+아직 없음/)
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('button', { name: '관리자 추가' }).click()
  await dialog.getByLabel('이메일').fill('new')
  await dialog.getByLabel('비밀번호').fill('short')
  await page.keyboard.press('Enter')
  await dialog.getByText('이메일 형식이 맞지 않아요.').waitFor()
  await dialog.getByText('이름을 입력해 주세요.').waitFor()
  await dialog.getByText('10자 이상 입력해 주세요.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('join-email')
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(web.gateway.calls).not.toContain('POST /admin/api/join')

  await dialog.getByLabel('이메일').fill('new@kingcar.test')
  await dialog.getByLabel('이름').fill('새 관리자')
  await dialog.getByLabel('비밀번호').fill('long enough to do')
  await dialog.getByLabel('가입 코드').fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('가입 코드가 맞지 않아요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('join-joinCode')
  await dialog.getByLabel('가입 코드').fill(state.joinCode)
  await page.keyboard.press('Enter')
  await page.getByText('새 관리자 관리자를 추가했어요').waitFor()
  await rows.filter({ hasText: 'new@kingcar.test' }).waitFor()
  expect(web.logOf(page).filter((line) => /pageerror|security policy/i.test(line))).toEqual([])
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
  expect(await dialog.count()).toBe(0)
})

test('the failure of a dialog that is higher than the window is scrolled into view', async () => {
  withManagement(web.gateway)
  web.gateway.answers['POST /admin/api/join'] = () => ({ status: 503 })
  const page = await web.open('/manage/admins', { ...wide, viewport: { width: 360, height: 480 } })
  await page.getByRole('button', { name: '관리자 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이메일').fill('new@kingcar.test')
  await dialog.getByLabel('이름').fill('새 관리자')
  await dialog.getByLabel('비밀번호').fill('long enough to do')
  await dialog.getByLabel('가입 코드').fill('code')
  await page.keyboard.press('Enter')
  const alert = dialog.getByRole('alert')
  await eventually(async () => {
    const box = await alert.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 480
  }).toBe(true)
})
