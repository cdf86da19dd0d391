import { withParticle } from '../text/particle.ts'

/** Texts of charts and figures. */
export const text = {
  failed: '집계를 불러오지 못했어요',
  asTable: '표로 보기',
  asChart: '차트로 보기',
  twin: (title: string) => `${title} 표`,
  cars: (n: string) => `${n}대`,
  change: {
    up: (size: string) => `${size} 늘었어요`,
    down: (size: string) => `${size} 줄었어요`,
    same: (than: string) => `${withParticle(than, '과/와')} 같아요`,
    new: (than: string) => `${than}에는 없었어요`,
    none: (_than: string) => '비교할 값이 없어요',
  },
} as const
