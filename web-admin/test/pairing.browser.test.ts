import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('a browser shows a code, and becomes a wall screen when the code is entered at a desk', async () => {
  const { screen: state } = withManagement(web.gateway)
  const wall = await web.open('/login', { viewport: { width: 1920, height: 1080 } })
  await wall.getByRole('link', { name: '벽 화면으로 연결하기' }).click()
  const code = wall.getByRole('status', { name: '연결 번호' })
  await eventually(() => code.innerText()).toBe('204 681')
  const qr = wall.getByRole('img', { name: '관리 화면을 여는 QR 코드' })
  expect(await qr.getAttribute('data-code')).toBe(`${web.gateway.origin}/manage/screens?code=204681`)

  const desk = await web.open('/manage/screens?code=204681', wide)
  const dialog = desk.getByRole('dialog', { name: '번호로 연결' })
  expect(await dialog.getByLabel('연결 번호').inputValue()).toBe('204 681')
  await dialog.getByRole('button', { name: '연결' }).click()
  await dialog.getByText('매장을 선택해 주세요.').waitFor()
  expect(await violationsOf(desk)).toEqual(noViolations)
  await dialog.getByText('벽에 건 화면의 번호와 같은지 확인해 주세요.').waitFor()
  await dialog.getByLabel('벽에 건 화면에 이 번호가 보여요').check()
  await dialog.getByLabel('매장').selectOption({ label: '강남점' })
  await dialog.getByLabel('이름').fill('입구')
  await dialog.getByRole('button', { name: '연결' }).click()
  await desk.getByText('입구 화면을 연결했어요. 곧 방문이 나와요.').first().waitFor()
  expect(state.sent).toMatchObject([{ name: '입구', pairingCode: '204681' }])

  await wall.waitForURL('**/connect?kiosk=1')
  expect(await wall.evaluate(() => localStorage.getItem('refreshToken'))).toBe('refresh-screen')
})

test('a wrong code is marked in its field, a code that has expired is replaced, and a server that does not respond is waited for', async () => {
  withManagement(web.gateway)
  const expired = {
    status: 404,
    error: { code: 'PAIRING_NOT_FOUND', message: '연결 번호가 맞지 않거나 시간이 지났어요.' },
  }
  web.gateway.answers['POST /admin/api/screens/session'] = () => expired
  const desk = await web.open('/manage/screens', wide)
  await desk.getByRole('button', { name: '번호로 연결' }).click()
  const dialog = desk.getByRole('dialog')
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  await dialog.getByLabel('연결 번호').fill('000 000')
  await dialog.getByLabel('매장').selectOption({ label: '강남점' })
  await dialog.getByLabel('이름').fill('입구')
  await dialog.getByRole('button', { name: '연결', exact: true }).click()
  await dialog.getByText(/맞지 않거나/).waitFor()
  expect(await dialog.getByLabel('연결 번호').getAttribute('aria-invalid')).toBe('true')

  const codes = ['111111', '222222']
  const begin = 'POST /admin/api/screens/pairings'
  web.gateway.answers[begin] = () => ({ status: 503, error: { code: 'UNAVAILABLE', message: '잠시 뒤에' } })
  web.gateway.answers['POST /admin/api/screens/pairings/session'] = () => expired
  const wall = await web.open('/pair', { prepare: (page) => page.clock.install() })
  await wall.getByText(/서버에 연결할 수 없어요/).waitFor()
  web.gateway.answers[begin] = () => ({
    status: 201,
    result: {
      pairingToken: 'x'.repeat(43),
      pairingCode: codes.shift() ?? '333333',
      expiresAt: new Date().toISOString(),
    },
  })
  await wall.clock.runFor(10_000)
  const code = wall.getByRole('status', { name: '연결 번호' })
  await eventually(() => code.innerText()).toBe('111 111')
  await wall.clock.runFor(3_000)
  await eventually(() => code.innerText()).toBe('222 222')
  await expectAccessible(wall)
})
