import { type Alert, alertSentence, seoulTime } from '@kingcar/contract'
import type { Template } from '../message/templates.ts'

type AlertData = { first: Alert; others: number; link: string | undefined }

/** The message about alerts to an administrator. Kakao has approved exactly this text. */
export const alertTemplate: Pick<Template<AlertData>, 'title' | 'text' | 'variables' | 'advertising'> = {
  title: '확인할 알림',
  text: '[킹카] #{내용}\n시각: #{시각}\n다른 알림: #{나머지}\n확인: #{링크}',
  variables: ({ first, others, link }) => ({
    내용: `${alertSentence(first)}.`,
    시각: seoulTime(new Date(first.openedAt)),
    나머지: others === 0 ? '없음' : `${others}건`,
    링크: link ?? '관리 화면의 알림 목록',
  }),
  advertising: false,
}
