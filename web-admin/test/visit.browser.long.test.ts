import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
/** A visit of a guest with four reads, one of them with a picture. */
const guest = visitOf(9, { memberId: null, name: '방문객', reads: 4, carNumber: '123가4568' })

async function openVisit(id = guest.id, fields: object = {}) {
  const { visit: state } = withManagement(web.gateway)
  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...guest, ...fields } : visit))
  const page = await web.open(`/manage/visits/${id}`, wide)
  await page.getByText('실시간 연결됨').waitFor()
  await page.getByRole('region', { name: '방문 내용' }).waitFor()
  await page.waitForLoadState('networkidle')
  return { page, state }
}

test('a visit shows its visitor, its reads and pictures with the plate framed, and updates live', async () => {
  const { page, state } = await openVisit()
  await page.getByRole('heading', { level: 1, name: '123가 4568' }).waitFor()
  const facts = page.getByRole('region', { name: '방문 내용' })
  expect(await facts.innerText()).toMatch(/미등록 차량[\s\S]*강남점[\s\S]*번째 방문/)
  const rows = page.getByRole('table', { name: '인식 기록' }).locator('tbody tr')
  expect(await rows.count()).toBe(4)
  expect(await rows.first().innerText()).toMatch(
    /123가4568\s+다른 후보 128가4568 61%\s+1번 출입구\s+97%\s+들어옴\s+인식/,
  )
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('button', { name: '123가4568 사진 보기' }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name: '123가4568로 읽은 사진' })
  const [whole, frame] = [picture, page.getByRole('dialog').locator('img + span')]
  await frame.waitFor()
  const [outer, inner] = [await whole.boundingBox(), await frame.boundingBox()]
  if (!outer || !inner) throw new Error('There is no picture.')
  // 160 of 640 pixels from the left, 320 wide; 120 of 360 from the top, 60 high.
  const shares = [
    (inner.x - outer.x) / outer.width,
    inner.width / outer.width,
    (inner.y - outer.y) / outer.height,
    inner.height / outer.height,
  ]
  expect(shares.map((share) => share.toFixed(2))).toEqual(['0.25', '0.50', '0.33', '0.17'])
  await page.keyboard.press('Escape')

  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...visit, reads: 5 } : visit))
  web.gateway.send(eventOf({ ...guest, reads: 5 }))
  await eventually(() => rows.count()).toBe(5)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})

test('a visit whose car left shows when, and how long it stayed, also in the list', async () => {
  const { page, state } = await openVisit()
  const facts = page.getByRole('region', { name: '방문 내용' })
  expect(await facts.innerText()).not.toContain('출차 시각')
  state.stayed[guest.id] = 3_900
  await page.reload()
  await eventually(() => facts.innerText()).toMatch(/출차 시각[\s\S]*머문 시간\s+1시간 5분/)
  await page.goto(page.url().replace(`/${guest.id}`, ''))
  const row = page.getByRole('row').filter({ hasText: '출차' })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/123가\s*4568[\s\S]*출차 · 1시간 5분/)
})

