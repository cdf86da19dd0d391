/** Labels of what an administrator does with a product of a member. */
export const labels = {
  takeBack: '회수',
  retry: '지금 결제',
  pause: '일시정지',
  unpause: '일시정지 해제',
  change: '정기권 변경',
  answer: '인상 동의 기록',
  stop: '기간 끝에 해지',
  resume: '해지 취소',
  move: '차량 바꾸기',
} as const

/** A label as it is read out, with the product and its member. */
export const accessibleLabel = (label: string, product: string, member: string) => `${member}님의 ${product} ${label}`
