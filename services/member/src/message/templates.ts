import type { MessageChannel, MessageKind } from '@kingcar/contract'

/** The data of an event; times in ISO 8601, amounts in won. */
export type MessageData = {
  used: { productName: string; usedAt: string; remainingUses: number | null }
  renewalAhead: { productName: string; endsAt: string; amount: number }
  /** `discount` of its coupon; events stored by an earlier version lack it. */
  charged: { productName: string; amount: number; discount?: number; receiptUrl: string | null }
  /** `reason` as the member reads it; `nextTryAt` null if it is not charged again. */
  paymentFailed: { productName: string; amount: number; reason: string; nextTryAt: string | null }
  ending: { productName: string; endsAt: string }
  refunded: { productName: string; amount: number }
  /** `startsAt`: the first period at the new price; `consentFrom`: when the member can agree. */
  priceRaise: { productName: string; oldPrice: number; newPrice: number; startsAt: string; consentFrom: string }
  priceConsent: { productName: string; oldPrice: number; newPrice: number; endsAt: string }
  /** `price` of the next period. */
  priceWithdrawn: { productName: string; price: number }
}

export type Template<Data = never> = {
  /** Title of a notification, a mail or an LMS: at most 40 bytes. */
  title: string
  /** Text with variables in AlimTalk's syntax. Values are never empty, because Kakao refuses an empty one. */
  text: string
  /** The variables of a fact, at a time; `appUrl` is the address of the app. */
  variables: (data: Data, circumstances: Circumstances) => Record<string, string>
  /** Whether it needs the member's agreement, a label, a way to refuse, and hours in which it may be sent. */
  advertising: boolean
  /** The channels by which the kind is sent, unless the owner chose otherwise. */
  channels: readonly MessageChannel[]
  sample: Data
}
export type Circumstances = { now: Date; appUrl: string | undefined }

const seoul = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', ...options })
const monthAndDay = seoul({ month: 'long', day: 'numeric' })
const wholeDay = seoul({ year: 'numeric', month: 'long', day: 'numeric' })
const year = seoul({ year: 'numeric' })
const number = new Intl.NumberFormat('ko-KR')

const day = (at: string) => monthAndDay.format(new Date(at))
/** Text of a day that may be months ahead: with the year unless it is the current one. */
const farDay = (at: string, now: Date) =>
  year.format(new Date(at)) === year.format(now) ? day(at) : wholeDay.format(new Date(at))
const won = (amount: number) => `${number.format(amount)}원`
const dayOrToday = (at: string, now: Date) => (day(at) === monthAndDay.format(now) ? '오늘' : day(at))

const left = (remaining: number | null) =>
  remaining === null
    ? '횟수 제한 없이 쓸 수 있어요'
    : remaining === 0
      ? '남은 횟수가 없어요'
      : `${remaining}회 남았어요`

const productsLink = (appUrl: string | undefined) =>
  appUrl === undefined ? '앱의 이용 상품 메뉴' : `${appUrl.replace(/\/$/, '')}/products`

const everywhere: readonly MessageChannel[] = ['push', 'talk', 'mail']

