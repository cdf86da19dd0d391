import { type AdminRole, adminRoleLabels, type SettingKey, type SettingValue } from '@kingcar/contract'

/** Settings that only the console and wall screens read; the contract has no type for them. */
type ConsoleSettings = {
  'screen.autoFullScreen': boolean
  'screen.milestones': boolean
  'screen.spokenWelcome': boolean
  'screen.joinAddress': string
  publicUrl: string
}
type Defaults = { [K in SettingKey]: SettingValue<K> } & ConsoleSettings

/** Titles of the groups of settings, in the order of the page. */
export const settingGroups = ['인식', '벽 화면', '상품과 결제', '회원 앱', '보안'] as const
type SettingGroup = (typeof settingGroups)[number]

type Editor<T> = { group: SettingGroup; title: string; effect: string; byDefault: T } & (T extends boolean
  ? { kind: 'switch' }
  : T extends number
    ? { kind: 'number'; minimum: number; maximum: number; step: number; unit?: string }
    : { kind: 'text'; maximumLength: number; isAddress?: boolean })

export type KnownSetting = { [K in keyof Defaults]: { key: K } & Editor<Defaults[K]> }[keyof Defaults]

const secondFactorOf = (role: AdminRole): Editor<boolean> => ({
  group: '보안',
  title: `${adminRoleLabels[role]} 2단계 인증 필수`,
  effect: `${adminRoleLabels[role]} 역할의 관리자는 2단계 인증을 먼저 사용해야 다른 화면을 볼 수 있어요.`,
  ...{ kind: 'switch', byDefault: false },
})

/** Settings with an editor of their own; defaults and limits come from the contract. */
const editors: { [K in keyof Defaults]: Editor<Defaults[K]> } = {
  'recognition.minimumConfidence': {
    group: '인식',
    title: '최소 인식 정확도',
    effect: '이보다 정확도가 낮은 인식은 기록만 하고 방문으로 세지 않아요.',
    ...{ kind: 'number', byDefault: 0.8, minimum: 0, maximum: 1, step: 0.01 },
  },
  'recognition.revisitSeconds': {
    group: '인식',
    title: '같은 방문으로 보는 시간',
    effect: '같은 매장에서 이 시간 안에 다시 인식하면 같은 방문으로 봐요.',
    ...{ kind: 'number', byDefault: 600, minimum: 1, maximum: 86_400, step: 1, unit: '초' },
  },
  'recognition.lookalikeSeconds': {
    group: '인식',
    title: '비슷한 번호를 비교하는 시간',
    effect:
      '이 시간 안에 비슷한 번호가 더 또렷하게 인식되면 확인이 필요한 방문으로 두고, 인사하거나 상품을 쓰지 않아요. 0이면 비교하지 않아요.',
    ...{ kind: 'number', byDefault: 10, minimum: 0, maximum: 60, step: 1, unit: '초' },
  },
  'recognition.guestName': {
    group: '인식',
    title: '미등록 차량의 이름',
    effect: '회원이 등록하지 않은 차량을 이 이름으로 불러요.',
    ...{ kind: 'text', byDefault: '방문객', maximumLength: 50 },
  },
  'recognition.maskName': {
    group: '벽 화면',
    title: '벽 화면에서 이름 가리기',
    effect: '벽 화면에서 이름과 차량번호의 일부를 가려요.',
    ...{ kind: 'switch', byDefault: false },
  },
  'screen.autoFullScreen': {
    group: '벽 화면',
    title: '자동 전체 화면',
    effect: '연결하기를 누르면 실시간 화면을 전체 화면으로 열어요.',
    ...{ kind: 'switch', byDefault: false },
  },
  'screen.milestones': {
    group: '벽 화면',
    title: '기념 방문 축하',
    effect: '첫 방문과 10번째마다 실시간 화면을 금빛으로 꾸미고 인사해요.',
    ...{ kind: 'switch', byDefault: true },
  },
  'screen.spokenWelcome': {
    group: '벽 화면',
    title: '음성 인사',
    effect: '방문한 회원을 이름으로 불러 인사해요. 한국어 음성이 없는 기기에서는 알림음이 울려요.',
    ...{ kind: 'switch', byDefault: false },
  },
  'screen.joinAddress': {
    group: '벽 화면',
    title: '가입 주소',
    effect:
      '미등록 차량이 오면 벽 화면에 이 주소의 QR 코드를 보여 줘요. {storeId}를 넣으면 화면의 매장 ID로 바뀌어요. 비워 두면 QR 코드가 없어요.',
    ...{ kind: 'text', byDefault: '', maximumLength: 300, isAddress: true },
  },
  publicUrl: {
    group: '인식',
    title: '제품 주소',
    effect: '인식기가 이 제품에 연결할 주소예요. 장치의 연결 예시에 나와요. 비워 두면 지금 보는 화면의 주소를 써요.',
    ...{ kind: 'text', byDefault: '', maximumLength: 300, isAddress: true },
  },
  'products.useOnVisit': {
    group: '상품과 결제',
    title: '방문할 때 상품 사용',
    effect: '이용 중인 상품이 있는 회원이 방문하면 상품을 한 번 사용해요.',
    ...{ kind: 'switch', byDefault: true },
  },
  'notices.public': {
    group: '회원 앱',
    title: '공지사항 공개',
    effect: '로그인하지 않은 사람도 회원 공지사항을 볼 수 있어요.',
    ...{ kind: 'switch', byDefault: false },
  },
  'orders.refundDays': {
    group: '상품과 결제',
    title: '환불할 수 있는 기간',
    effect: '사용하지 않은 주문을 회원이 이 기간 안에 직접 환불할 수 있어요.',
    ...{ kind: 'number', byDefault: 7, minimum: 0, maximum: 365, step: 1, unit: '일' },
  },
  'orders.freshSignInWon': {
    group: '상품과 결제',
    title: '다시 로그인하고 환불할 금액',
    effect:
      '한 주문에서 이 금액 이상을 환불하려면 2단계 인증을 쓰는 관리자는 최근 10분 안에 로그인했어야 해요. 0이면 확인하지 않아요.',
    ...{ kind: 'number', byDefault: 100_000, minimum: 0, maximum: 100_000_000, step: 1, unit: '원' },
  },
  'secondFactor.owner': secondFactorOf('owner'),
  'secondFactor.manager': secondFactorOf('manager'),
  'secondFactor.staff': secondFactorOf('staff'),
  'secondFactor.accountant': secondFactorOf('accountant'),
}

export const knownSettings = Object.entries(editors).map(([key, editor]) => ({ key, ...editor })) as KnownSetting[]
export const isKnown = (key: string): boolean => Object.hasOwn(editors, key)
