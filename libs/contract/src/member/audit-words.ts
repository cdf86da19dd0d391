import type { BusinessHours } from '../catalog/stores.ts'
import type { Contract } from '../contract.ts'
import { seoulTime } from '../period.ts'
import {
  orderStateWords,
  productTypeWords,
  termsTypeWords,
  unlimitedWord,
  userProductStateWords,
  yesNoWord,
} from '../words.ts'

type Words = Readonly<Record<string, string>>
type OperationName = { [S in keyof Contract]: keyof Contract[S] }[keyof Contract]

const actionWords = {
  joinAdmin: '관리자 추가',
  updateAdmin: '관리자 수정',
  changeAdminPassword: '관리자 비밀번호 변경',
  endMemberSessions: '회원 로그아웃',
  createScreenSession: '벽 화면 추가',
  updateScreen: '벽 화면 수정',
  deleteScreen: '벽 화면 삭제',
  messageScreen: '벽 화면에 보내기',
  putAppSetting: '앱 설정 변경',
  deleteAppSetting: '앱 설정 삭제',
  createBanner: '배너 추가',
  updateBanners: '배너 수정',
  deleteBanner: '배너 삭제',
  createNotice: '공지사항 추가',
  updateNotice: '공지사항 수정',
  deleteNotice: '공지사항 삭제',
  createProduct: '상품 추가',
  updateProduct: '상품 수정',
  arrangeProducts: '상품 순서 변경',
  deleteProduct: '상품 삭제',
  createStore: '매장 추가',
  updateStore: '매장 수정',
  deleteStore: '매장 삭제',
  createTerms: '약관 추가',
  updateTerms: '약관 수정',
  deleteTerms: '약관 삭제',
  uploadImage: '사진 올리기',
  refundOrder: '주문 환불',
  grantUserProduct: '이용 상품 지급',
  cancelUserProduct: '이용 상품 취소',
  reverseUseLog: '이용 되돌리기',
  createDevice: '장치 등록',
  rotateDeviceSecret: '장치 자격 증명 재발급',
  deleteDevice: '장치 삭제',
  noteVisit: '방문 기록',
  correctVisit: '방문 정정',
  reprocessDeadLetter: '처리하지 못한 메시지 다시 처리',
  deleteDeadLetter: '처리하지 못한 메시지 삭제',
} satisfies Partial<Record<OperationName, string>>

const entityWords: Words = {
  visit: '방문',
  member: '회원',
  order: '주문',
  userProduct: '이용 상품',
  useLog: '이용 내역',
  product: '상품',
  store: '매장',
  banner: '배너',
  notice: '공지사항',
  terms: '약관',
  image: '사진',
  device: '장치',
  screen: '벽 화면',
  deadLetter: '처리하지 못한 메시지',
  appSetting: '앱 설정',
  admin: '관리자',
}

/** By name, and by entity and name where one has a word of its own. */
const fieldWords: Words = {
  id: 'ID',
  name: '이름',
  email: '이메일',
  disabled: '사용 중지',
  sessions: '로그인 세션',
  value: '값',
  description: '설명',
  title: '제목',
  content: '내용',
  imageId: '사진',
  imageIds: '사진',
  linkUrl: '연결할 주소',
  displayOrder: '순서',
  visible: '노출',
  'store.visible': '앱에 표시',
  startsAt: '시작',
  endsAt: '종료',
  pinned: '고정',
  publishedAt: '게시',
  type: '종류',
  version: '버전',
  required: '필수 약관',
  effectiveAt: '시행 시각',
  price: '가격',
  billingMonths: '결제 주기(개월)',
  useLimit: '이용 횟수',
  storeIds: '이용 매장',
  onSale: '판매',
  address: '주소',
  addressDetail: '상세 주소',
  latitude: '위도',
  longitude: '경도',
  phone: '전화번호',
  businessHours: '영업시간',
  closedDates: '임시 휴무일',
  contentType: '파일 형식',
  width: '너비(픽셀)',
  height: '높이(픽셀)',
  bytes: '크기(바이트)',
  state: '상태',
  refundedAmount: '이미 환불한 금액',
  amount: '환불 금액',
  reason: '사유',
  memberId: '회원 ID',
  productId: '상품 ID',
  productName: '상품',
  orderId: '주문 ID',
  storeId: '매장 ID',
  deviceId: '장치 ID',
  remainingUses: '남은 횟수',
  nextBillingAt: '다음 결제',
  reversedAt: '되돌린 시각',
  carNumber: '차량번호',
  text: '메시지',
  reload: '새로고침',
  receivedAt: '받은 시각',
}

const unlimited: Words = { null: unlimitedWord }
/** By entity and field: what its values are called, by their text or else their JSON. */
const valueWords: Readonly<Record<string, Words>> = {
  'order.state': orderStateWords,
  'userProduct.state': userProductStateWords,
  'userProduct.type': productTypeWords,
  'userProduct.remainingUses': unlimited,
  'useLog.remainingUses': unlimited,
  'product.type': productTypeWords,
  'product.useLimit': unlimited,
  'product.storeIds': { '[]': '모든 매장' },
  'terms.type': termsTypeWords,
}
const nothing = '비어 있음'

/** What an action of the audit log is called; one that only a newer server knows keeps its name, as do the others below. */
export const auditActionWord = (action: string): string => wordIn(actionWords, action) ?? action

export const auditEntityWord = (entity: string): string => wordIn(entityWords, entity) ?? entity

/** What a field of `before` and `after` is called. */
export const auditFieldWord = (entity: string, field: string): string =>
  wordIn(fieldWords, `${entity}.${field}`) ?? wordIn(fieldWords, field) ?? field

/** A value of `before` or `after` as people read it: states and kinds in words, times as a clock in Seoul shows them. */
export function auditValueWord(entity: string, field: string, value: unknown): string {
  const words = Object.hasOwn(valueWords, `${entity}.${field}`) ? valueWords[`${entity}.${field}`] : undefined
  const word = words && wordIn(words, typeof value === 'string' ? value : JSON.stringify(value))
  return word ?? textOf(value)
}

/** An entity can be called `constructor` by a newer server, which every object has. */
const wordIn = (words: Words, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const days = '월화수목금토일'

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return nothing
  if (typeof value === 'string') return isInstant(value) ? seoulTime(new Date(value)) : value
  if (typeof value === 'boolean') return yesNoWord(value)
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('ko-KR') : String(value)
  if (isHours(value)) return `${days[value.day - 1]} ${value.open}–${value.close}`
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length === 0 ? nothing : value.map(textOf).join(', ')
}

/** A setting can hold any text, also that of a moment which is not. */
const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text))

const isHours = (value: object): value is BusinessHours =>
  'day' in value && 'open' in value && 'close' in value && days[Number(value.day) - 1] !== undefined