test('a doubtful visit says so, also in the list', async () => {
  const { page, state } = await openVisit()
  state.doubtful.add(guest.id)
  await page.reload()
  const facts = page.getByRole('region', { name: '방문 내용' })
  await eventually(() => facts.innerText()).toContain('비슷한 번호가 같은 때에 더 또렷하게 인식됐어요.')
  await page.goto(page.url().replace(`/${guest.id}`, ''))
  await page.getByRole('row').filter({ hasText: '번호 확인 필요' }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('the plate is copied as stored, without the decoration of the drawing', async () => {
  const { page } = await openVisit()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '차량번호 복사' }).click()
  await page.getByText('복사했어요').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('123가4568')
})

test('a misread plate is corrected, and a concurrent change is not overwritten', async () => {
  const { page, state } = await openVisit()
  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  const [plate, send] = [dialog.getByLabel('차량번호', { exact: true }), dialog.getByRole('button', { name: '정정' })]
  await plate.fill('123가 4568')
  await send.click()
  await dialog.getByText('지금 번호와 같아요. 맞는 번호를 입력해 주세요.').waitFor()
  await dialog.getByText('사유를 입력해 주세요.').waitFor()
  await dialog.getByRole('button', { name: /128가 4568/ }).click()
  expect(await plate.inputValue()).toBe('128가4568')
  expect(state.corrections).toEqual([])
  await dialog.getByLabel('사유').fill('사진에서 8로 보여요')
  expect(await violationsOf(page)).toEqual(noViolations)

  state.revision = 2
  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...visit, reads: 6 } : visit))
  await send.click()
  await dialog.getByText('그사이 2번 더 인식됐어요.').waitFor()
  await send.click()
  await page.getByText('번호를 정정했어요.').waitFor()
  await page.getByRole('heading', { level: 1, name: '128가 4568' }).waitFor()
  expect(state.corrections).toEqual([
    { body: { carNumber: '128가4568', reason: '사진에서 8로 보여요' }, ifMatch: '"1"' },
    { body: { carNumber: '128가4568', reason: '사진에서 8로 보여요' }, ifMatch: '"2"' },
  ])
  const member = page.getByRole('link', { name: '정다은' })
  expect(await member.getAttribute('href')).toMatch(/^\/manage\/members\/[\da-f-]{36}$/)
})

test('the server’s fault of a plate is at its field', async () => {
  const { page } = await openVisit()
  web.gateway.answers['PATCH /admin/api/visits/{id}'] = () => ({
    status: 400,
    error: {
      code: 'VALIDATION_FAILED',
      message: '',
      details: [{ path: 'carNumber', message: '쓸 수 없는 번호예요.' }],
    },
  })
  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  const plate = dialog.getByLabel('차량번호', { exact: true })
  await plate.fill('128가4568')
  await dialog.getByLabel('사유').fill('확인')
  await plate.press('Enter')
  await eventually(() => plate.getAttribute('aria-invalid')).toBe('true')
  await eventually(() => plate.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('a merged visit links to the surviving one, whose link back leads to the list and its row', async () => {
  const into = visitOf(2)
  const { visit: state } = withManagement(web.gateway)
  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...guest, mergedInto: into.id } : visit))
  const page = await web.open('/manage/visits?carNumber=1215', wide)
  const row = page.getByRole('row').filter({ hasText: '김서연' }).first()
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: '397다 1215' }).waitFor()
  await page.locator('main').getByRole('link', { name: '방문' }).click()
  await eventually(() => new URL(page.url()).search).toContain('1215')
  await eventually(() => row.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)

  await page.goto(`${web.gateway.origin}/manage/visits/${guest.id}`)
  await page.getByRole('link', { name: '합쳐진 방문 보기' }).click()
  await page.waitForURL(`**/manage/visits/${into.id}`)
  await page.getByRole('heading', { level: 1, name: '397다 1215' }).waitFor()
  await page.goto(`${web.gateway.origin}/manage/visits/${crypto.randomUUID()}`)
  await page.getByText('방문을 찾을 수 없어요.').waitFor()
})

