import type { Permission } from '../model/permissions.ts'

/** Labels of permissions, on screens and in the audit log. */
export const permissionLabels: Readonly<Record<Permission, string>> = {
  account: '내 계정',
  'visits.read': '방문 보기',
  'visits.correct': '방문 고치기',
  'uses.read': '이용 내역 보기',
  'uses.record': '이용 기록하기',
  'devices.read': '인식기와 벽 화면 보기',
  'devices.manage': '인식기와 벽 화면 관리',
  'members.read': '회원 보기',
  'members.contact': '회원 연락처 보기',
  'members.change': '회원 정보 바꾸기',
  'orders.read': '주문 보기',
  'orders.refund': '환불하기',
  'orders.sell': '현장 판매하기',
  'userProducts.change': '회원의 상품 바꾸기',
  'catalog.read': '상품·매장 보기',
  'catalog.change': '상품·매장 바꾸기',
  'terms.change': '약관 바꾸기',
  'settings.change': '앱 설정 바꾸기',
  'statistics.read': '통계 보기',
  exports: '파일로 내려받기',
  'admins.manage': '관리자와 API 키 관리',
  'webhooks.manage': 'Webhook 관리',
  'alerts.manage': '알림 규칙 관리',
  'audit.read': '변경 이력 보기',
}
