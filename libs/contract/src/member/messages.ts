import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { channelNames, messageChannels, messageKinds } from './values.ts'

/**
 * The largest number of apps of one member that get notifications. One more replaces the app that was registered
 * longest ago.
 */
export const mostPushTokens = 10
/** The largest number of messages of a member that administrators see. */
export const mostListedMessages = 50

export const pushPlatforms = ['android', 'ios', 'web'] as const

/** Where a message is: it waits, was accepted by the provider, was refused, or was not to be sent. */
export const messageStates = ['waiting', 'sent', 'failed', 'dropped'] as const

const one = Type.Boolean({ examples: [true] })
const ofChannels = Strict({ push: one, talk: one, mail: one })
const switchesOfKinds = {
  used: ofChannels,
  renewalAhead: ofChannels,
  charged: ofChannels,
  paymentFailed: ofChannels,
  ending: ofChannels,
  refunded: ofChannels,
  priceRaise: ofChannels,
  priceConsent: ofChannels,
  priceWithdrawn: ofChannels,
}
const ofKinds = Strict(switchesOfKinds)
/** The kinds that a client sets, each optional: a client of an earlier version does not know all kinds. */
const chosenKinds = Strict({
  ...switchesOfKinds,
  priceRaise: Type.Optional(ofChannels),
  priceConsent: Type.Optional(ofChannels),
  priceWithdrawn: Type.Optional(ofChannels),
})
export type ChosenSwitches = Typed<typeof chosenKinds>
export type Switches = Typed<typeof ofKinds>

export const NotificationSettings = Type.Object({
  kinds: ofKinds,
  marketing: Type.Boolean({
    description: 'Whether you agree to the terms of the type MARKETING, without which no advertisement is sent',
    examples: [false],
  }),
})
export type NotificationSettings = Typed<typeof NotificationSettings>

const Kind = Type.Enum([...messageKinds])
const Channels = Type.Array(Type.Enum([...messageChannels]), {
  description: 'Empty: this kind is not sent',
  uniqueItems: true,
  maxItems: messageChannels.length,
  examples: [['push']],
})

export const MessageTemplate = Type.Object({
  kind: Kind,
  channels: Channels,
  advertising: Type.Boolean({ examples: [false] }),
  title: Type.String({ description: 'Title of a notification, a mail or a long SMS', examples: ['이용 안내'] }),
  template: Type.String({
    description: 'The text to register for AlimTalk',
    examples: ['[킹카] #{상품} #{날짜} 1회 사용, #{남은 횟수}.'],
  }),
  preview: Type.String({
    description: 'With sample data, as it is sent by `push` and `talk`',
    examples: ['[킹카] 월 4회 세차 오늘 1회 사용, 3회 남았어요.'],
  }),
  bytes: Type.Integer({
    description: 'Size of the preview as an SMS; more than 90 bytes are sent as an LMS',
    examples: [47],
  }),
})
export type MessageTemplate = Typed<typeof MessageTemplate>

export const MessageTemplates = Type.Object({
  templates: Type.Array(MessageTemplate),
  available: Type.Array(Type.Enum([...messageChannels]), {
    description: 'Channels whose provider is configured',
    examples: [['push', 'talk', 'mail']],
  }),
})
export type MessageTemplates = Typed<typeof MessageTemplates>

export const MemberMessage = Type.Object({
  kind: Kind,
  channel: Type.Enum([...messageChannels]),
  state: Type.Enum([...messageStates], {
    description:
      'waiting: for its next try; sent: the provider has accepted it; failed: refused; dropped: not to be sent',
  }),
  reason: Nullable(
    Type.String({
      description: `Why it was dropped or failed: noText: this version cannot make its text; late: older than a day; outdated: not true any more; switchedOff; noConsent;
        noRecipient; tooMany: more than the limit of an hour; gone: the app was uninstalled; refused: by the provider`,
      examples: ['switchedOff'],
    }),
  ),
  sentBy: Nullable(Type.Enum([...channelNames], { description: '`sms` if AlimTalk was not possible' })),
  createdAt: Instant,
  endedAt: Nullable(Instant),
})
export type MemberMessage = Typed<typeof MemberMessage>