/** The messages to members. Kakao has approved exactly these texts. */
export const templates: { readonly [K in MessageKind]: Template<MessageData[K]> } = {
  used: {
    title: '이용 안내',
    text: '[킹카] #{상품} #{날짜} 1회 사용, #{남은 횟수}.',
    variables: ({ productName, usedAt, remainingUses }, { now }) => ({
      상품: productName,
      날짜: dayOrToday(usedAt, now),
      '남은 횟수': left(remainingUses),
    }),
    advertising: false,
    channels: ['push', 'talk'],
    sample: { productName: '월 4회 세차', usedAt: '2026-07-03T01:00:00.000Z', remainingUses: 3 },
  },
  renewalAhead: {
    title: '정기 결제 예정 안내',
    text: '[킹카] #{상품} 정기 결제가 #{날짜}에 있어요.\n결제 금액: #{금액}\n결제를 원하지 않으면 그 전에 앱에서 해지할 수 있어요.',
    variables: ({ productName, endsAt, amount }) => ({ 상품: productName, 날짜: day(endsAt), 금액: won(amount) }),
    advertising: false,
    channels: everywhere,
    sample: { productName: '월 4회 세차', endsAt: '2026-07-10T01:00:00.000Z', amount: 29_000 },
  },
  charged: {
    title: '결제 완료 안내',
    text: '[킹카] #{상품} #{금액}을 결제했어요.\n영수증: #{영수증}',
    variables: ({ productName, amount, discount = 0, receiptUrl }) => ({
      상품: productName,
      금액: discount > 0 ? `${won(amount)}(쿠폰 할인 ${won(discount)})` : won(amount),
      영수증: receiptUrl ?? '앱의 주문 내역에서 볼 수 있어요',
    }),
    advertising: false,
    channels: everywhere,
    sample: {
      productName: '월 4회 세차',
      amount: 29_000,
      receiptUrl: 'https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=1',
    },
  },
  paymentFailed: {
    title: '결제 실패 안내',
    text: '[킹카] #{상품} #{금액} 결제가 되지 않았어요.\n이유: #{이유}\n#{다음 결제}\n카드 확인: #{링크}',
    variables: ({ productName, amount, reason, nextTryAt }, { appUrl }) => ({
      상품: productName,
      금액: won(amount),
      이유: reason,
      '다음 결제': nextTryAt === null ? '다시 결제하지 않고 이용을 마쳤어요.' : `${day(nextTryAt)}에 다시 결제할게요.`,
      링크: appUrl === undefined ? '앱의 결제 카드 메뉴' : `${appUrl.replace(/\/$/, '')}/cards`,
    }),
    advertising: false,
    channels: everywhere,
    sample: {
      productName: '월 4회 세차',
      amount: 29_000,
      reason: '한도 초과 또는 잔액 부족',
      nextTryAt: '2026-07-13T01:00:00.000Z',
    },
  },
  ending: {
    title: '이용 기간 종료 예정',
    text: '[킹카] #{상품} 이용 기간이 #{날짜}에 끝나요.\n그때까지 쓸 수 있고, 자동으로 결제하지 않아요.',
    variables: ({ productName, endsAt }) => ({ 상품: productName, 날짜: day(endsAt) }),
    advertising: false,
    channels: everywhere,
    sample: { productName: '월 4회 세차', endsAt: '2026-07-10T01:00:00.000Z' },
  },
  refunded: {
    title: '환불 안내',
    text: '[킹카] #{상품} #{금액}을 환불했어요.\n결제 수단에 따라 며칠 뒤에 확인할 수 있어요.',
    variables: ({ productName, amount }) => ({ 상품: productName, 금액: won(amount) }),
    advertising: false,
    channels: everywhere,
    sample: { productName: '월 4회 세차', amount: 29_000 },
  },
  priceRaise: {
    title: '정기 결제 금액 인상 안내',
    text: '[킹카] #{상품} 정기 결제 금액이 #{날짜}부터 #{지금 금액}에서 #{새 금액}으로 올라요.\n#{동의 시작일}부터 동의할 수 있고, 동의하지 않으면 #{날짜}에 추가 결제 없이 이용이 끝나요.\n확인과 동의: #{링크}',
    variables: ({ productName, oldPrice, newPrice, startsAt, consentFrom }, { now, appUrl }) => ({
      상품: productName,
      날짜: farDay(startsAt, now),
      '지금 금액': won(oldPrice),
      '새 금액': won(newPrice),
      '동의 시작일': new Date(consentFrom) <= now ? '오늘' : farDay(consentFrom, now),
      링크: productsLink(appUrl),
    }),
    advertising: false,
    channels: everywhere,
    sample: {
      productName: '월 4회 세차',
      ...{ oldPrice: 29_000, newPrice: 33_000 },
      ...{ startsAt: '2026-08-10T01:00:00.000Z', consentFrom: '2026-07-11T01:00:00.000Z' },
    },
  },
  priceConsent: {
    title: '정기 결제 금액 동의 요청',
    text: '[킹카] #{상품} 정기 결제 금액이 #{날짜}부터 #{지금 금액}에서 #{새 금액}으로 올라요.\n계속 이용하려면 그 전에 동의해 주세요. 동의하지 않으면 추가 결제 없이 이용이 끝나요.\n확인과 동의: #{링크}',
    variables: ({ productName, oldPrice, newPrice, endsAt }, { appUrl }) => ({
      상품: productName,
      날짜: day(endsAt),
      '지금 금액': won(oldPrice),
      '새 금액': won(newPrice),
      링크: productsLink(appUrl),
    }),
    advertising: false,
    channels: everywhere,
    sample: { productName: '월 4회 세차', oldPrice: 29_000, newPrice: 33_000, endsAt: '2026-08-10T01:00:00.000Z' },
  },
  priceWithdrawn: {
    title: '정기 결제 금액 인상 철회',
    text: '[킹카] #{상품} 정기 결제 금액 인상을 철회했어요.\n다음 결제 금액: #{금액}\n동의나 거절과 상관없이 계속 이용할 수 있어요. 결제를 원하지 않으면 그 전에 앱에서 해지할 수 있어요.',
    variables: ({ productName, price }) => ({ 상품: productName, 금액: won(price) }),
    advertising: false,
    channels: everywhere,
    sample: { productName: '월 4회 세차', price: 29_000 },
  },
}
