import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { rehearsalResult, withRehearsals } from './gateway/rehearsals.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const open = '바꾸기 전에 지난달로 시험해 보기'

async function openSettings() {
  withManagement(web.gateway)
  const state = withRehearsals(web.gateway)
  const page = await web.open('/manage/settings', wide)
  const panel = page.getByRole('region', { name: '지난 기록으로 시험해 보기' })
  await page.getByRole('button', { name: open }).waitFor()
  return { page, panel, state, start: panel.getByRole('button', { name: '시험하기' }) }
}

/** The day in Seoul, `days` days ago. */
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(Date.now() - days * 86_400_000)

test('values that are typed but not saved are tried on the last 31 days, with progress and examples', async () => {
  const { page, panel, state, start } = await openSettings()
  await page.getByLabel('최소 인식 정확도').fill('0.7')
  await page.getByRole('button', { name: open }).click()
  const inPanel = (label: string) => panel.getByLabel(label)
  await eventually(() => inPanel('최소 인식 정확도').inputValue()).toBe('0.7')
  expect(await inPanel('같은 방문으로 보는 시간').inputValue()).toBe('600')
  await inPanel('매장').selectOption({ label: '분당점' })
  await start.click()
  const settings = { minConfidence: 0.7, revisitSeconds: 600, lookalikeSeconds: 10 }
  await eventually(() => state.started).toEqual([
    { from: dayBefore(30), to: dayBefore(0), storeId: stores[1]?.id, ...settings },
  ])
  await panel.getByRole('progressbar', { name: '인식 기록을 세고 있어요' }).waitFor()
  // The whole page is in view: no bar that stays in its place covers half of a button.
  await page.setViewportSize({ width: 1366, height: 8_000 })
  expect(await violationsOf(page)).toEqual(noViolations)
  state.change({ progress: { reads: 120_000, readsTotal: 240_000 } })
  const bar = panel.getByRole('progressbar', { name: '인식 기록 240,000건 중 120,000건을 계산했어요' })
  await bar.waitFor()
  expect(await bar.evaluate((element: HTMLProgressElement) => element.position)).toBe(0.5)
  await page.getByRole('status').getByText('시험 50% 진행').waitFor({ state: 'attached' })

  state.change({ state: 'done', finishedAt: new Date().toISOString(), result: rehearsalResult })
  const result = panel.getByRole('region', { name: '시험 결과' })
  await result.waitFor()
  expect((await result.innerText()).replace(/\s+/g, ' ')).toMatch(
    /분당점 최소 인식 정확도 0.8 → 0.7 방문 1,204건 → 1,207건 새로 생기는 방문 24건/,
  )
  await page.getByRole('status').getByText('방문 1,204건에서 1,207건으로').waitFor({ state: 'attached' })
  await result.getByText('새로 생기는 방문').click()
  await result.getByText('24건 중 최근 20건이에요.').waitFor()
  const appearing = result.getByRole('list', { name: '새로 생기는 방문' }).getByRole('listitem')
  await eventually(() => appearing.count()).toBe(20)
  await appearing.first().getByRole('img', { name: '12가1000 인식 사진' }).waitFor()
  expect(await appearing.first().innerText()).toMatch(
    /강남점[\s\S]*지금[\s\S]*방문 없음[\s\S]*바꾸면[\s\S]*11월 20일 14:00/,
  )
  expect(await appearing.getByRole('link').count()).toBe(0)
  await result.getByText('합쳐지는 방문').click()
  const links = result.getByRole('list', { name: '합쳐지는 방문' }).getByRole('link')
  await eventually(() => links.count()).toBe(3)
  expect(await links.first().getAttribute('href')).toMatch(/^\/manage\/visits\/[\da-f-]{36}$/)
  for (const width of [1920, 768, 360]) {
    await page.setViewportSize({ width, height: 8_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.getByLabel('최소 인식 정확도').first().inputValue()).toBe('0.7')
})

test('a rehearsal goes on when its page is left, is there again, and can be cancelled', async () => {
  const { page, panel, state, start } = await openSettings()
  await page.getByRole('button', { name: open }).click()
  await panel.getByLabel('비슷한 번호를 비교하는 시간').fill('0')
  await start.click()
  await panel.getByRole('progressbar').waitFor()
  await page.getByRole('link', { name: '매장', exact: true }).click()
  await page.getByText('시험은 계속되고 있어요. 앱 설정에서 결과를 볼 수 있어요.').waitFor()
  expect(state.cancelled).toEqual([])
  await page.goBack()
  await panel.getByRole('progressbar').waitFor()
  await page.reload()
  await panel.getByRole('button', { name: '취소' }).click()
  await panel.getByText('시험을 취소했어요.').waitFor()
  expect(state.cancelled).toEqual(state.rehearsals.map(({ id }) => id))
  await panel.getByRole('button', { name: '닫기' }).click()
  await page.getByRole('button', { name: open }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: open }).waitFor()
})

test('what is wrong with the input is at its field; why a rehearsal does not run or has no result is said', async () => {
  const { page, panel, state, start } = await openSettings()
  await page.getByRole('button', { name: open }).click()
  await start.click()
  await panel.getByText('지금 값과 다른 값을 하나 이상 입력해 주세요.').waitFor()
  await panel.getByLabel('최소 인식 정확도').fill('0.6')
  await panel.getByLabel('시작일').fill(dayBefore(31))
  await start.click()
  await panel.getByText('기간을 31일까지로 줄여 주세요.').waitFor()
  await eventually(() => panel.getByLabel('종료일').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(state.started).toEqual([])
  await panel.getByLabel('시작일').fill(dayBefore(3))

  const answer = web.gateway.answers['POST /admin/api/recognition/rehearsals']
  const message = '다른 설정을 미리 적용하는 중이에요. 끝난 뒤에 다시 시도해 주세요.'
  web.gateway.answers['POST /admin/api/recognition/rehearsals'] = () => ({
    status: 409,
    error: { code: 'REHEARSAL_RUNNING', message },
  })
  await start.click()
  await panel.getByText(message).waitFor()
  web.gateway.answers['POST /admin/api/recognition/rehearsals'] = answer ?? (() => ({ status: 500 }))
  await start.click()
  await panel.getByRole('progressbar').waitFor()
  state.change({ state: 'failed', failure: 'tooLong', finishedAt: new Date().toISOString() })
  await panel.getByText('5분 안에 끝나지 않아서 멈췄어요. 기간을 줄이거나 매장을 골라 주세요.').waitFor()
  expect(web.logOf(page).filter((line) => line.startsWith('pageerror'))).toEqual([])
})
