import type { AdminSession, Passkey, SecondFactors } from '@kingcar/contract'
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
  address: n === 1 ? '203.0.113.7' : null,
})

/** The page of the own account, with three sessions. */
async function openAccount() {
  const { admin } = withManagement(web.gateway)
  const [me] = admin.admins
  if (me === undefined) throw new Error('no administrator')
  const factors: SecondFactors = { totp: false, passkeys: [], recoveryCodes: 0 }
  const sessions = [sessionOf(1, 'Chrome, Windows'), sessionOf(2, 'Safari, iPhone'), sessionOf(3, null)]
  const state = { me, factors, sessions }
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
  answers['GET /admin/api/me/secondFactors'] = () => ({ result: factors })
  answers['DELETE /admin/api/me/passkeys/{id}'] = (_, __, request) => {
    factors.passkeys = factors.passkeys.filter(({ id }) => !request?.url?.endsWith(id))
    return { result: null }
  }
  answers['PATCH /admin/api/me/passkeys/{id}'] = (body, _, request) => {
    sent.push(body)
    const rename = (each: Passkey) => (request?.url?.endsWith(each.id) ? { ...each, ...(body as object) } : each)
    factors.passkeys = factors.passkeys.map(rename)
    return { result: factors.passkeys.find(({ id }) => request?.url?.endsWith(id)) }
  }
  answers['POST /admin/api/me/totp'] = (body) => {
    sent.push(body)
    return { result: { secret, uri } }
  }
  answers['POST /admin/api/me/totp/confirm'] = (body) => {
    sent.push(body)
    if ((body as { code: string }).code !== '123456')
      return { status: 400, error: { code: 'CODE_INVALID', message: '인증번호가 맞지 않아요.' } }
    Object.assign(factors, { totp: true, recoveryCodes: 10 })
    return { result: { recoveryCodes } }
  }
  answers['POST /admin/api/me/totp/recoveryCodes'] = (body) => {
    sent.push(body)
    return { result: { recoveryCodes } }
  }
  answers['DELETE /admin/api/me/totp'] = (body) => {
    sent.push(body)
    Object.assign(factors, { totp: false, recoveryCodes: 0 })
    return { result: null }
  }
  answers['POST /admin/api/me/alertPhone'] = (body) => {
    sent.push(body)
    const times = { expiresAt: '2026-11-21T05:05:00.000Z', resendAfter: '2026-11-21T05:03:00.000Z' }
    return { result: { verificationId: sessionOf(7, null).id, ...times } }
  }
  answers['POST /admin/api/me/alertPhone/confirm'] = (body) => {
    sent.push(body)
    if ((body as { code: string }).code !== '123456')
      return { status: 400, error: { code: 'CODE_INVALID', message: '인증번호가 맞지 않아요.' } }
    me.alertPhone = '010-****-5678'
    return { result: me }
  }
  answers['DELETE /admin/api/me/alertPhone'] = () => {
    me.alertPhone = null
    return { result: null }
  }
  const page = await web.open('/manage/account', wide)
  await page.getByRole('heading', { name: '내 계정', level: 1 }).waitFor()
  return { page, state, sent, dialog: page.getByRole('dialog') }
}

test('an administrator sees the own sessions, and ends one or all others', async () => {
  const { page, state, dialog } = await openAccount()
  await page.getByRole('link', { name: '앱 설정' }).click()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '내 계정과 로그인한 기기' }).click()
  const rows = page.getByRole('region', { name: '로그인한 기기' }).getByRole('listitem')
  await eventually(() => rows.count()).toBe(3)
  expect(await rows.first().innerText()).toMatch(/Chrome, Windows.*접속 주소 203\.0\.113\.7 · 마지막 사용.*이 기기/s)
  expect(await rows.first().getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Safari, iPhone 로그아웃' }).click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await eventually(() => rows.count()).toBe(2)
  expect(state.sessions.map(({ device }) => device)).toEqual(['Chrome, Windows', null])
  await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await eventually(() => rows.count()).toBe(1)
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
  await page.getByRole('button', { name: '인증 앱 추가' }).waitFor()
})

