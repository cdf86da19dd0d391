import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { wallSizes, withConsole } from './browser.ts'
import { liveEvent } from './fake-gateway.ts'

const web = withConsole()
const white = 'rgb(255, 255, 255)'

const plates = [
  ['12가3456', 'private', white],
  ['123가4568', 'private', white],
  ['123호4567', 'rental', white],
  ['서울12바3456', 'commercial', 'rgb(255, 210, 31)'],
  ['80배3456', 'delivery', 'rgb(255, 210, 31)'],
  ['서울30가1111', 'regional', 'rgb(34, 117, 75)'],
  ['경기06가1234', 'construction', white],
  ['12육3456', 'military', white],
  ['외교005003', 'diplomatic', 'rgb(35, 63, 134)'],
  ['외빈108', 'guest', white],
  ['임123456', 'temporary', white],
  ['123가 **68', 'private', white],
  ['서울12바 **56', 'commercial', 'rgb(255, 210, 31)'],
  ['외교 ****03', 'diplomatic', 'rgb(35, 63, 134)'],
  ['USFK 1234', 'unknown', white],
  ['W'.repeat(12), 'unknown', white],
  ['알 수 없는 번호판 글자', 'unknown', white],
  ['WM'.repeat(40), 'unknown', white],
] as const

/** Positions of the parts of a drawn plate. */
const measured = (plate: Locator) =>
  plate.evaluate((frame) => {
    const { left, right, top, bottom } = frame.getBoundingClientRect()
    const band = frame.querySelector('svg')?.parentElement?.getBoundingClientRect().right ?? left
    const lines = [...frame.querySelectorAll('b > span')].map((line) => line.getBoundingClientRect())
    const walker = document.createTreeWalker(frame.querySelector('b') ?? frame, NodeFilter.SHOW_TEXT)
    const pieces: DOMRect[] = []
    while (walker.nextNode() !== null) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      pieces.push(range.getBoundingClientRect())
    }
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3
    return {
      ratio: Math.round(((right - left) / (bottom - top)) * 10) / 10,
      inside: pieces.every((piece) => piece.left >= band && piece.right <= right),
      within: lines.every((line) => line.top >= top && line.bottom <= bottom),
      overlapping: pieces.some((piece, index) => pieces.slice(index + 1).some((other) => overlap(piece, other))),
      pieces: pieces.length > 0 && pieces.every((piece) => piece.width > 0),
    }
  })

test('every kind of plate is drawn correctly and inside of its frame, on screens of all sizes', async () => {
  const page = await web.openWall('', { reducedMotion: 'reduce' })
  for (const [index, [carNumber, kind, colour]] of plates.entries()) {
    web.gateway.send(liveEvent({ carNumber, name: `${index}` }))
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: `${index}님`, exact: true }) })
    const plate = card.getByRole('img')
    await plate.waitFor()
    await page.evaluate(() => document.fonts.ready)
    const drawn = await plate.evaluate((frame) => [frame.dataset.kind, getComputedStyle(frame).backgroundImage])
    expect([carNumber, ...drawn]).toEqual([carNumber, kind, expect.stringContaining(colour)])
    for (const viewport of wallSizes) {
      await page.setViewportSize(viewport)
      const right = { ratio: 4.7, inside: true, within: true, overlapping: false, pieces: true }
      expect([carNumber, viewport, await measured(plate)]).toEqual([carNumber, viewport, right])
    }
  }
})
