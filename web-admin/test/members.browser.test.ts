import { expect, test } from 'vitest'
import {
  eventually,
  expectAccessible,
  exportList,
  exportMasks,
  noViolations,
  violationsOf,
  withConsole,
} from './browser.ts'
import { subscription } from './gateway/members.ts'
import { productOf } from './gateway/products.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' as const }

async function openMembers(path = '/manage/members') {
  const { member: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state, dialog: page.getByRole('dialog') }
}

/** The page of a member with a plan. */
async function openSecond(change: (order: ReturnType<typeof withManagement>['order']) => void = () => undefined) {
  const { member: state, order } = withManagement(web.gateway)
  const [, second] = state.members
  const of = { memberId: String(second?.id), memberName: '이도윤', createdAt: subscription.startsAt, canResume: false }
  order.held = [Object.assign({}, subscription, of)]
  change(order)
  const page = await web.open(`/manage/members/${second?.id}`, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1, name: '이도윤' }).waitFor()
  return { page, state, second, order, dialog: page.getByRole('dialog') }
}

test('members are searched, sorted and exported with the list’s query, and the list is restored on return', async () => {
  const { page, state } = await openMembers()
  await page.getByText('1–20 / 43').waitFor()
  expect(await page.getByText(/010-\*\*\*\*-5\d{3}/).count()).toBe(20)
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('searchbox', { name: '회원 검색' }).fill('홍길동')
  await page.keyboard.press('Enter')
  await page.getByText('1–7 / 7').waitFor()
  await page.getByRole('button', { name: '가입일' }).click()
  await page.waitForURL(/sort=createdAt/)
  await eventually(() => state.queries.at(-1)).toContain('sort=createdAt%2Cdesc')
  expect(await page.getByRole('columnheader', { name: '가입일' }).getAttribute('aria-sort')).toBe('descending')

  const saving = page.waitForEvent('download')
  await exportList(page)
  expect((await saving).suggestedFilename()).toMatch(/^회원-\d{4}-\d{2}-\d{2}\.csv$/)
  const [file, list] = [state.queries.at(-1), state.queries.at(-2)]
  expect(file).toBe(`export ${list}&${exportMasks}`)

  const opened = page.getByRole('row').nth(3).getByRole('link')
  const row = await opened.getAttribute('data-row')
  const before = page.url()
  await opened.click()
  await page.getByRole('heading', { name: '기본 정보' }).waitFor()
  await page.locator('main').getByRole('link', { name: '회원', exact: true }).click()
  await page.waitForURL(before)
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(row)

  await page.getByRole('searchbox', { name: '회원 검색' }).fill('없는 사람')
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  await page.getByRole('button', { name: '필터 지우기' }).click()
  await page.getByText('1–20 / 43').waitFor()
})

test('members have views with counts, of what the administrator may see', async () => {
  const { page, state } = await openMembers()
  for (const [n, { id }] of state.members.entries()) if (n < 3) state.statuses[id] = n < 2 ? 'unpaid' : 'notAgreed'
  await page.reload()
  const tabs = page.getByRole('navigation', { name: '보기' }).getByRole('link')
  await eventually(async () => (await tabs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    ...['전체', '정기권 이용 중 0', '결제 실패 2', '7일 안에 끝남 0', '약관 미동의 1'],
  ])
  await tabs.filter({ hasText: '결제 실패' }).press('Enter')
  await page.getByText('1–2 / 2').waitFor()
  expect(new URL(page.url()).search).toBe('?status=unpaid')
  await page.getByRole('button', { name: '상태: 결제 실패 해제' }).click()
  await page.getByText('1–20 / 43').waitFor()
  await expectAccessible(page)

  await page.goto(`${web.gateway.origin}/manage/visits`)
  await page.getByRole('link', { name: /^번호 확인 대기\s*0$/ }).click()
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  expect(new URL(page.url()).search).toBe('?review=open')
})

// ASVS 10.4.9
test('one page shows all data of a member, loads each part separately, and ends all their sessions', async () => {
  const { page, state, second } = await openSecond(() => {
    web.gateway.answers['GET /admin/api/useLogs'] = () => ({ status: 503 })
  })
  for (const words of [
    '010-1234-5002',
    '1990년 2월 28일',
    '현대 · 아이오닉 5 · 흰색',
    '대표 차량',
    '3회 남음 · 2026년 12월 20일까지 · 다음 결제 2026년 12월 20일',
    '35,000원 · 정기권 · 매달 · 4회 · 차량 1대 · 12가3456 · 모든 매장',
    '지금 판매 조건: 정기권 · 매달 · 4회',
    '개인정보 처리방침',
  ]) {
    await page.getByText(words).first().waitFor()
  }
  await page.getByText('이용 내역을 불러오지 못했어요').waitFor()
  expect(await page.getByRole('link', { name: '정기 세차권' }).getAttribute('href')).toContain('/manage/orders/')
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await expectAccessible(page)

  await page.getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
  await page.getByText('로그인한 기기가 없어요').waitFor()
  expect(state.signedOut).toEqual([second?.id])

  await page.goto(page.url().replace(/[^/]+$/, '019aa000-0008-7000-8000-999999999999'))
  await page.getByText('회원을 찾을 수 없어요.').waitFor()
})

