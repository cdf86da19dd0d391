import { amount } from '../text/format.ts'

/** Texts of the board for the staff at the lane. */
export const text = {
  title: '현장',
  lead: '방금 들어온 차량과 이용권을 확인하고 바로 처리해요.',
  cars: '방금 온 차량',
  all: '방문 모두 보기',
  empty: '아직 들어온 차량이 없어요',
  newest: '가장 최근',
  nth: (n: number) => (n === 1 ? '첫 방문' : `${amount(n)}번째 방문`),
  sound: '소리',
  on: '켜짐',
  off: '꺼짐',
  fullScreen: '전체 화면',
  use: '직접 사용',
  reverse: '이용 되돌리기',
  of: (action: string, plate: string) => `${plate} ${action}`,
  noUse: '되돌릴 이용 기록이 없어요',
  arrived: (plate: string, state: string) => `${plate}, ${state}`,
  stale: (at: string) => `서버에 연결할 수 없어요. ${at} 뒤에 온 차량은 보이지 않아요.`,
  fresh: (at: string) => `${at} 기준`,
  /** The entitlement of a car whose use is not decided. */
  guest: '미등록',
  deciding: '확인 중',
  device: {
    checking: '인식기 확인 중',
    failed: '인식기 상태를 불러오지 못했어요',
    unknown: '인식기 상태를 알 수 없음',
    none: '인식기 없음',
    ok: (n: string) => `인식기 ${n}대 정상`,
    offline: (n: string) => `인식기 ${n}대 끊김`,
    camera: (n: string) => `카메라 ${n}대 이상`,
    never: (name: string) => `${name} · 연결된 적 없음`,
    since: (name: string, age: string) => `${name} · 마지막 연결 ${age}`,
  },
  gate: (mode: string) => `차단기 ${mode}`,
  reads: {
    title: '확인할 번호',
    check: '확인하기',
    failed: '확인할 번호를 불러오지 못했어요',
  },
} as const
