import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, loseAnswer, noViolations, violationsOf, withConsole } from './browser.ts'
import { reviewedRead } from './gateway/reads.ts'
import { visitOf } from './gateway/visits.ts'
import { deviceOf, withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openDevices(options = {}) {
  const state = withManagement(web.gateway)
  const page = await web.open('/manage/devices', { signedIn: true, viewport: { width: 1366, height: 768 }, ...options })
  await page.getByText('1번 출입구').waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

test('the state of each device is shown as text', async () => {
  const { rows } = await openDevices()
  await expect.poll(() => rows.nth(0).innerText()).toMatch(/1번 출입구\s+강남점\s+연결됨\s+방금\s+1,204\s*$/)
  expect(await rows.nth(1).innerText()).toMatch(
    /연결 끊김[\s\S]*4.2초 빨라요[\s\S]*인식 시각\(recognizedAt\)가 없거나 올바르지[\s\S]*2분 전\s+오늘 3건 거절/,
  )
  expect(await rows.nth(2).innerText()).toMatch(/아직 없음[\s\S]*70분 느려요/)
})

test('a device is registered by keyboard only; its secret is shown once and stored nowhere', async () => {
  const { page, state, dialog } = await openDevices()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '장치 등록' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('매장').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('뒷문')
  await page.keyboard.press('Enter')
  await dialog.getByText('매장을 선택해 주세요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('device-store')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await dialog.getByText(state.secret, { exact: true }).waitFor()
  expect(await dialog.innerText()).toContain("-t 'recognition/read/")
  await page.keyboard.press('Escape')
  await dialog.getByText('비밀번호를 아직 복사하지 않았어요.').waitFor()
  await dialog.getByRole('button', { name: '비밀번호 복사' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('복사했어요').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(state.secret)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('장치 등록')
  await page.getByRole('row', { name: /뒷문/ }).waitFor()

  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  for (const place of [page.url(), stored, await page.content(), ...web.logOf(page)]) {
    expect(place).not.toContain(state.secret)
  }
})

test('a device is edited, and one that moves shows the id of its new store', async () => {
  const { page, state, dialog } = await openDevices()
  const edit = async (name: string) => {
    await page.getByRole('button', { name: `${name} 작업` }).click()
    await page.getByRole('button', { name: '수정', exact: true }).click()
    await dialog.getByLabel('매장').waitFor()
  }
  await edit('1번 출입구')
  await dialog.getByLabel('이름').fill('정문')
  await dialog.getByLabel('차로').fill('2차로')
  await dialog.getByLabel('카메라가 보는 차').selectOption('나가는 차')
  await dialog.getByLabel('최소 인식 신뢰도').fill('높음')
  await dialog.getByLabel('같은 방문으로 보는 시간').fill('1.5')
  await dialog.getByLabel('들어오는 차의 각도').fill('360')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.getByText('0에서 1 사이의 숫자를 입력해 주세요.').waitFor()
  await dialog.getByText('1에서 86,400 사이의 정수를 입력해 주세요.').waitFor()
  await dialog.getByText('0에서 359 사이의 정수를 입력해 주세요.').waitFor()
  await dialog.getByLabel('최소 인식 신뢰도').fill('0.85')
  await dialog.getByLabel('같은 방문으로 보는 시간').fill('7200')
  await dialog.getByLabel('들어오는 차의 각도').fill('270')
  await dialog.getByLabel('인식 시각의 기준').selectOption('서버에 도착한 시각')
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(state.devices[0]).toMatchObject({ name: '정문', laneName: '2차로', role: 'exit', minimumConfidence: 0.85 })
  expect(state.devices[0]).toMatchObject({ revisitSeconds: 7_200, timeSource: 'arrival', arrivalAngle: 270 })
  await eventually(() => page.getByRole('row', { name: /정문/ }).innerText()).toMatch(/강남점\s+2차로\s+나가는 차/)

  await edit('정문')
  expect(await dialog.getByLabel('최소 인식 신뢰도').inputValue()).toBe('0.85')
  await dialog.getByLabel('최소 인식 신뢰도').fill('')
  const options = await dialog
    .getByLabel('매장')
    .locator('option')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value')))
  const other = String(options.find((id) => id !== '' && id !== state.devices[0]?.storeId))
  await dialog.getByLabel('매장').selectOption(other)
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.getByText(other, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '닫기', exact: true }).click()
  expect(state.devices[0]).toMatchObject({ storeId: other, minimumConfidence: null })
})

test('a retry after a lost response creates no second device, and offers a new secret', async () => {
  const { page, state, dialog } = await openDevices()
  const create = web.gateway.answers['POST /admin/api/devices']
  const { id, storeId } = deviceOf(9)
  web.gateway.answers['POST /admin/api/devices'] = async (body, authorization, request) => {
    await create?.(body, authorization, request)
    return { result: { id, storeId, name: '뒷문' } }
  }
  await loseAnswer(page, '**/admin/api/devices')
  await page.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByLabel('매장').selectOption('강남점')
  await dialog.getByLabel('이름').fill('뒷문')
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByText('서버에 연결할 수 없어요.').waitFor()
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByText('이미 등록된 장치예요').waitFor()
  expect(new Set(state.keys).size).toBe(1)
  expect(state.keys.length).toBe(2)

  web.gateway.answers[`POST /admin/api/devices/${id}/rotate`] = () => ({
    result: { id, storeId, name: '뒷문', secret: state.secret },
  })
  await dialog.getByRole('button', { name: '자격 증명 재발급' }).click()
  await dialog.getByText('지금 쓰는 비밀번호와 연결은 바로 끊겨요.').waitFor()
  await dialog.getByRole('button', { name: '자격 증명 재발급' }).click()
  await dialog.getByText(state.secret, { exact: true }).waitFor()
})

async function register(dialog: Locator, page: Page) {
  await page.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByLabel('매장').selectOption('강남점')
  await dialog.getByLabel('이름').fill('뒷문')
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByText('첫 인식을 기다리고 있어요.', { exact: false }).waitFor()
}

test('each kind of recognizer has an example with the address of the product', async () => {
  const { page, state, dialog } = await openDevices()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const value = 'https://kingcar.example/'
  state.settings.push({ key: 'publicUrl', value, description: null, updatedAt: null, updatedBy: null })
  await register(dialog, page)
  await dialog.getByLabel('연결 방식').selectOption('OpenALPR, Rekor Scout')
  await dialog.getByText('@kingcar.example/api/recognition/adapters/openalpr/', { exact: false }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const examples = { MQTT: '-h kingcar.example', NATS: 'nats://kingcar.example:4222' }
  const vendors = { 'Plate Recognizer Stream': 'plateRecognizer', Frigate: 'frigate', 'Hikvision (nginx)': 'hikvision' }
  const url = (vendor: string) => `https://kingcar.example/api/recognition/adapters/${vendor}/${deviceOf(9).id}`
  const all = { ...examples, ...Object.fromEntries(Object.entries(vendors).map(([label, path]) => [label, url(path)])) }
  for (const [label, part] of Object.entries(all)) {
    await dialog.getByLabel('연결 방식').selectOption(label)
    await dialog.getByRole('button', { name: '연결 예시 복사' }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain(part)
  }
})

test('without the setting the examples have the address of the page', async () => {
  const { page, dialog } = await openDevices()
  await register(dialog, page)
  await dialog.getByLabel('연결 방식').selectOption('Frigate')
  await dialog.getByText(`${web.gateway.origin}/api/recognition/adapters/frigate/`, { exact: false }).waitFor()
})

test('the dialog waits for the first read, and shows its plate or why it became no visit', async () => {
  const { page, state, dialog } = await openDevices()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await register(dialog, page)
  const { id: deviceId } = deviceOf(9)
  state.devices = state.devices.map((device) =>
    device.id === deviceId
      ? { ...device, lastError: 'field:confidence', lastErrorAt: new Date().toISOString() }
      : device,
  )
  await dialog.getByText('정확도(confidence)가 없거나', { exact: false }).waitFor()
  const receivedAt = new Date().toISOString()
  state.read.reads = [reviewedRead(1, { deviceId, receivedAt }), ...state.read.reads]
  await dialog.getByText('12가1001 번호를 받았지만 방문으로 기록하지 않았어요: 신뢰도 낮음').waitFor()
  await dialog.getByRole('button', { name: '비밀번호 복사' }).click()
  await dialog.getByText('복사했어요').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  state.read.reads = []
  await register(dialog, page)
  state.visit.visits = [visitOf(0, { deviceId, carNumber: '98하7654' }), ...state.visit.visits]
  await dialog.getByRole('img', { name: /98하 ?7654/ }).waitFor()
  await dialog.getByText('인식을 받았어요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('closing without copying the secret asks for confirmation', async () => {
  const { page, dialog } = await openDevices()
  await page.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByLabel('매장').selectOption('강남점')
  await dialog.getByLabel('이름').fill('뒷문')
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByRole('button', { name: '닫기' }).click()
  await dialog.getByRole('button', { name: '계속 보기' }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('닫기')
  await page.keyboard.press('Escape')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('계속 보기')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '장치 등록' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByLabel('매장').waitFor()
})

test('the server’s fault is at its field', async () => {
  const { page, dialog } = await openDevices()
  web.gateway.answers['POST /admin/api/devices'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', message: '', details: [{ path: 'name', message: '50자까지 입력해 주세요.' }] },
  })
  await page.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByLabel('매장').selectOption('강남점')
  await dialog.getByLabel('이름').fill('뒷문')
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  await dialog.getByText('50자까지 입력해 주세요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('device-name')
})

test('a device is tested and removed; a failure shows its request id, and the focus is never lost', async () => {
  const { page, state, dialog } = await openDevices()
  const [, second] = state.devices
  if (!second) throw new Error('There is no second device.')
  const path = `/admin/api/devices/${second.id}`
  await page.getByRole('button', { name: '2번 출입구 작업' }).click()
  await page.getByRole('button', { name: '테스트 이벤트 보내기' }).click()
  await page.getByRole('alert').getByText('요청 ID').waitFor()
  web.gateway.answers[`POST ${path}/test`] = () => ({ result: null })
  await page.getByRole('button', { name: '2번 출입구 작업' }).click()
  await page.getByRole('button', { name: '테스트 이벤트 보내기' }).click()
  await page.getByText('테스트 이벤트를 보냈어요.').waitFor()

  await page.getByRole('button', { name: '2번 출입구 작업' }).click()
  await page.getByRole('button', { name: '삭제' }).click()
  await dialog.getByText('2번 출입구 장치를 삭제할까요?').waitFor()
  await page.keyboard.press('Enter') // on 취소
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('2번 출입구 작업')

  web.gateway.answers[`DELETE ${path}`] = () => {
    state.devices = state.devices.filter(({ id }) => id !== second.id)
    return { result: null }
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('2번 출입구').count()).toBe(0)
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('the list is refetched every ten seconds', async () => {
  const state = withManagement(web.gateway)
  const page = await web.open('/manage/devices', { signedIn: true, prepare: (opened) => opened.clock.install() })
  await page.getByText('1번 출입구').waitFor()
  state.devices = [deviceOf(1, { name: '새 이름' })]
  await page.clock.runFor(10_500)
  await page.getByText('새 이름').waitFor()
})