test('an authenticator app is set up with the password and a code, and removed', async () => {
  const { page, dialog, sent } = await openAccount()
  await page.getByRole('button', { name: '인증 앱 추가' }).click()
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
  await page.getByText('남은 복구 코드는 10개예요.').waitFor()
  await page.getByRole('button', { name: '인증 앱 삭제' }).click()
  await dialog.getByText('비밀번호만으로 로그인하게 되고').waitFor()
  await dialog.getByLabel('현재 비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await page.getByText('꺼짐', { exact: true }).waitFor()
  const currentPassword = 'a long password'
  expect(sent).toEqual([{ currentPassword }, { code: '000000' }, { code: '123456' }, { currentPassword }])
})

const passkeyOf = (n: number, name: string) => ({
  ...{ id: `019aa000-0010-7000-8000-00000000000${n}`, name, lastUsedAt: null },
  createdAt: '2026-11-20T05:02:00.000Z',
})

test('passkeys are listed, renamed and deleted, and the last factor has a warning', async () => {
  const { page, state, sent, dialog } = await openAccount()
  state.factors.passkeys = [passkeyOf(1, '옛 노트북'), passkeyOf(2, '휴대폰')]
  await page.reload()
  await page.getByText('켜짐', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '옛 노트북 패스키 이름 변경' }).click()
  const name = dialog.getByLabel('이름')
  expect(await name.inputValue()).toBe('옛 노트북')
  await name.fill('회사 노트북')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Enter')
  await page.getByText('패스키 이름을 바꿨어요').waitFor()
  expect(sent).toEqual([{ name: '회사 노트북' }])
  await page.getByRole('button', { name: '회사 노트북 패스키 삭제' }).click()
  await dialog.getByText('이 패스키로는 더 이상 로그인할 수 없어요.').waitFor()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByRole('button', { name: '회사 노트북 패스키 삭제' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '휴대폰 패스키 삭제' }).click()
  await dialog.getByText('비밀번호만으로 로그인하게 되고').waitFor()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('꺼짐', { exact: true }).waitFor()
})

test('a passkey that the server or the browser refuses is not added, and the dialog says why', async () => {
  const { page, dialog, state } = await openAccount()
  await page.getByRole('button', { name: '패스키 추가' }).click()
  await dialog.getByLabel('이름').fill('이 컴퓨터')
  await dialog.getByRole('button', { name: '다음' }).click()
  await dialog
    .getByText(/입력해/)
    .first()
    .waitFor()
  web.gateway.answers['POST /admin/api/me/passkeys'] = () => ({
    status: 409,
    error: { code: 'PASSKEYS_UNAVAILABLE', message: '이 서버는 패스키를 쓰도록 설정되지 않았어요.' },
  })
  await dialog.getByLabel('현재 비밀번호').fill('a long password')
  await page.keyboard.press('Enter')
  await dialog.getByText('이 서버는 패스키를 쓰도록 설정되지 않았어요.').waitFor()
  web.gateway.answers['POST /admin/api/me/passkeys'] = () => ({
    result: {
      ...{
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'KingCar' },
        user: { id: 'AAAA', name: 'kim', displayName: '김' },
      },
      ...{ pubKeyCredParams: [{ type: 'public-key', alg: -7 }], excludeCredentials: [], timeout: 300_000 },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  })
  await page.keyboard.press('Enter') // at 127.0.0.1, where no browser has passkeys
  await dialog.getByText('이 주소에서는 패스키를 쓸 수 없어요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(state.factors.passkeys).toEqual([])
})

test('the recovery codes are replaced with the password, and shown once', async () => {
  const { page, dialog, sent, state } = await openAccount()
  await page.getByText('꺼짐', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '복구 코드 새로 만들기' }).count()).toBe(0)
  Object.assign(state.factors, { totp: true, recoveryCodes: 3 })
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

test('the number for alerts is set by a code, shown with a mask, and removed', async () => {
  const { page, dialog, sent } = await openAccount()
  const panel = page.getByRole('region', { name: '알림 받을 번호' })
  await panel.getByRole('button', { name: '번호 등록' }).click()
  await dialog.getByLabel('휴대폰 번호').fill('010-1234-5678')
  await page.keyboard.press('Enter')
  await dialog.getByText('010-1234-5678로 인증번호를 보냈어요.').waitFor()
  const code = dialog.getByLabel('인증번호')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('인증번호가 맞지 않아요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await code.fill('123456')
  await page.keyboard.press('Enter')
  await panel.getByText('010-****-5678').waitFor()
  expect(sent.at(-1)).toMatchObject({ phoneNumber: '010-1234-5678', code: '123456' })
  await expectAccessible(page)
  await panel.getByRole('button', { name: '번호 삭제' }).click()
  await dialog.getByRole('button', { name: '번호 삭제' }).click()
  await panel.getByRole('button', { name: '번호 등록' }).waitFor()
})
