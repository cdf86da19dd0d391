import { messageChannels, messageKinds } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smsBytes } from '../sms/sms.ts'
import { maySend } from './may-send.ts'
import { render } from './render.ts'
import { type Template, templates } from './templates.ts'

const now = new Date('2026-07-03T03:00:00.000Z')
const circumstances = { now, appUrl: undefined }
const sampleOf = (kind: (typeof messageKinds)[number]) => {
  const template = templates[kind] as Template<object>
  return render(template, template.sample, 'talk', circumstances).text
}

test.each([
  ['used', '[킹카] 월 4회 세차 오늘 1회 사용, 3회 남았어요.'],
  ['renewalAhead', '[킹카] 월 4회 세차 정기 결제가 7월 10일에 있어요.\n결제 금액: 29,000원\n'],
  ['charged', '[킹카] 월 4회 세차 29,000원을 결제했어요.\n영수증: https://npg.nicepay.co.kr/'],
  ['paymentFailed', '이유: 한도 초과 또는 잔액 부족\n7월 13일에 다시 결제할게요.\n카드 확인: 앱의 결제 카드 메뉴'],
  ['ending', '[킹카] 월 4회 세차 이용 기간이 7월 10일에 끝나요.'],
  ['refunded', '[킹카] 월 4회 세차 29,000원을 환불했어요.'],
  [
    'priceRaise',
    '8월 10일부터 29,000원에서 33,000원으로 올라요.\n7월 11일부터 동의할 수 있고, 동의하지 않으면 8월 10일에',
  ],
  [
    'priceConsent',
    '계속 이용하려면 그 전에 동의해 주세요. 동의하지 않으면 추가 결제 없이 이용이 끝나요.\n확인과 동의: 앱의',
  ],
  ['priceWithdrawn', '정기 결제 금액 인상을 철회했어요.\n다음 결제 금액: 29,000원\n'],
] as const)('%s reads as a Korean product says it', (kind, text) => {
  expect(sampleOf(kind)).toContain(text)
})

test('a use of the day is an SMS, and the day of another one is named', () => {
  const { used } = templates
  const of = (usedAt: string, remainingUses: number | null) =>
    render(used, { productName: '세차', usedAt, remainingUses }, 'talk', circumstances).text
  expect(smsBytes(sampleOf('used'))).toBeLessThanOrEqual(90)
  expect(of('2026-07-02T14:59:59.000Z', 0)).toBe('[킹카] 세차 7월 2일 1회 사용, 남은 횟수가 없어요.')
  expect(of('2026-07-02T15:00:00.000Z', null)).toBe('[킹카] 세차 오늘 1회 사용, 횟수 제한 없이 쓸 수 있어요.')
})

test('a raise in another year has the year', () => {
  const { priceRaise } = templates
  const data = { ...priceRaise.sample, startsAt: '2027-01-10T01:00:00.000Z', consentFrom: '2026-12-11T01:00:00.000Z' }
  const { text } = render(priceRaise, data, 'talk', circumstances)
  expect(text).toContain('2027년 1월 10일부터 29,000원')
  expect(text).toContain('\n12월 11일부터 동의할 수 있고, 동의하지 않으면 2027년 1월 10일에')
})

const productName = fc.string({ unit: 'binary', maxLength: 100 }).filter((name) => !name.includes('#{'))
const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
const amount = fc.integer({ min: 0, max: 100_000_000 })
const facts = fc.record({
  productName,
  amount,
  oldPrice: amount,
  newPrice: amount,
  startsAt: instant.map((at) => at.toISOString()),
  consentFrom: instant.map((at) => at.toISOString()),
  usedAt: instant.map((at) => at.toISOString()),
  endsAt: instant.map((at) => at.toISOString()),
  nextTryAt: fc.option(instant.map((at) => at.toISOString())),
  reason: fc.constant('카드사 승인 거절'),
  remainingUses: fc.option(fc.nat()),
  receiptUrl: fc.option(fc.webUrl()),
})

test('whatever the fact, no variable stays open, no line is added, and a phone takes the message', () => {
  fc.assert(
    fc.property(
      facts,
      fc.constantFrom(...messageKinds),
      fc.constantFrom(...messageChannels),
      fc.boolean(),
      (fact, kind, channel, advertising) => {
        const template = { ...(templates[kind] as Template<object>), advertising }
        const { subject, text, variables } = render(template, fact, channel, circumstances)
        expect(text).not.toContain('#{')
        expect(smsBytes(text)).toBeLessThanOrEqual(2_000)
        if (channel !== 'mail') expect(smsBytes(subject)).toBeLessThanOrEqual(40)
        for (const value of Object.values(variables)) expect(value).toMatch(/^[^\r\n]+$/)
        const lines = template.text.split('\n').length + (advertising ? 1 : 0) + (channel === 'mail' ? 3 : 0)
        expect(text.split('\n')).toHaveLength(lines)
        expect([text.includes('(광고)'), subject.startsWith('(광고)')]).toEqual([advertising, advertising])
        if (advertising) expect(text).toContain('무료 수신 거부')
      },
    ),
  )
})

describe('a message', () => {
  const situation = {
    advertising: false,
    agreesToMarketing: false,
    switchedOn: true,
    holds: true,
    happenedAt: now,
    now,
  }

  test('of the service needs no consent and has no quiet hours, and an advertisement waits for 8 in the morning', () => {
    const at = (time: string) => new Date(`2026-07-03T${time}+09:00`)
    const ad = (time: string) =>
      maySend({ ...situation, advertising: true, agreesToMarketing: true, happenedAt: at(time), now: at(time) })
    expect(ad('20:59:59')).toBe('now')
    expect(ad('08:00:00')).toBe('now')
    expect(ad('21:00:00')).toEqual({ notBefore: new Date('2026-07-04T08:00:00+09:00') })
    expect(ad('00:00:00')).toEqual({ notBefore: at('08:00:00') })
    expect(ad('07:59:59')).toEqual({ notBefore: at('08:00:00') })
    expect(maySend({ ...situation, happenedAt: at('23:00:00'), now: at('23:00:00') })).toBe('now')
  })

  test('that may be sent is never an advertisement without consent or at night, and never late or switched off', () => {
    fc.assert(
      fc.property(
        fc.record({
          ...{
            advertising: fc.boolean(),
            agreesToMarketing: fc.boolean(),
            switchedOn: fc.boolean(),
            holds: fc.boolean(),
          },
          happenedAt: instant,
          now: instant,
        }),
        (given) => {
          const verdict = maySend(given)
          if (typeof verdict === 'object' && 'notBefore' in verdict) {
            expect(maySend({ ...given, happenedAt: verdict.notBefore, now: verdict.notBefore })).toBe('now')
            expect(verdict.notBefore.getTime() - given.now.getTime()).toBeLessThanOrEqual(11 * 3_600_000)
          }
          if (verdict !== 'now') return
          expect(given.now.getTime() - given.happenedAt.getTime()).toBeLessThanOrEqual(86_400_000)
          expect([given.switchedOn, given.holds]).toEqual([true, true])
          const hour = Number(new Date(given.now.getTime() + 9 * 3_600_000).toISOString().slice(11, 13))
          if (given.advertising) expect([given.agreesToMarketing, hour >= 8, hour < 21]).toEqual([true, true, true])
        },
      ),
    )
  })
})