const PushToken = Type.String({
  minLength: 20,
  maxLength: 1_000,
  pattern: '^[A-Za-z0-9_:-]+$',
  description: "FCM's registration token",
  examples: ['fMEPq2bQSx6:APA91bHun4MxP5egoKMwt2KZFBaFUH'],
})
const memberNotFound = 'No member has this id, or the member has left.'

export const messageOperations = {
  createPushToken: {
    http: 'POST /api/me/pushTokens',
    access: 'member',
    summary: 'Register the app for notifications',
    description: `Call it after each sign-in, and when Firebase gives the app another token. A token belongs to the session that
      registered it last: when that session ends, the app gets no more notifications. A member has at most ${mostPushTokens}
      tokens; another one replaces the one that was registered longest ago.`,
    input: Strict({
      token: PushToken,
      platform: Type.Enum([...pushPlatforms]),
    }),
    result: Nothing,
  },
  deletePushToken: {
    http: 'DELETE /api/me/pushTokens',
    access: 'member',
    summary: 'Stop notifications of an app',
    description: 'The app with this token gets no more notifications. A token that is not registered is a no-op.',
    input: Strict({ token: PushToken }),
    body: 'json',
    result: Nothing,
  },
  getNotificationSettings: {
    http: 'GET /api/me/notificationSettings',
    access: 'member',
    summary: 'Get what you are notified of, and how',
    description: `\`push\` is a notification of the app, \`talk\` a message by KakaoTalk or SMS. \`mail\` goes only to
      an address that Google, Apple or Kakao has confirmed. A switch that you have not set has the default of the company.`,
    input: Strict({}),
    result: NotificationSettings,
  },
  updateNotificationSettings: {
    http: 'PUT /api/me/notificationSettings',
    access: 'member',
    summary: 'Choose what you are notified of, and how',
    description: `Replaces all switches; they also apply to messages that wait. A kind that the company has switched
      off is not sent. The agreement to advertisements is given by \`POST /api/me/agreements\` and withdrawn by its
      DELETE.`,
    input: Strict({ kinds: chosenKinds }),
    result: NotificationSettings,
  },
  listMessageTemplates: {
    http: 'GET /admin/api/messageTemplates',
    access: 'admin',
    permission: 'settings.change',
    scope: 'headOffice',
    summary: 'List the messages to members with previews',
    description: 'Returns each kind with its channels, its text, and a preview with sample data.',
    input: Strict({}),
    result: MessageTemplates,
  },
  updateMessageTemplate: {
    http: 'PUT /admin/api/messageTemplates',
    audits: '알림 채널 변경',
    access: 'admin',
    permission: 'settings.change',
    scope: 'headOffice',
    summary: 'Turn a channel on or off for a kind of messages',
    description: `The other channels stay as they are. The switch also applies to messages that wait. Members can switch each channel off
      for themselves. The same switch again is a no-op.`,
    input: Strict({ kind: Kind, channel: Type.Enum([...messageChannels]), on: Type.Boolean({ examples: [false] }) }),
    result: MessageTemplate,
  },
  listMemberMessages: {
    http: 'GET /admin/api/members/{id}/messages',
    resource: 'member',
    access: 'admin',
    permission: 'members.contact',
    scope: 'stores',
    summary: 'List the last messages to a member',
    description: `The newest ${mostListedMessages} of 30 days, with kind, channel and state; the text and the recipient are not
      stored.`,
    input: Strict({ id: Id }),
    result: Type.Array(MemberMessage),
    errors: {
      MEMBER_NOT_FOUND: memberNotFound,
    },
  },
} as const satisfies Record<string, Spec>
