import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { liveEvent, page as pageOf } from './fake-gateway.ts'

const web = withConsole()

declare global {
  interface Window {
    /** Number of notes played; a chime has two. */
    notes: number
  }
}

/** A live screen whose clock the test controls, and whose chimes are counted. */
async function openConnect(search = '') {
  const countNotes = (page: Page) =>
    page.addInitScript(() => {
      window.notes = 0
      window.OscillatorNode = class extends OscillatorNode {
        constructor(...options: ConstructorParameters<typeof OscillatorNode>) {
          super(...options)
          window.notes += 1
        }
      }
    })
  const page = await web.openWall(search, { prepare: countNotes })
  await page.mouse.click(200, 200)
  const soundRuns = async () => (await page.getByText('화면을 한 번 눌러 주세요').count()) === 0
  await eventually(soundRuns).toBe(true)
  return { page, card: page.getByRole('article'), spoken: page.locator('[aria-atomic=true]') }
}
const chimes = (page: Page) => page.evaluate(() => window.notes / 2)
/** An event of the current time by the page's clock, which the test may have changed. */
const now = async (page: Page, fields: object = {}) =>
  liveEvent({ recognizedAt: await page.evaluate(() => new Date().toISOString()), ...fields })
const later = (event: ReturnType<typeof liveEvent>, fields: object) => ({
  ...event,
  sequence: liveEvent().sequence,
  ...fields,
})
const running = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => ('animationName' in animation ? String(animation.animationName).split('_')[1] : 'none')),
  )

test('a visit enters and chimes once; an update fades in the changes, without a sound', async () => {
  const { page, card } = await openConnect()
  const first = await now(page, { name: '방문객' })
  web.gateway.send(first)
  await card.waitFor()
  expect(await running(page)).toContain('rise')
  await page.clock.runFor(2_000)
  await eventually(() => running(page)).toEqual([])
  web.gateway.send(later(first, { name: '김하늘', reads: 2 }))
  await card.getByText('김하늘').waitFor()
  expect(await running(page)).toEqual(['appear'])
  expect(await chimes(page)).toBe(1)
})

test('each visit of a burst chimes in its turn, late or old visits not at all', async () => {
  const { page, card } = await openConnect()
  const old = await now(page, { carNumber: '12나3456' })
  const late = await now(page, { carNumber: '12다3456', late: true, recognizedAt: '2026-11-21T05:32:00.000Z' })
  const burst = await Promise.all([1, 2, 3].map((n) => now(page, { name: `손님${n}` })))
  for (const [index, visit] of burst.entries()) {
    web.gateway.send(visit)
    await page.clock.runFor(index === 0 ? 0 : 3_000)
    await card.getByText(`손님${index + 1}`).waitFor()
  }
  expect(await chimes(page)).toBe(3)

  await page.clock.runFor(20_000)
  web.gateway.send({ ...old, name: '지난손님', sequence: liveEvent().sequence })
  web.gateway.send({ ...late, sequence: liveEvent().sequence })
  await page.clock.runFor(5_000)
  await card.getByText('손님3').waitFor()

  await page.clock.runFor(10_000) // the visit on show has had its time
  await page.getByText('늦게 도착한 기록이에요 · 14:32 인식').waitFor()
  expect(await chimes(page)).toBe(3)
  web.gateway.send(await now(page, { name: '다음손님' }))
  await card.getByText('다음손님').waitFor()
  expect(await chimes(page)).toBe(4)
})