test('a visit says why it used nothing, and a product is used for it by hand', async () => {
  const member = visitOf(2)
  const memberId = member.memberId ?? ''
  const late = { ...member, carNumber: '12나3456', late: true, productUsed: null, memberId, name: '김서연' }
  const management = withManagement(web.gateway)
  const { visit: state, order } = management
  const [held] = order.held
  const mine = { ...held, memberId, state: 'Available', productName: '손세차 10회권', remainingUses: 7 } as typeof held
  order.held = mine ? [mine, { ...mine, id: crypto.randomUUID(), productName: '다 쓴 이용권', remainingUses: 0 }] : []
  const judgedProduct = { userProductId: mine?.id ?? '', productName: '손세차 10회권' }
  state.decisions[guest.id] = { useDecision: 'late', judgedProduct }
  const sent: { body: unknown; key: unknown }[] = []
  web.gateway.answers['POST /admin/api/useLogs'] = (body, _, request) => {
    sent.push({ body, key: request.headers['idempotency-key'] })
    return sent.length === 1
      ? { status: 409, error: { code: 'VISIT_USED', message: '이미 상품을 사용한 방문이에요.' } }
      : { result: { ...order.uses[0], productName: '손세차 10회권' } }
  }
  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...late, id: guest.id } : visit))
  const page = await web.open(`/manage/visits/${guest.id}`, wide)
  await page.getByText(/10분 넘게 늦어 상품을 쓰지 않았으니/).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '이용 상품 직접 사용' }).click()
  const dialog = page.getByRole('dialog')
  await eventually(() => dialog.getByLabel('이용 상품').locator('option').allTextContents()).toEqual([
    '손세차 10회권 (7회 남음)',
  ])
  const send = dialog.getByRole('button', { name: '사용', exact: true })
  await send.click()
  await dialog.getByText('사유를 입력해 주세요.').waitFor()
  expect(sent).toEqual([])
  await dialog.getByLabel('사유').fill('번호판이 가려짐')
  expect(await violationsOf(page)).toEqual(noViolations)
  await send.click()
  await dialog.getByText('이미 상품을 사용한 방문이에요.').waitFor()
  await send.click()
  await page.getByText('손세차 10회권을 사용했어요').waitFor()
  const body = { visitId: guest.id, userProductId: mine?.id, reason: '번호판이 가려짐' }
  expect(sent.map((each) => each.body)).toEqual([body, body])
  const productUsed = { productName: '손세차 10회권', remainingUses: 6 }
  state.visits = state.visits.map((visit) => (visit.id === guest.id ? { ...visit, productUsed } : visit))
  web.gateway.send(eventOf({ ...late, id: guest.id, productUsed }))
  await page.getByText('6회 남음').waitFor()
  await eventually(() => page.getByRole('button', { name: '이용 상품 직접 사용' }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test.each([
  ['noProduct', /쓸 수 있는 상품이 없으니/, 1],
  ['otherCar', /다른 차량의 상품이라 쓰지 않았으니/, 0],
] as const)('a visit of a member shows %s and how to resolve it', async (useDecision, sentence, links) => {
  const { visit: state } = withManagement(web.gateway)
  const visit = { ...visitOf(2), id: guest.id, productUsed: null }
  const judgedProduct =
    useDecision === 'noProduct' ? null : { userProductId: crypto.randomUUID(), productName: '정기권' }
  state.decisions[guest.id] = { useDecision, judgedProduct }
  state.visits = state.visits.map((each) => (each.id === guest.id ? visit : each))
  const page = await web.open(`/manage/visits/${guest.id}`, wide)
  await page.getByText(sentence).waitFor()
  expect(await page.getByRole('link', { name: '이용 상품 보기' }).count()).toBe(links)
  await page.getByRole('button', { name: '이용 상품 직접 사용' }).click()
  await page.getByText('회원에게 지금 쓸 수 있는 상품이 없어요.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
})

test('a correction shows the picture and the plate, starts from it, and offers other candidates only', async () => {
  const { page } = await openVisit(guest.id, { carNumber: '128가4568' })
  const reads = page.getByRole('table', { name: '인식 기록' })
  await reads.waitFor()
  expect(await reads.getByText('다른 후보').count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('차량번호', { exact: true }).inputValue()).toBe('128가4568')
  await dialog.getByRole('img', { name: '128가4568로 읽은 사진' }).waitFor()
  await dialog.getByText('지금 번호').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a visit noted by hand starts at the store unless the list is of one', async () => {
  const { page } = await openVisit()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  const stores = web.gateway.answers['GET /admin/api/stores']
  const held = Promise.withResolvers<void>()
  web.gateway.answers['GET /admin/api/stores'] = async (...request) => {
    await held.promise
    return (await stores?.(...request)) ?? { status: 500 }
  }
  await page.goto(`${web.gateway.origin}/manage/visits`)
  await page.getByRole('button', { name: '방문 직접 기록' }).click()
  await eventually(focused).toBe('storeId')
  held.resolve()
  await page.getByRole('dialog').getByRole('option', { name: '강남점' }).waitFor({ state: 'attached' })
  expect(await focused()).toBe('storeId')
  if (stores) web.gateway.answers['GET /admin/api/stores'] = stores
  await page.goto(`${web.gateway.origin}/manage/visits?storeId=${guest.storeId}`)
  await page.getByRole('button', { name: '방문 직접 기록' }).click()
  await eventually(focused).toBe('carNumber')
})

test('a visit leads to its store, to the other visits of its car and to the use of its product', async () => {
  const used = visitOf(6)
  const { page } = await openVisit(used.id)
  const facts = page.getByRole('region', { name: '방문 내용' })
  const hrefOf = (name: string) => facts.getByRole('link', { name }).getAttribute('href')
  expect(await hrefOf('강남점')).toBe(`/manage/stores/${used.storeId}`)
  expect(await hrefOf('이 차량의 기록 모두 보기')).toBe(
    `/manage/visits?carNumber=${encodeURIComponent(used.carNumber)}`,
  )
  expect(await hrefOf('사용 기록 보기')).toContain(`/manage/useLogs?memberId=${used.memberId}&from=`)
})

test('a visit shows all uses of its products; another is recorded by hand as often as a product allows, and each is reversed', async () => {
  const member = visitOf(2)
  const memberId = member.memberId ?? ''
  const productUsed = { productName: '손세차 10회권', remainingUses: 9 }
  const visit = { ...member, id: guest.id, carNumber: '12나3456', late: false, productUsed, memberId, name: '김서연' }
  const { visit: state, order } = withManagement(web.gateway)
  const [held] = order.held
  const [use] = order.uses
  if (held === undefined || use === undefined) throw new Error('no fixtures')
  const once = { ...held, memberId, state: 'Available' as const, remainingUses: 3 }
  const several = { ...once, id: crypto.randomUUID(), productName: '손세차 10회권', usesPerStay: 2, remainingUses: 9 }
  order.held = [{ ...once, productName: '정기권' }, several]
  const useOfVisit = (id: string) => ({ ...use, id, visitId: guest.id, productName: '손세차 10회권', reversedAt: null })
  order.uses = [useOfVisit(crypto.randomUUID())]
  state.visits = state.visits.map((each) => (each.id === guest.id ? visit : each))
  web.gateway.answers['POST /admin/api/useLogs'] = () => {
    order.uses = [...order.uses, useOfVisit(crypto.randomUUID())]
    return { result: order.uses[1] }
  }
  const page = await web.open(`/manage/visits/${guest.id}`, wide)
  const uses = page.getByRole('table', { name: '이용 내역' }).locator('tbody tr')
  await eventually(() => uses.count()).toBe(1)
  const open = page.getByRole('button', { name: '이용 상품 직접 사용' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await eventually(() => dialog.getByLabel('이용 상품').locator('option').allTextContents()).toEqual([
    '손세차 10회권 (9회 남음)',
  ])
  await dialog.getByLabel('사유').fill('두 대를 세차했어요')
  await dialog.getByRole('button', { name: '사용', exact: true }).click()
  await eventually(() => uses.count()).toBe(2)
  await eventually(() => open.count()).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)
  await uses
    .first()
    .getByRole('button', { name: /되돌리기/ })
    .click()
  await dialog.getByLabel('사유').fill('실수')
  await dialog.getByRole('button', { name: '되돌리기', exact: true }).click()
  await eventually(() => uses.first().innerText()).toContain('실수')
  expect(await uses.getByRole('button', { name: /되돌리기/ }).count()).toBe(1)
  await open.waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
