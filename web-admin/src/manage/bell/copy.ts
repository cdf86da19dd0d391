/** Texts of the bell. */
export const text = {
  label: '알림',
  unseen: (n: number) => `알림, 새 알림 ${n}건`,
  news: (sentence: string) => `새 알림: ${sentence}`,
  none: '알림이 없어요.',
  closed: '끝남',
  all: '모든 알림 보기',
  allow: '브라우저 알림 받기',
  sender: '킹카 콘솔',
} as const