test('the phone number of a member is released with a reason, and the page says that a new one is missing', async () => {
  const { page, state, dialog } = await openMembers('/manage/members/019aa000-0018-7000-8000-000000000001')
  await page.getByRole('button', { name: '번호 해제' }).click()
  await dialog.getByText('이 회원은 모든 기기에서 로그아웃되고').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('사유').fill('새 주인이 매장에서 확인했어요')
  await dialog.getByRole('button', { name: '번호 해제' }).click()
  await page.getByText('휴대폰 번호를 해제했어요').waitFor()
  await page.getByText('없음 (새 번호를 인증해야 해요)').waitFor()
  expect(state.released).toEqual([{ reason: '새 주인이 매장에서 확인했어요' }])
  expect(await page.getByRole('button', { name: '번호 해제' }).count()).toBe(0)
})

test('a member’s unpaid renewal is charged now, stopped and resumed, each only where it is possible', async () => {
  const dunning = { since: '2026-11-20T05:02:00.000Z', reason: 'declined', amount: 35_000 } as const
  const unpaid = { state: 'Unavailable', dunning: { ...dunning, nextTryAt: '2026-11-23T05:02:00.000Z' } } as const
  const { page, order, dialog } = await openSecond((state) => {
    state.held = state.held.map((each) => ({ ...each, ...unpaid }))
  })
  const panel = page.getByRole('region', { name: '이용 상품' })
  await panel.getByText('35,000원 결제 실패 · 카드사 승인 거절').waitFor()
  await panel.getByText(/11월 20일 14:02부터 밀림 · 다음 시도 .*11월 23일 14:02/).waitFor()
  const names = () => panel.getByRole('button').allInnerTexts()
  await eventually(names).toEqual(['지금 결제', '기간 끝에 해지', '차량 바꾸기', '회수'])
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)

  const retry = 'POST /admin/api/userProducts/{id}/retryPayment'
  const charge = web.gateway.answers[retry]
  web.gateway.answers[retry] = (body, _, request) => {
    order.sent.push({ key: request.headers['idempotency-key'], body: body as Record<string, unknown> })
    return { status: 402, error: { code: 'PAYMENT_FAILED', message: '결제하지 못했어요. 카드 정보를 확인해 주세요.' } }
  }
  await panel.getByRole('button', { name: '이도윤님의 정기 세차권 지금 결제' }).click()
  await dialog.getByText('회원의 대표 카드로 35,000원 결제해요.').waitFor()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '지금 결제' }).click()
  await dialog.getByText('결제하지 못했어요. 카드 정보를 확인해 주세요.').waitFor()
  if (charge) web.gateway.answers[retry] = charge
  await dialog.getByRole('button', { name: '지금 결제' }).click()
  await page.getByText('정기 결제를 마쳤어요').waitFor()
  await panel.getByText('다음 결제 2027년 1월 20일').waitFor()
  // A declined charge is the outcome of its key: the next one is a new attempt.
  expect(new Set(order.sent.map(({ key }) => key)).size).toBe(2)

  await panel.getByRole('button', { name: '기간 끝에 해지' }).click()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '기간 끝에 해지' }).click()
  await panel.getByText('해지됨, 기간 끝에 종료').waitFor()
  await panel.getByRole('button', { name: '해지 취소' }).click()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '해지 취소' }).click()
  await panel.getByText('다음 결제 2026년 12월 20일').waitFor()

  // Stopped by the deletion of its product: it cannot be resumed.
  order.held = order.held.map((each) => ({ ...each, nextBillingAt: null, canResume: false }))
  await page.reload()
  await eventually(names).toEqual(['차량 바꾸기', '회수'])
  order.held = order.held.map((each) => ({ ...each, state: 'Complete' }))
  await page.reload()
  await panel.getByText('종료').waitFor()
  expect(await names()).toEqual([])
})

test('a plan of one car is moved to another car of the member', async () => {
  const { page, order, dialog } = await openSecond()
  const panel = page.getByRole('region', { name: '이용 상품' })
  await panel.getByRole('button', { name: '이도윤님의 정기 세차권 차량 바꾸기' }).click()
  await dialog.getByRole('button', { name: '차량 바꾸기' }).click()
  await dialog.getByText('차량을 선택해 주세요.').waitFor()
  expect(await dialog.getByRole('option').allInnerTexts()).not.toContain('12가3456 · 아이오닉 5')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('차량').selectOption('123나4568 · 아이오닉 5')
  await dialog.getByRole('button', { name: '차량 바꾸기' }).click()
  await page.getByText('차량을 바꿨어요').waitFor()
  await panel.getByText('차량 1대 · 123나4568').waitFor()
  expect(order.sent).toHaveLength(1)
})

