import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, withConsole } from './browser.ts'
import { liveEvent, page as pageOf } from './fake-gateway.ts'

const web = withConsole()
const storeId = '019aa000-0001-7000-8000-000000000001'

async function openConnect(path = '/connect') {
  const page = await web.open(path, { signedIn: true })
  await page.getByText('연결됨', { exact: true }).waitFor()
  return { page, card: page.getByRole('article'), spoken: page.locator('[aria-atomic=true]') }
}

test('the button leads to the live screen, which waits with a clock', async () => {
  const page = await web.open('/', { signedIn: true })
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('연결하기')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/connect')
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
  await page.getByText('연결됨', { exact: true }).waitFor()
  expect(web.logOf(page).filter((line) => line.startsWith('info: ') && !line.includes('appSettings'))).toEqual([
    'info: connecting',
    'info: open',
  ])
})

test('the socket carries the token as a subprotocol and the scope in its address', async () => {
  const { page } = await openConnect('/connect?storeId=store-1&mask=true')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(web.gateway.handshakes).toEqual([{ path: '/admin/api/live?storeId=store-1&mask=true', token }])
})

test('an event shows name with suffix, plate and count, and is announced; markup is text, and other messages change nothing', async () => {
  const { page, card, spoken } = await openConnect()
  web.gateway.send(liveEvent())
  await card.waitFor()
  expect(await card.getByRole('heading').textContent()).toBe('홍길동님')
  expect(await card.getByRole('img').getAttribute('aria-label')).toBe('차량 번호 123가 4568')
  expect(await card.getByText('123가4568', { exact: true }).innerText()).toBe('123가4568')
  expect(await card.innerText()).toMatch(/7\s*번째 방문이에요/)
  await page.getByText('강남점').waitFor()
  await page.getByText(/(방금|\d초 전) 인식/).waitFor()
  await eventually(() => spoken.textContent()).toBe('홍길동님, 차량 번호 123가 4568, 7번째 방문입니다.')

  web.gateway.send(liveEvent({ name: '<img src=x onerror=alert(1)>' }))
  await card.getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await card.locator('img').count()).toBe(0)

  const { length } = web.logOf(page)
  web.gateway.send({ type: 'gap', from: 1, to: 2 }, { hello: 1 }, liveEvent({ name: '끝' }))
  await card.getByText('끝').waitFor()
  const later = web.logOf(page).slice(length)
  expect(later.filter((line) => /^(error|pageerror)/.test(line))).toEqual([])
})

test('a guest is invited to join, by a QR code only if one is shown', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(liveEvent({ name: '방문객', visitCount: 1 }))
  await page.getByText('가입하면 바로 이용할 수 있어요', { exact: true }).waitFor()
  expect(await card.getByRole('heading').textContent()).toBe('방문객님')
  expect(await page.getByText('QR').count()).toBe(0)

  const join = 'https://kingcar.example/join?from=wall'
  const setting = { key: 'screen.joinAddress', value: join, description: null, updatedAt: null, updatedBy: null }
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({ result: [setting] })
  await page.reload()
  await page.getByText('연결됨', { exact: true }).waitFor()
  web.gateway.send(liveEvent({ name: '방문객' }))
  const code = page.getByRole('img', { name: '가입하는 곳의 QR 코드' })
  await code.waitFor()
  await page.getByText('QR로 가입하면 바로 이용할 수 있어요').waitFor()
  expect(await code.getAttribute('data-code')).toBe(join)
  web.gateway.send(liveEvent())
  await card.getByText('홍길동').waitFor()
  expect(await page.getByText('QR로').count()).toBe(0)
  expect(await code.count()).toBe(0)
})

