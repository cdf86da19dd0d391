import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, sendDeletions, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 900 }, reducedMotion: 'reduce' as const }

async function openNotices(path = '/manage/notices') {
  const { content } = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, notices: content.notices }
}

test('notices show their state, only edited blocks change, and the preview is what members see', async () => {
  const { page, notices } = await openNotices()
  const row = (title: string) => page.getByRole('row', { name: title })
  await row('추석 연휴 운영 안내').getByText('게시됨').waitFor()
  await row('추석 연휴 운영 안내').getByText('고정').waitFor()
  await row('겨울 세차 이벤트').getByText('예약').waitFor()
  await row('겨울 세차 이벤트').getByText('2099년 1월 1일 09:00').waitFor()
  await row('아직 쓰는 중').getByText('초안').waitFor()
  await page.getByRole('button', { name: '게시일' }).click()
  await page.waitForURL(/sort=publishedAt/)
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)

  await page.getByRole('link', { name: '추석 연휴 운영 안내' }).click()
  const area = page.getByRole('textbox', { name: '내용' })
  await area.getByRole('heading', { name: '안내' }).waitFor()
  await page.getByRole('heading', { name: '변경 이력' }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  // Opening changes nothing: the list markers are as before.
  await page.getByRole('switch', { name: '고정' }).click()
  await page.getByText('저장하지 않은 변경 1개').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('저장했어요').waitFor()
  expect(notices.sent).toEqual([{ pinned: false }])

  await area.getByRole('heading', { name: '안내' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await page.getByRole('button', { name: '미리보기' }).click()
  const preview = page.getByRole('dialog', { name: '회원에게 보이는 모습' })
  await preview.getByRole('heading', { name: '안내!', exact: true }).waitFor()
  await preview.getByRole('button', { name: '어둡게' }).click()
  expect(await violationsOf(page)).toEqual(noViolations)
  await preview.getByRole('button', { name: '닫기' }).last().click()
  await page.keyboard.press('Control+s')
  await eventually(() => notices.sent).toHaveLength(2)
  expect(notices.sent[1]).toEqual({ content: '## 안내!\n\n* 추석 당일은 쉬어요\n* 다음 날 **열어요**\n' })
})

test('a notice is published immediately, at a time or not yet; a deletion can be undone', async () => {
  const { page, notices } = await openNotices('/manage/notices/new')
  const area = page.getByRole('textbox', { name: '내용' })
  await area.waitFor()
  await page.getByLabel('제목').first().fill('설 연휴 안내')
  await area.click()
  await page.keyboard.type('설에는 쉬어요')
  await page.getByRole('radio', { name: '예약' }).check()
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('예약할 날짜를 골라 주세요.').first().waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByLabel('예약 날짜').fill('2099-02-01')
  await page.getByLabel('예약 시각').fill('09:30')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('등록했어요').waitFor()
  const made = { title: '설 연휴 안내', content: '설에는 쉬어요', pinned: false }
  expect(notices.sent).toEqual([{ ...made, publishedAt: '2099-02-01T00:30:00.000Z' }])

  await page.getByRole('link', { name: '설 연휴 안내' }).click()
  await page.getByRole('radio', { name: '초안' }).check()
  await page.keyboard.press('Control+s')
  await eventually(() => notices.sent[1]).toEqual({ publishedAt: null })
  await page.getByRole('button', { name: '삭제' }).click()
  await page.getByText('설 연휴 안내 삭제했어요').waitFor()
  const titles = page.locator('a[data-row]')
  await eventually(() => titles.allInnerTexts()).not.toContain('설 연휴 안내')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => titles.allInnerTexts()).toContain('설 연휴 안내')
  expect(notices.items).toHaveLength(4)

  await page.getByRole('button', { name: '설 연휴 안내 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await eventually(() => titles.allInnerTexts()).not.toContain('설 연휴 안내')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('several notices are deleted together, which can be undone like the deletion of one', async () => {
  const { page, notices } = await openNotices()
  const titles = page.locator('a[data-row]')
  await page.getByRole('checkbox', { name: '겨울 세차 이벤트 선택' }).check()
  await page.getByRole('checkbox', { name: '아직 쓰는 중 선택' }).check()
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await bar.getByText('2건 선택됨').waitFor()
  await bar.getByRole('button', { name: '삭제' }).click()
  await page.getByText('2개를 삭제했어요').waitFor()
  await eventually(() => titles.allInnerTexts()).toEqual(['추석 연휴 운영 안내'])
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => titles.count()).toBe(3)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)

  await page.getByLabel('이 페이지 전체 선택').check()
  await bar.getByRole('button', { name: '삭제' }).click()
  await page.getByText('3개를 삭제했어요').waitFor()
  expect(notices.items).toHaveLength(3)
  await sendDeletions(page)
  await eventually(() => notices.items).toEqual([])
})