test('of two cars that come together, each has the card for three seconds, and the first stays readable below it', async () => {
  const { page, card } = await openConnect()
  const first = await now(page, { name: '먼저', carNumber: '12가3456' })
  web.gateway.send(first)
  await card.getByText('먼저').waitFor()
  await page.clock.runFor(400)
  web.gateway.send(await now(page, { name: '다음', carNumber: '34나5678' }))
  // The change of the first arrives after the second, and is on the card immediately.
  web.gateway.send(later(first, { productUsed: { productName: '세차', remainingUses: 3 } }))
  await card.getByText('세차 이용 · 3회 남음').waitFor()
  expect([await card.getByRole('heading').textContent(), await chimes(page)]).toEqual(['먼저님', 1])
  await page.clock.runFor(3_000)
  await card.getByText('다음').waitFor()
  expect(await chimes(page)).toBe(2)
  const recent = page.getByRole('list', { name: '조금 전에 오신 분' })
  await eventually(() => recent.innerText()).toBe('먼저님 12가3456')
  await page.clock.runFor(5 * 60_000)
  await eventually(() => recent.getByRole('listitem').count()).toBe(0)
})

test('a product is shown with its visit or added later, announced once, and removed when reversed', async () => {
  const { page, card, spoken } = await openConnect()
  const visit = await now(page)
  web.gateway.send(visit)
  await eventually(() => spoken.textContent()).toBe('홍길동님, 차량 번호 123가 4568, 7번째 방문입니다.')
  const place = async () => Object.values((await card.boundingBox()) ?? {}).map(Math.round) // ignores invisible movement below a pixel
  const before = await place()
  web.gateway.send(later(visit, { productUsed: { productName: '세차', remainingUses: 3 } }))
  await card.getByText('세차 이용 · 3회 남음').waitFor()
  await page.clock.runFor(3_000)
  await eventually(() => spoken.textContent()).toBe('세차 이용 · 3회 남음.')
  expect(await place()).toEqual(before)
  web.gateway.send(later(visit, {}))
  await eventually(() => card.getByText('세차 이용').count()).toBe(0)
  expect(await chimes(page)).toBe(1)

  web.gateway.send(await now(page, { name: '이서', productUsed: { productName: '정기권', remainingUses: null } }))
  await card.getByText('정기권 이용', { exact: true }).waitFor()
  await page.clock.runFor(3_000)
  await eventually(() => spoken.textContent()).toBe('이서님, 차량 번호 123가 4568, 7번째 방문입니다. 정기권 이용.')
})

test('of several visits within three seconds only the last is announced', async () => {
  const { page, spoken } = await openConnect()
  const said: string[] = []
  const names = ['하나', '둘', '셋', '넷']
  web.gateway.send(...(await Promise.all(names.map((name) => now(page, { name })))))
  for (const [index, name] of names.entries()) {
    await page.clock.runFor([0, 1_000, 1_500, 3_000][index] ?? 0)
    await page.getByRole('heading', { name: `${name}님` }).waitFor()
    said.push((await spoken.textContent()) ?? '')
  }
  await page.clock.runFor(3_000)
  await eventually(() => spoken.textContent()).toContain('넷님')
  expect(said.some((text) => text.includes('둘님'))).toBe(false)
})

test('merged visits stay one card: the surviving visit takes it over', async () => {
  const { page, card } = await openConnect()
  const second = await now(page, { visitCount: 2 })
  web.gateway.send(second)
  await card.waitFor()
  await card.evaluate((element) => element.setAttribute('data-seen', 'second'))
  web.gateway.send(later(second, { mergedInto: 'visit-first' }))
  web.gateway.send(later(second, { visitId: 'visit-first', visitCount: 1, reads: 4 }))
  await card.getByText('1', { exact: true }).waitFor()
  expect(await card.getAttribute('data-seen')).toBe('second')
  expect(await chimes(page)).toBe(1)
})