test('a plan is paused and gets another plan at the end of its period, each with a reason', async () => {
  const plan = {
    ...{ firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 3, pauseDaysPerYear: 30, trial: false },
    ...{ nextAmount: 35_000, committedUntil: '2027-01-20T05:02:00.000Z', stopsAt: null, pause: null },
    ...{ pausedDays: null, change: null },
  }
  const { page, order, dialog } = await openSecond((state) => {
    state.held = state.held.map((each) => ({ ...each, subscription: plan }))
  })
  const panel = page.getByRole('region', { name: '이용 상품' })
  await panel.getByText('다음 결제 2026년 12월 20일 · 35,000원 결제 예정 · 약정 2027년 1월 20일까지').waitFor()
  const sent: unknown[] = []
  const answer = (change: object) => (body: unknown) => {
    sent.push(body)
    order.held = order.held.map((each) => Object.assign({}, each, change))
    return { result: order.held[0] }
  }
  const { answers } = web.gateway
  const pause = { since: '2026-11-23T05:02:00.000Z', until: '2026-12-07T05:02:00.000Z' }
  answers['POST /admin/api/userProducts/{id}/pause'] = answer({
    ...{ state: 'Unavailable', subscription: { ...plan, pause } },
  })
  answers['POST /admin/api/userProducts/{id}/unpause'] = answer({ state: 'Available', subscription: plan })
  const change = { productId: 'x', productName: '무제한', price: 50_000 }
  answers['POST /admin/api/userProducts/{id}/change'] = answer({ subscription: { ...plan, change } })

  const other = productOf(7, { name: '무제한', type: 'subscribe', price: 50_000 })
  answers['GET /admin/api/products'] = () => ({ result: [other], etag: '"9"' })
  const now = { amount: 30_000, credit: 20_000, unusedDays: 17, periodDays: 30 }
  const periodEnd = { at: '2026-12-20T05:02:00.000Z', amount: 50_000 }
  answers['GET /admin/api/userProducts/{id}/change'] = () => ({ result: { now, periodEnd } })
  await page.reload()

  const names = () => panel.getByRole('button').allInnerTexts()
  await eventually(names).toEqual(['일시정지', '정기권 변경', '기간 끝에 해지', '차량 바꾸기', '회수'])
  await panel.getByRole('button', { name: '이도윤님의 정기 세차권 일시정지' }).click()
  await dialog.getByLabel('일시정지할 날').fill('14')
  await dialog.getByLabel('사유').fill('출장')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '일시정지' }).click()
  await panel.getByText('2026년 12월 7일까지 일시정지').waitFor()
  await eventually(names).toEqual(['일시정지 해제', '기간 끝에 해지', '차량 바꾸기', '회수'])
  await panel.getByRole('button', { name: '일시정지 해제' }).click()
  await dialog.getByLabel('사유').fill('복귀')
  await dialog.getByRole('button', { name: '일시정지 해제' }).click()
  await panel.getByRole('button', { name: '정기권 변경' }).click()
  await dialog.getByLabel('새 정기권').waitFor()
  await dialog.getByText('지금 바꾸면 남은 17일의 20,000원을 새 정기권의 가격에서 빼요.').waitFor()
  await dialog.getByLabel('바꾸는 때').selectOption('지금 · 30,000원 결제')
  await dialog.getByText('회원의 대표 카드로 지금 결제돼요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('사유').fill('바로 요청')
  await dialog.getByRole('button', { name: '정기권 변경' }).click()
  await page.getByText('정기권을 바꿨어요').waitFor()
  answers['POST /admin/api/userProducts/{id}/change'] = answer({ subscription: { ...plan, change } })
  order.held = order.held.map((each) => Object.assign({}, each, { subscription: plan }))
  await page.reload()
  await panel.getByRole('button', { name: '정기권 변경' }).click()
  await dialog.getByLabel('바꾸는 때').waitFor()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '정기권 변경' }).click()
  await panel.getByText('기간 끝에 무제한으로 변경').waitFor()
  await panel.getByRole('button', { name: '정기권 변경' }).click()
  const plans = dialog.getByLabel('새 정기권')
  await eventually(() => plans.getByRole('option').allInnerTexts()).toEqual([
    ...['무제한 · 50,000원', '무제한 · 50,000원', '정기 세차권 그대로'],
  ])
  expect(await plans.inputValue()).toBe(change.productId)
  await plans.selectOption('정기 세차권 그대로')
  await dialog.getByText('변경 예약을 취소할까요?').waitFor()
  await dialog.getByLabel('사유').fill('다시 요청')
  answers['POST /admin/api/userProducts/{id}/change'] = answer({ subscription: undefined })
  await dialog.getByRole('button', { name: '변경 예약 취소' }).click()
  await page.getByText('변경 예약을 취소했어요').first().waitFor()
  // Without `subscription`, as an orders process of the version before sends it.
  await eventually(names).toEqual(['기간 끝에 해지', '차량 바꾸기', '회수'])
  expect(sent).toMatchObject([
    { days: 14, reason: '출장' },
    { reason: '복귀' },
    { productId: other.id, when: 'now', amount: 30_000, reason: '바로 요청' },
    { productId: other.id, reason: '전화로 요청' },
    { productId: order.held[0]?.productId, reason: '다시 요청' },
  ])
})
