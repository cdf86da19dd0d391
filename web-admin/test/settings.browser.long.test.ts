import { type AppSetting, knownSettings as ofContract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { knownSettings } from '../src/manage/text/known-settings.ts'
import { eventually, noViolations, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openSettings() {
  const state = withManagement(web.gateway)
  const sent: Partial<AppSetting>[] = []
  const put = web.gateway.answers['PUT /admin/api/appSettings']
  web.gateway.answers['PUT /admin/api/appSettings'] = (body, authorization, request) => {
    sent.push(body as AppSetting)
    return put?.(body, authorization, request) ?? { status: 500 }
  }
  const page = await web.open('/manage/settings', { signedIn: true })
  await page.getByLabel('최소 인식 정확도').waitFor()
  const card = (title: string) => page.locator('form', { hasText: title })
  return { page, state, sent, card, dialog: page.getByRole('dialog') }
}

test('every setting of the contract has an editor with its default and limits', () => {
  const described = Object.fromEntries(knownSettings.map((known) => [known.key, known]))
  for (const [key, { schema, default: byDefault }] of Object.entries(ofContract)) {
    const known = described[key]
    expect(known?.byDefault, key).toBe(byDefault)
    const { minimum, maximum, maxLength } = { ...schema } as Record<string, unknown>
    const limits = { minimum, maximum, maximumLength: maxLength }
    expect({ minimum: undefined, maximum: undefined, maximumLength: undefined, ...known }, key).toMatchObject(limits)
  }
})

test('a number is saved by Enter; other text is not sent', async () => {
  const { page, sent, card } = await openSettings()
  const input = page.getByLabel('최소 인식 정확도')
  await input.fill('')
  await input.press('Enter')
  await page.getByText('숫자를 입력해 주세요.').waitFor()
  await input.fill('0.65')
  await input.press('Enter')
  await page.getByText('저장했어요').waitFor()
  expect(sent).toEqual([{ key: 'recognition.minimumConfidence', value: 0.65 }])
  await card('최소 인식 정확도').getByRole('button', { name: '기본값으로' }).waitFor()
})

test('a switch is saved immediately, also for a setting that only wall screens read', async () => {
  const { page, sent } = await openSettings()
  await page.getByRole('switch', { name: '자동 전체 화면' }).click()
  await eventually(() => sent).toEqual([{ key: 'screen.autoFullScreen', value: true }])
  await eventually(() => page.getByRole('switch', { name: '자동 전체 화면' }).isChecked()).toBe(true)
})

test('the server’s fault is at the field, another failure shows its request id', async () => {
  const { page, card } = await openSettings()
  const message = '50자까지 입력해 주세요.'
  web.gateway.answers['PUT /admin/api/appSettings'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', message: '', details: [{ path: 'value', message }] },
  })
  const name = page.getByLabel('미등록 차량의 이름')
  await name.fill('손')
  await name.press('Enter')
  await card('미등록 차량의 이름').getByText(message).waitFor()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  web.gateway.answers['PUT /admin/api/appSettings'] = () => ({ status: 503 })
  await page.getByRole('switch', { name: '공지사항 공개' }).click()
  await card('공지사항 공개').getByText('요청 ID').waitFor()
  expect(await page.getByRole('switch', { name: '공지사항 공개' }).isChecked()).toBe(false)
})

test('a known setting can be reset to its default', async () => {
  const { page, state, card } = await openSettings()
  web.gateway.answers['DELETE /admin/api/appSettings/recognition.guestName'] = () => {
    state.settings = state.settings.filter(({ key }) => key !== 'recognition.guestName')
    return { result: null }
  }
  await card('미등록 차량의 이름').getByRole('button', { name: '기본값으로' }).click()
  await eventually(() => page.getByLabel('미등록 차량의 이름').inputValue()).toBe('방문객')
})

test('other settings are JSON: added, changed and removed', async () => {
  const { page, state, sent, card, dialog } = await openSettings()
  await page.getByRole('button', { name: '설정 추가' }).click()
  await dialog.getByLabel('키').fill('App theme')
  await dialog.getByLabel('값 (JSON)').fill('{blue}')
  await dialog.getByRole('button', { name: '설정 추가' }).click()
  await dialog.getByText('영문 소문자로 시작하고 영문, 숫자, 마침표만').waitFor()
  await dialog.getByText('JSON 형식이 아니에요.').waitFor()
  await dialog.getByLabel('키').fill('app.theme')
  await dialog.getByLabel('값 (JSON)').fill('{"size": 3}')
  await dialog.getByRole('button', { name: '설정 추가' }).click()
  await dialog.getByText('이미 있는 키예요.').waitFor()
  await dialog.getByLabel('키').fill('app.size')
  const put = web.gateway.answers['PUT /admin/api/appSettings']
  web.gateway.answers['PUT /admin/api/appSettings'] = () => ({ status: 503 })
  await dialog.getByRole('button', { name: '설정 추가' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('값 (JSON)').fill('{blue}')
  await dialog.getByRole('button', { name: '설정 추가' }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('new-value')
  if (put) web.gateway.answers['PUT /admin/api/appSettings'] = put
  await dialog.getByLabel('값 (JSON)').fill('{"size": 3}')
  await dialog.getByRole('button', { name: '설정 추가' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent).toEqual([{ key: 'app.size', value: { size: 3 } }])

  await card('app.theme').getByLabel('값 (JSON)').fill('[1]')
  await card('app.theme').getByRole('button', { name: '저장' }).click()
  await eventually(() => sent.at(-1)).toEqual({ key: 'app.theme', value: [1] })

  web.gateway.answers['DELETE /admin/api/appSettings/app.size'] = () => {
    state.settings = state.settings.filter(({ key }) => key !== 'app.size')
    return { result: null }
  }
  await card('app.size').getByRole('button', { name: '삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await eventually(() => card('app.size').count()).toBe(0)
})

test('every way out asks about unsaved input, and it stays when another setting is saved', async () => {
  const { page, sent, card, dialog } = await openSettings()
  const json = card('app.theme').getByLabel('값 (JSON)')
  await json.fill('{"color": "green"}')
  const stay = async () => {
    await dialog.getByRole('button', { name: '계속 편집' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  // The menu, the search, sign-out, closing the tab.
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await stay()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '검색어' }).fill('배너')
  await page.keyboard.press('Enter')
  await stay()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await stay()
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closed

  await page.getByLabel('최소 인식 정확도').fill('0.7')
  await page.getByLabel('최소 인식 정확도').press('Enter')
  await page.getByText('저장했어요').waitFor()
  expect(await json.inputValue()).toBe('{"color": "green"}')
  await card('app.theme').getByRole('button', { name: '저장' }).click()
  await eventually(() => sent.at(-1)).toEqual({ key: 'app.theme', value: { color: 'green' } })
  await eventually(() => json.inputValue()).toBe('{\n  "color": "green"\n}')
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
})

test('a concurrent change is shown and not overwritten', async () => {
  const { page, state, sent, card } = await openSettings()
  const setByOther = (key: string, value: unknown) => {
    state.settings = [
      ...state.settings.filter((each) => each.key !== key),
      { key, value, description: null, updatedAt: new Date().toISOString(), updatedBy: '이매니저' },
    ]
  }
  setByOther('recognition.guestName', '고객')
  const name = page.getByLabel('미등록 차량의 이름')
  await name.fill('반가운 손님')
  await name.press('Enter')
  const said = card('미등록 차량의 이름').getByRole('alert')
  await said.getByText(/지금 값은 고객 \(.*이매니저 변경\)/).waitFor()
  expect(sent).toEqual([])
  expect(await name.inputValue()).toBe('반가운 손님')
  expect(await violationsOf(page)).toEqual(noViolations)
  await name.press('Enter')
  await eventually(() => sent).toEqual([{ key: 'recognition.guestName', value: '반가운 손님' }])
  await said.waitFor({ state: 'detached' })

  setByOther('screen.autoFullScreen', true)
  const full = page.getByRole('switch', { name: '자동 전체 화면' })
  await full.click()
  await card('자동 전체 화면').getByText('지금 값은 켜짐').waitFor()
  await eventually(() => full.isChecked()).toBe(true)
  expect(sent).toHaveLength(1)
  await full.click()
  await eventually(() => sent.at(-1)).toEqual({ key: 'screen.autoFullScreen', value: false })
  await card('자동 전체 화면').getByText('이매니저').first().waitFor({ state: 'detached' })
  state.settings = state.settings.filter(({ key }) => key !== 'screen.autoFullScreen')
  await full.click()
  await card('자동 전체 화면').getByRole('alert').waitFor()
  expect(sent.at(-1)?.value).toBe(false)
  await full.click()
  await eventually(() => sent.at(-1)).toEqual({ key: 'screen.autoFullScreen', value: true })

  const json = card('app.theme').getByLabel('값 (JSON)')
  await json.fill('[1]')
  state.settings = state.settings.filter(({ key }) => key !== 'app.theme')
  await card('app.theme').getByRole('button', { name: '저장' }).click()
  await card('app.theme').getByText('그사이 삭제돼서 저장하지 않았어요.').waitFor()
  await card('app.theme').getByRole('button', { name: '저장' }).click()
  await eventually(() => sent.at(-1)).toEqual({ key: 'app.theme', value: [1] })
})