test.each(['before', 'after'])(
  'a misreading that comes first loses the card %s the right plate arrives',
  async (order) => {
    const { page, card } = await openConnect()
    const misread = await now(page, { name: '방문객', carNumber: '31거7654' })
    web.gateway.send(misread)
    await card.getByRole('img', { name: '31거 7654' }).waitFor()
    await page.clock.runFor(600)
    const right = await now(page, { name: '김하늘', carNumber: '31가7654' })
    const events = [later(misread, { doubtful: true }), { ...right, sequence: liveEvent().sequence }]
    for (const event of order === 'before' ? events : events.reverse().map((each) => later(each, {})))
      web.gateway.send(event)
    await card.getByText('김하늘').waitFor()
    await eventually(() => page.getByRole('img', { name: '31거 7654' }).count()).toBe(0)
    await page.clock.runFor(3_000)
    expect(await card.count()).toBe(1)
    expect(await page.getByRole('list', { name: '조금 전에 오신 분' }).getByRole('listitem').count()).toBe(0)
    expect(await chimes(page)).toBe(2)
  },
)

test('a visit whose track shows another plate keeps its card, with that plate and no second chime', async () => {
  const { page, card } = await openConnect()
  const misread = await now(page, { name: '방문객', carNumber: '31거7654' })
  web.gateway.send(misread)
  await card.getByText('방문객').waitFor()
  web.gateway.send(later(misread, { name: '김하늘', carNumber: '31가7654', reads: 2 }))
  await card.getByText('김하늘').waitFor()
  await eventually(() => page.getByRole('img', { name: '31거 7654' }).count()).toBe(0)
  await page.clock.runFor(3_000)
  expect([await card.count(), await chimes(page)]).toEqual([1, 1])
})

test('a device test is shown as a test, without a visit count', async () => {
  const { page, card, spoken } = await openConnect()
  web.gateway.send(await now(page, { name: '테스트', carNumber: '00가0000', visitCount: 0, test: true }))
  await card.getByText('인식기가 잘 연결됐는지 확인하는 테스트예요').waitFor()
  await eventually(() => spoken.textContent()).toBe('인식기 테스트예요. 차량 번호 00가 0000.')
  expect(await card.getByText('번째 방문이에요').count()).toBe(0)
  expect(await chimes(page)).toBe(1)
})

test('after five minutes without visits the clock is shown, until the next visit', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(await now(page))
  await card.getByText('어서 오세요, 반갑습니다').waitFor()
  await web.skip(page, 4.5 * 60_000)
  await page.clock.runFor(20_000)
  expect(await page.getByText('차량을 기다리고 있어요').count()).toBe(0)
  await page.clock.runFor(11_000)
  await page.getByText('차량을 기다리고 있어요').waitFor()
  await card.getByText('마지막 방문').waitFor()
  expect(await card.getByRole('heading').textContent()).toBe('홍길동님')
  expect(await card.getByRole('img').getAttribute('aria-label')).toBe('차량 번호 123가 4568')
  expect(await card.innerText()).toMatch(/7\s*번째 방문이에요/)
  web.gateway.send(await now(page, { name: '이서' }))
  await card.getByText('어서 오세요, 반갑습니다').waitFor()
  expect(await page.getByText('차량을 기다리고 있어요').count()).toBe(0)
  expect(await page.getByRole('article').count()).toBe(1)
})

test('the whole stage moves a little every minute', async () => {
  const { page } = await openConnect()
  const places = async () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main > :not([role=status])')].map((part) => getComputedStyle(part).translate),
    )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const first = await places()
  await page.clock.runFor(60_000)
  await eventually(async () => (await places()).every((place, part) => place !== first[part])).toBe(true)
})

test('the waiting card says when a store has no recognizer', async () => {
  web.gateway.answers['GET /admin/api/devices'] = () => ({ status: 500 })
  const { page } = await openConnect('?storeId=store-2')
  const note = page.getByText('연결된 인식기가 없어요').first()
  expect(await note.count()).toBe(0)
  web.gateway.answers['GET /admin/api/devices'] = () => ({ result: pageOf([{ id: 'd', storeId: 'store-1' }]) })
  await web.skip(page, 3 * 60_000)
  await note.waitFor()
  web.gateway.answers['GET /admin/api/devices'] = () => ({ result: pageOf([{ id: 'd', storeId: 'store-2' }]) })
  await web.skip(page, 3 * 60_000)
  await eventually(() => note.count()).toBe(0)
})
