import {
  type MessageChannel,
  type MessageKind,
  type MessageTemplate,
  messageChannels,
  messageKinds,
} from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'

const templateOf = (kind: MessageKind): MessageTemplate => ({
  ...{ kind, channels: ['push', 'talk'], advertising: false, title: '이용 안내' },
  template: '[킹카] #{상품} #{날짜} 1회 사용, #{남은 횟수}.\n영수증: #{영수증}',
  preview: `[킹카] 월 4회 세차 오늘 1회 사용, 3회 남았어요.\n영수증: https://npg.nicepay.co.kr/issue/${'Loader'.repeat(9)}`,
  bytes: kind === 'used' ? 47 : 121,
})

/** Calls of messages to members. */
export function withMessages({ answers }: FakeGateway) {
  const state = { templates: messageKinds.map(templateOf) }
  answers['GET /admin/api/messageTemplates'] = () => ({
    result: { templates: state.templates, available: ['push', 'talk'] },
  })
  answers['PUT /admin/api/messageTemplates'] = (body) => {
    const { kind, channel, on } = body as { kind: MessageKind; channel: MessageChannel; on: boolean }
    const switched = (channels: readonly MessageChannel[]) =>
      messageChannels.filter((each) => (each === channel ? on : channels.includes(each)))
    state.templates = state.templates.map((each) =>
      each.kind === kind ? { ...each, channels: switched(each.channels) } : each,
    )
    return { result: state.templates.find((each) => each.kind === kind) }
  }
  return state
}
