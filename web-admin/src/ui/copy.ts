/**
 * Texts that every page may show. Style: 해요체, one sentence, the cause before the action. Texts of a single area are in its
 * own `copy.ts`, so that other pages do not download them.
 */
export const copy = {
  product: '킹카',
  toasts: '알림',
  plateLabel: (plate: string) => `차량 번호 ${plate}`,
  age: {
    now: '방금',
    seconds: (n: number) => `${n}초 전`,
    minutes: (n: number) => `${n}분 전`,
    hours: (n: number) => `${n}시간 전`,
    days: (n: number) => `${n}일 전`,
  },
  crash: {
    lead: '예상하지 못한 문제가 생겼어요. 새로고침해도 계속되면 요청 ID를 알려주세요.',
    reload: '새로고침',
    copyRequestId: '요청 ID 복사',
    copied: '복사했어요',
    copyFailed: '복사하지 못했어요. 아래 요청 ID를 직접 알려주세요.',
    requestId: '요청 ID',
    reloads: '잠시 뒤 자동으로 새로고침할게요.',
    notFound: '주소를 찾을 수 없어요. 처음 화면에서 다시 시작해 주세요.',
    home: '처음 화면으로',
  },
} as const