test('a screen is not green, and waits for no car, while no recognizer of its store is online', async () => {
  const device = (storeId: string, online: boolean) => ({ id: storeId, storeId, name: '입구', online, clockSkewMs: 0 })
  const devices = (...all: object[]) => {
    web.gateway.answers['GET /admin/api/devices'] = () => ({ result: pageOf(all) })
  }
  devices(device('store-1', false), device('store-2', true))
  const page = await web.open('/connect?storeId=store-1', {
    signedIn: true,
    prepare: (opened) => opened.clock.install(),
  })
  await page.getByText('인식기 1대 연결 끊김').waitFor()
  await page.getByRole('heading', { name: '지금은 차량을 인식하지 못해요' }).waitFor()
  expect(await page.getByText('연결됨', { exact: true }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)

  devices(device('store-1', false), device('store-1', true))
  await page.clock.runFor(60_000)
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
  await page.getByText('인식기 1대 연결 끊김').waitFor()
  devices(device('store-1', true))
  await page.clock.runFor(60_000)
  await page.getByText('연결됨', { exact: true }).waitFor()
})

test('a screen whose last status of the recognizers is old is not green, and claims nothing about cars', async () => {
  const page = await web.openWall()
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
  const answer = web.gateway.answers['GET /admin/api/devices']
  web.gateway.answers['GET /admin/api/devices'] = () => ({ status: 503 })
  for (const _poll of [1, 2]) await web.skip(page, 70_000)
  await page.getByText('연결됨', { exact: true }).waitFor()
  await web.skip(page, 70_000)
  await page.getByText('인식기 상태 확인 중').waitFor()
  await page.getByRole('heading', { name: '어서 오세요' }).waitFor()
  expect(await page.getByText(/연결됨|기다리고/).count()).toBe(0)

  web.gateway.answers['GET /admin/api/devices'] = answer ?? (() => ({ status: 503 }))
  await page.clock.runFor(60_000)
  await page.getByText('연결됨', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
})

test('a screen without a connection does not say that it waits for cars', async () => {
  const page = await web.openWall()
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
  web.gateway.state.acceptSockets = false
  web.gateway.drop()
  await page.clock.runFor(10_000)
  await page.getByText('다시 연결하는 중…').waitFor()
  await page.getByRole('heading', { name: '화면을 다시 연결하고 있어요' }).waitFor()
  expect(await page.getByText('차량을 기다리고 있어요').count()).toBe(0)
})

test('a screen that is not connected yet does not say that it waits for cars', async () => {
  web.gateway.state.holdSockets = true
  const page = await web.open('/connect', { signedIn: true })
  await eventually(() => web.gateway.calls.filter((call) => call === 'GET /admin/api/devices').length).toBeGreaterThan(
    0,
  )
  await page.waitForLoadState('networkidle')
  await page.getByText('연결하는 중…').waitFor()
  await page.getByRole('heading', { name: '어서 오세요' }).waitFor()
  expect(await page.getByText('차량을 기다리고 있어요').count()).toBe(0)
})

test('a screen of one store names it before the first car', async () => {
  web.gateway.answers['GET /admin/api/stores/{id}'] = () => ({ result: { id: storeId, name: '송도점' } })
  const page = await web.open(`/connect?storeId=${storeId}`, { signedIn: true })
  await page.locator('main > header').getByText('송도점').waitFor()
  expect(await page.getByText('전체 매장').count()).toBe(0)
})

test('a change of the same visit updates the card in place, another visit enters, and of a burst the last is shown', async () => {
  const { page, card, spoken } = await openConnect()
  const first = liveEvent({ name: '방문객' })
  web.gateway.send(first)
  await card.waitFor()
  await card.evaluate((element) => element.setAttribute('data-seen', 'first'))
  web.gateway.send({ ...first, sequence: first.sequence + 1000, name: '김하늘', visitCount: 8 })
  await card.getByText('김하늘').waitFor()
  expect(await card.getAttribute('data-seen')).toBe('first')
  web.gateway.send(liveEvent({ name: '이서' }))
  await card.getByText('이서').waitFor()
  expect(await card.getAttribute('data-seen')).toBeNull()
  expect(await page.getByRole('article').count()).toBe(1)
  web.gateway.send(...Array.from({ length: 1000 }, (_, index) => liveEvent({ name: `손님${index + 1}` })))
  await card.getByText('손님1000').waitFor()
  await eventually(() => spoken.textContent()).toContain('손님1000님')
})

test('leaving the screen closes the socket and logs it', async () => {
  const page = await web.open('/', { signedIn: true })
  await page.getByRole('button', { name: '연결하기' }).click()
  await page.getByText('연결됨', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '차량 인식기 연결' }).waitFor()
  await eventually(() => web.gateway.clients().length).toBe(0)
  const states = web.logOf(page).filter((line) => /^info: \w+$/.test(line))
  await eventually(() => states.concat(web.logOf(page)).includes('info: closed')).toBe(true)
})
