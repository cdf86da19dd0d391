import { expect, test } from 'vitest'
import {
  eventually,
  expectAccessible,
  noViolations,
  sendDeletions,
  violationsOf,
  wide,
  withConsole,
} from './browser.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openStores(path = '/manage/stores') {
  const { store: state } = withManagement(web.gateway)
  const page = await web.open(path, wide)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}

test('a store is shown to members by a switch, edited with its hours, and deleting it requires its name', async () => {
  const { page, state } = await openStores()
  const shown = page.getByRole('switch', { name: '강남점 앱에 표시' })
  await shown.click()
  await eventually(() => state.writes).toEqual([{ visible: false }])
  await eventually(() => shown.isChecked()).toBe(false)
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('link', { name: '강남점' }).click()
  await page.getByRole('link', { name: '매장 정보' }).click()
  await page.getByText('다음 날 02:00까지').waitFor()
  await page.getByRole('combobox', { name: '일요일 영업시간' }).selectOption('24시간')
  await page.getByLabel('토요일 1번째 닫는 시각').fill('03:00')
  await page.getByText('다른 시간과 겹쳐요').first().waitFor()
  await page.getByRole('combobox', { name: '일요일 영업시간' }).selectOption('휴무')
  await page.getByText('다른 시간과 겹쳐요').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '월요일 평일에 복사' }).click()
  await page.getByRole('button', { name: '금요일 시간 추가' }).click()
  await page.getByLabel('임시 휴무일').fill('2026-12-31')
  await page.getByRole('button', { name: '휴무일 추가' }).click()
  await page.getByText('2026년 12월 31일 목요일').waitFor()
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)

  await page.getByText('저장하지 않은 변경 2개').waitFor()
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  const day = { open: '09:00', close: '18:00' }
  expect(state.writes.at(-1)).toEqual({
    businessHours: [
      ...[1, 2, 3, 4, 5].map((n) => ({ day: n, ...day })),
      { day: 5, open: '19:00', close: '22:00' },
      { day: 6, open: '20:00', close: '03:00' },
    ].toSorted((one, other) => one.day - other.day),
    closedDates: ['2026-12-25', '2026-12-31'],
  })

  await page.getByRole('button', { name: '삭제', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름 입력').fill('강남')
  await page.keyboard.press('Enter')
  await eventually(() => dialog.getByLabel('이름 입력').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('이름 입력').fill('강남점')
  await page.keyboard.press('Enter')
  const equipped = page.getByRole('dialog', { name: '강남점에 인식기나 벽 화면이 있어요' })
  await equipped.getByText('1번 출입구, 2번 출입구, 3번 출입구').waitFor()
  await equipped.getByText('1번 입구, 새 화면').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await equipped.getByRole('button', { name: '인식기와 화면도 함께 종료하기' }).click()
  await page.getByText('강남점 삭제했어요').waitFor()
  await sendDeletions(page)
  await page.getByText('상품에 쓰이는 매장은 삭제할 수 없어요.').waitFor()
  expect(state.deletions).toEqual(['withDevices=true'])
  await page.getByRole('link', { name: '강남점' }).waitFor()
})

test('a new store is validated by the contract, and the server’s fault of the hours focuses them', async () => {
  const { page, state } = await openStores('/manage/stores/new')
  await page.getByLabel('이름', { exact: true }).fill('성수점')
  await page.getByLabel('위도').fill('서른일곱')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('숫자로 입력해 주세요.').first().waitFor()
  expect(state.writes).toEqual([])
  await page.getByLabel('전화번호').fill('02-555-1234')
  await page.getByLabel('주소', { exact: true }).fill('서울 성동구')
  await page.getByLabel('위도').fill('37.54')
  await page.getByLabel('경도').fill('127.05')
  const made = web.gateway.answers['POST /admin/api/stores']
  web.gateway.answers['POST /admin/api/stores'] = () => ({
    status: 400,
    error: {
      code: 'VALIDATION_FAILED',
      message: '',
      details: [{ path: 'businessHours.0.day', message: '1 이상이에요.' }],
    },
  })
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('1 이상이에요.').first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    '월요일 영업시간',
  )
  if (made) web.gateway.answers['POST /admin/api/stores'] = made
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('등록했어요').waitFor()
  await page.getByRole('link', { name: '성수점' }).waitFor()
  expect(state.writes).toMatchObject([{ name: '성수점', latitude: 37.54, addressDetail: null, businessHours: [] }])
})

