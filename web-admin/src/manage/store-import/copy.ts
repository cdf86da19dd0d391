import { withParticle } from '../text/particle.ts'
import type { Field } from './fields.ts'

const headings: Record<Field, string> = {
  name: '이름',
  address: '주소',
  addressDetail: '상세 주소',
  latitude: '위도',
  longitude: '경도',
  phone: '전화번호',
  businessHours: '영업시간',
  closedDates: '휴무일',
  visible: '노출',
}

const example: Record<Field, string> = {
  name: '예시점 (이 행은 지워 주세요)',
  address: '서울 강남구 테헤란로 152',
  addressDetail: '1층',
  latitude: '37.4979',
  longitude: '127.0276',
  phone: '02-1234-5678',
  businessHours: '월-금 09:00-21:00; 토 10:00-18:00',
  closedDates: '2026-12-25',
  visible: '예',
}

const how: Record<Field, string> = {
  name: '꼭 적어 주세요. 100자까지 쓸 수 있어요.',
  address: '꼭 적어 주세요. 쉼표가 있으면 큰따옴표로 묶어 주세요. Excel은 저장할 때 알아서 묶어요.',
  addressDetail: '비워도 돼요. 예: 1층',
  latitude: '꼭 적어 주세요. 예: 37.4979',
  longitude: '꼭 적어 주세요. 예: 127.0276',
  phone: '꼭 적어 주세요. 하이픈을 넣으면 Excel이 앞의 0을 지우지 않아요. 예: 02-1234-5678',
  businessHours:
    '예: 월-금 09:00-12:00, 13:00-21:00; 토 10:00-02:00; 일 휴무. 매일, 평일, 주말, 24시간도 쓸 수 있어요. 적지 않은 요일은 휴무예요.',
  closedDates: '비워도 돼요. 예: 2026-12-25, 2027-01-01',
  visible: '예 또는 아니요. 비우면 앱에 표시해요.',
}

const hoursExample = '예: 월-금 09:00-21:00; 토 10:00-18:00'

/** Texts of the store import. */
export const text = {
  title: '매장 CSV 가져오기',
  lead: 'Excel에서 만든 CSV 파일로 여러 매장을 한 번에 등록해요. 등록하기 전에 행마다 먼저 확인해 드려요.',
  headings,
  example,
  how,
  howTitle: '칸마다 적는 방법',
  fileTitle: '파일',
  template: '서식 내려받기',
  templateFile: '매장-등록-서식.csv',
  choose: '파일 고르기',
  reading: '읽는 중…',
  chooseHint: 'CSV 파일을 여기에 끌어다 놓아도 돼요. 1MB, 500행까지 읽을 수 있어요.',
  tooLarge: '1MB보다 작은 파일을 골라 주세요. 큰 파일은 나누어 올릴 수 있어요.',
  tooLong: (rows: string) => `${rows}행이 있어요. 한 번에 500행까지 올릴 수 있으니 파일을 나누어 주세요.`,
  empty: '파일에 매장이 없어요. 제목 아래 행에 매장을 적어 주세요.',
  spreadsheet: 'Excel 파일은 바로 읽을 수 없어요. 다른 이름으로 저장에서 CSV를 골라 저장해 주세요.',
  unreadable: '글자를 읽을 수 없는 파일이에요. Excel에서 CSV UTF-8로 다시 저장해 주세요.',
  notRead: '파일을 열지 못했어요. 다른 프로그램에서 닫고 다시 골라 주세요.',
  quotes: (row: string) => `${row}행의 큰따옴표가 맞지 않아요. 열고 닫는 따옴표를 확인해 주세요.`,
  wrongHeadings: ({ unknown, missing, twice }: Record<'unknown' | 'missing' | 'twice', readonly string[]>) =>
    [
      '첫 행의 제목을 고쳐 주세요.',
      missing.length > 0 && `빠진 제목: ${missing.join(', ')}.`,
      unknown.length > 0 && `모르는 제목: ${unknown.join(', ')}.`,
      twice.length > 0 && `두 번 있는 제목: ${twice.join(', ')}.`,
    ]
      .filter((part) => part !== false)
      .join(' '),
  hours: {
    unknown: (rest: string) => `“${rest}” 부분을 읽지 못했어요. ${hoursExample}`,
    time: (time: string) => `${withParticle(time, '은/는')} 없는 시각이에요. 00:00부터 24:00까지 적어 주세요.`,
    empty: (time: string) =>
      `여는 시각과 닫는 시각이 ${withParticle(time, '으로/로')} 같아요. 종일은 24시간으로 적어 주세요.`,
  },
  visibleFault: '예 또는 아니요로 적어 주세요.',
  spilled: '제목이 없는 칸에 내용이 있어요. 쉼표가 든 값은 큰따옴표로 묶어 주세요.',
  exampleLeft: '서식의 예시라서 등록하지 않아요.',
  known: '같은 이름의 매장이 이미 있어요.',
  twin: (rows: string) => `이 파일의 ${rows}행과 이름이 같아요.`,
  neverOpen: '영업시간이 없어서 모든 요일이 휴무예요.',
  overlap: '서로 겹치는 영업시간이 있어요.',
  lostZero: '전화번호 앞의 0이 빠졌는지 확인해 주세요.',
  notCompared: '이미 있는 매장과 이름을 비교하지 못했어요.',
  reportOf: (file: string) => `${file} 확인 결과`,
  checked: (ready: string, faulty: string, total: string) =>
    faulty === '0'
      ? `${total}개를 모두 등록할 수 있어요.`
      : `${total}개 가운데 ${ready}개를 등록할 수 있고, ${faulty}개는 고쳐야 해요.`,
  finished: (done: string, rest: string) =>
    rest === '0' ? `${done}개를 모두 등록했어요` : `${done}개를 등록했어요, ${rest}개는 등록하지 못했어요`,
  start: (count: string) => `${count}개 등록하기`,
  importing: '등록하는 중…',
  stop: '멈추기',
  stopping: '멈추는 중…',
  halted: '등록하다가 멈췄어요',
  began: '등록하기 시작했어요',
  progress: (done: string, of: string) => `${of}개 가운데 ${done}개 마쳤어요`,
  saveRest: '등록하지 못한 행 저장',
  restFile: '매장-등록하지-못한-행',
  /** Heading of the column with the reason; ignored when the file is read again. */
  reason: '고칠 점',
  onlyProblems: '문제가 있는 행만 보기',
  row: '행',
  rowNumber: (row: string) => `${row}행`,
  result: '결과',
  table: '파일의 매장',
  ready: '등록할 수 있어요',
  doubtful: '확인해 주세요',
  faulty: '고쳐야 해요',
  sending: '등록하는 중',
  done: '등록했어요',
  refused: '등록하지 못했어요',
  unsure: '결과를 몰라요',
  unsureHint: '서버의 답을 받지 못했어요. 다시 시도해도 두 번 등록되지 않아요.',
  /** For the file of the remaining rows, which get new idempotency keys when it is imported again. */
  unsureInFile: '서버의 답을 받지 못했어요. 매장 목록에 이미 있는지 먼저 확인해 주세요.',
  leaveTitle: '아직 등록하고 있어요',
  leaveText: '지금 나가면 남은 매장은 등록하지 않아요. 이미 등록한 매장은 그대로 남아요.',
  stay: '계속 등록',
  leave: '멈추고 나가기',
} as const
