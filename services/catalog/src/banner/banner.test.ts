import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertPeriodsValid, newBanner, parseChanges } from './banner.ts'

const whole = { title: '여름 세차', imageId: '0199a0c5-0000-7000-8000-000000000001' }
const refused = (...paths: string[]) =>
  expect.objectContaining({
    code: 'VALIDATION_FAILED',
    details: paths.map((path) => expect.objectContaining({ path })),
  })

test('a new banner gets defaults, except for its display order', () => {
  expect(newBanner({ ...whole, title: ' 여름\n세차 ' })).toEqual({
    title: '여름 세차',
    imageId: whole.imageId,
    linkUrl: null,
    displayOrder: undefined,
    visible: true,
    startsAt: null,
    endsAt: null,
  })
})

test('a change holds only the given fields, and reports invalid ones with their paths', () => {
  const [a, b] = ['a', 'b'].map((end) => `0199a0c5-0000-7000-8000-00000000000${end}`) as [string, string]
  const change = { id: a, endsAt: null, visible: false }
  expect(parseChanges([change])).toMatchObject([{ id: a, path: 'banners.0.', patch: { endsAt: null, visible: false } }])
  expect(() =>
    parseChanges([{ id: a, title: ' ', startsAt: '2016-12-31T23:59:60Z' }, { id: b, linkUrl: 'https://a@b' }, change]),
  ).toThrow(refused('banners.0.title', 'banners.0.startsAt', 'banners.1.linkUrl', 'banners.2.id'))
})

test('a period ends after its start, or has only one end, or none', () => {
  const instant = fc.option(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }))
  fc.assert(
    fc.property(instant, instant, (startsAt, endsAt) => {
      const check = () => assertPeriodsValid([{ startsAt, endsAt, path: 'banners.0.' }])
      if (startsAt && endsAt && startsAt.getTime() >= endsAt.getTime())
        expect(check).toThrow(refused('banners.0.endsAt'))
      else expect(check).not.toThrow()
      const typed = { ...whole, startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null }
      if (startsAt && endsAt && startsAt >= endsAt) expect(() => newBanner(typed)).toThrow(refused('endsAt'))
      else expect(newBanner(typed)).toMatchObject({ startsAt, endsAt })
    }),
  )
})

describe('a link', () => {
  test.each([
    'https://kingcar.test',
    'https://kingcar.test:8443/a?b=c@d#e',
    'https://킹카.test/행사',
    'https://[::1]/',
  ])('%s is accepted unchanged', (linkUrl) => expect(newBanner({ ...whole, linkUrl }).linkUrl).toBe(linkUrl))

  test.each([
    'https://admin@kingcar.test',
    'https://admin:secret@kingcar.test/',
    'https:///kingcar.test',
    'https://?kingcar.test',
    'https://a.test\\@b.test',
    'https://a.test/\\b',
    'https://a b',
    'https://kingcar.test:99999',
    'https://[::1',
    'https://%00.test',
    'http://kingcar.test',
    'javascript:alert(1)//https://kingcar.test',
  ])('%s is rejected', (linkUrl) => expect(() => newBanner({ ...whole, linkUrl })).toThrow(refused('linkUrl')))

  test('leads to the host that is visible in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (rest) => {
        const linkUrl = `https://${rest}`
        try {
          newBanner({ ...whole, linkUrl })
        } catch {
          return
        }
        const url = new URL(linkUrl)
        const shown = /^https:\/\/([^/?#]+)/.exec(linkUrl)?.[1] ?? ''
        expect([url.protocol, url.username, url.password]).toEqual(['https:', '', ''])
        expect(url.origin).toBe(new URL(`https://${shown}`).origin)
      }),
      { numRuns: 1_000 },
    )
  })
})
