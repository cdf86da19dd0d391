import { expect, test } from 'vitest'
import { eventually, wide, withConsole } from './browser.ts'
import { visitOf } from './gateway/visits.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

/** 14:32 in Seoul. */
const now = Date.parse('2026-11-21T05:32:00.000Z')
const ago = (minutes: number) => ({ recognizedAt: new Date(now - minutes * 60_000).toISOString() })

test('moments are seen from now, stay true without moving anything, and have their day on paper', async () => {
  const { visit } = withManagement(web.gateway)
  visit.visits = [0, 3, 62, 24 * 60, 49 * 60].map((minutes, n) => visitOf(n, ago(minutes)))
  const page = await web.open('/manage/visits', {
    ...wide,
    prepare: (opened) => opened.clock.install({ time: now + 5_000 }),
  })
  const moments = page.locator('tbody tr:not([aria-hidden]) time')
  await eventually(() => moments.allInnerTexts()).toEqual([
    '방금',
    '3분 전',
    '오늘 13:30',
    '어제 14:32',
    '11월 19일 13:32',
  ])
  expect(await moments.nth(1).getAttribute('title')).toBe('2026년 11월 21일 14:29:00')
  expect(await moments.nth(1).getAttribute('datetime')).toBe(ago(3).recognizedAt)

  const places = () =>
    page.locator('tbody :is(td, time)').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
  const before = await places()
  await page.clock.runFor(7 * 60_000)
  await eventually(async () => (await moments.allInnerTexts()).slice(0, 3)).toEqual(['7분 전', '10분 전', '오늘 13:30'])
  expect(await places()).toEqual(before)

  await page.emulateMedia({ media: 'print' })
  const onPaper = await moments
    .nth(1)
    .evaluate((time) => [getComputedStyle(time, '::after').content, time.firstElementChild?.checkVisibility()])
  expect(onPaper).toEqual(['"2026년 11월 21일 14:29"', false])

  // The facts of one visit have the time of day without a pointer.
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${web.gateway.origin}/manage/visits/${visit.visits[1]?.id}`)
  await page.locator('main dd time').getByText('11월 21일 14:29').first().waitFor()
})
