import { type MessageKind, type MessageTemplate, messageKinds } from '@kingcar/contract'
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
    const { kind, channels } = body as Pick<MessageTemplate, 'kind' | 'channels'>
    state.templates = state.templates.map((each) => (each.kind === kind ? Object.assign({}, each, { channels }) : each))
    return { result: state.templates.find((each) => each.kind === kind) }
  }
  return state
}