test('an edit conflict shows both values and lets the user choose', async () => {
  const { page, state } = await openStores()
  await page.getByRole('link', { name: '강남점' }).click()
  await page.getByRole('link', { name: '매장 정보' }).click()
  await page.getByLabel('전화번호').fill('02-555-0000')
  state.stores = state.stores.map((each) =>
    each.name === '강남점' ? { ...each, phone: '02-777-0000', closedDates: ['2026-12-25', '2027-01-01'] } : each,
  )
  state.version += 1
  await page.getByRole('button', { name: '저장' }).click()
  const dialog = page.getByRole('dialog', { name: '다른 관리자가 먼저 저장했어요' })
  await dialog.getByText('02-555-0000').waitFor()
  await dialog.getByText('다른 관리자가 바꾼 항목은 그대로 받았어요. (임시 휴무일)').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByText('02-777-0000').click()
  await dialog.getByRole('button', { name: '이대로 저장' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('전화번호').inputValue()).toBe('02-777-0000')
  await page.getByText('2027년 1월 1일 금요일').waitFor()
  expect(state.writes).toEqual([{ phone: '02-555-0000' }])
})

test('the page of a store begins with its day: what needs a person, visits, money, recognizers and screens, and its lists', async () => {
  const { statistics } = withManagement(web.gateway)
  const asked: string[] = []
  for (const path of ['attention', 'statistics/visits', 'statistics/money', 'visits', 'devices', 'screens']) {
    const answer = web.gateway.answers[`GET /admin/api/${path}`]
    web.gateway.answers[`GET /admin/api/${path}`] = (body, attempt, request) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost')
      if (searchParams.get('storeId') === stores[0]?.id) asked.push(path)
      return answer?.(body, attempt, request) ?? { status: 404 }
    }
  }
  statistics.attention.items = [
    { kind: 'owedReturns', count: 2, since: null, examples: [] },
    { kind: 'offlineDevices', count: 1, since: null, examples: [] },
  ]
  const page = await web.open(`/manage/stores/${stores[0]?.id}`, wide)
  await page.getByRole('heading', { level: 1, name: '강남점' }).waitFor()
  for (const name of ['먼저 볼 일', '오늘 집계', '시간대별 방문', '방금 온 차량', '매장', '인식기', '벽 화면'])
    await page.getByRole('region', { name, exact: true }).waitFor()
  await eventually(() => new Set(asked).size).toBe(6)
  const devices = page.getByRole('region', { name: '인식기', exact: true })
  await eventually(() => devices.getByRole('listitem').allInnerTexts()).toHaveLength(3)
  expect(await devices.getByRole('listitem').nth(1).innerText()).toMatch(/2번 출입구[\s\S]*연결 끊김/)
  await expectAccessible(page)
  const cards = page.getByRole('region', { name: '먼저 볼 일' }).getByRole('link')
  expect(await cards.allInnerTexts()).toEqual([
    expect.stringMatching(/돌려줄 돈\s+2건\s+목록은 모든 매장/),
    expect.stringMatching(/끊긴 인식기\s+1건$/),
  ])
  await page.getByRole('link', { name: /끊긴 인식기/ }).click()
  await page.waitForURL(`**/manage/devices?storeId=${stores[0]?.id}`)
  await page.goBack()
  await page.getByRole('region', { name: '매장', exact: true }).getByRole('link', { name: '일일 마감' }).click()
  await page.waitForURL(`**/manage/closing?storeId=${stores[0]?.id}`)
})

test('two to four stores are compared side by side for a range, on one scale for each figure', async () => {
  const { store } = withManagement(web.gateway)
  const third = '019aa000-0001-7000-8000-000000000003'
  const [first] = store.stores
  if (first) store.stores = [...store.stores, { ...first, id: third, name: '송도점' }]
  const page = await web.open('/manage/stores', wide)
  await page.getByRole('link', { name: '매장 비교' }).click()
  const heads = () => page.getByRole('columnheader').allInnerTexts()
  await eventually(heads).toEqual(['지표', '강남점', '분당점'])
  await page.getByLabel('매장 더하기').selectOption('송도점')
  await eventually(heads).toEqual(['지표', '강남점', '분당점', '송도점'])
  await page.getByLabel('2번째 매장').selectOption('빼기')
  await eventually(heads).toEqual(['지표', '강남점', '송도점'])
  expect(new URL(page.url()).searchParams.get('stores')).toBe(`${stores[0]?.id},${third}`)

  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  for (const name of ['방문', '회원 방문', '비회원 방문', '이용', '순매출', '새 정기권']) await rowOf(name).waitFor()
  const cells = await rowOf('방문').getByRole('cell').allInnerTexts()
  expect(cells.slice(1)).toEqual([expect.stringMatching(/^[\d,]+대/), expect.stringMatching(/^[\d,]+대/)])
  const bars = await rowOf('방문')
    .locator('[style*=inline-size]')
    .evaluateAll((all) => all.map((bar) => bar.clientWidth))
  const visits = cells.slice(1).map((text) => Number(text.replaceAll(',', '').match(/^\d+/)?.[0]))
  expect((bars[1] ?? 0) / (bars[0] ?? 1)).toBeCloseTo((visits[1] ?? 0) / (visits[0] ?? 1), 1)
  await expectAccessible(page)

  await page.goto(`${web.gateway.origin}/manage/stores/compare?stores=nonsense&range=month`)
  await eventually(heads).toEqual(['지표', '강남점', '분당점'])
})
