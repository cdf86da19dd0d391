import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeEach, describe, expect, test } from 'vitest'
import { RecipientGoneError, RecipientUnavailableError } from '../src/channel/channel.ts'
import { createFcm } from '../src/push/fcm.ts'
import { readServiceAccount } from '../src/push/service-account.ts'
import { createSolapi, createSolapiTalk } from '../src/sms/solapi.ts'
import { NonRetryableError } from '../src/task/task.ts'
import { startFcm } from './fcm-double.ts'
import { startSolapi } from './solapi-double.ts'

const solapi = startedBeforeAll(startSolapi)
const fcm = startedBeforeAll(startFcm)
beforeEach(() => {
  solapi.calls.length = 0
  fcm.calls.length = 0
})

const message = { to: '+821098765432', subject: '이용 안내', text: '오늘 1회 사용, 3회 남았어요' }

test('a text of 90 bytes is an SMS, and a longer one an LMS with its subject', async () => {
  const sms = createSolapi(solapi.options)
  await sms.send({ ...message, text: '가'.repeat(45) })
  await sms.send({ ...message, text: `${'가'.repeat(45)}.` })
  expect(solapi.calls.map(({ type, subject }) => [type, subject])).toEqual([
    ['SMS', undefined],
    ['LMS', '이용 안내'],
  ])
})

test('AlimTalk has its template with named variables, and Solapi sends it as a text where it does not arrive', async () => {
  const talk = createSolapiTalk({ ...solapi.options, SOLAPI_PF_ID: 'KA01PF1' })
  await talk.send({ ...message, template: { id: 'KA01TP1', variables: { 상품: '월 4회 세차' } } })
  expect(solapi.calls).toEqual([
    {
      ...{ to: '01098765432', from: '025550100', type: 'ATA', subject: '이용 안내' },
      kakaoOptions: {
        ...{ pfId: 'KA01PF1', templateId: 'KA01TP1', disableSms: false },
        variables: { '#{상품}': '월 4회 세차' },
      },
    },
  ])
  await expect(talk.send(message)).rejects.toBeInstanceOf(NonRetryableError)
})

describe('FCM', () => {
  const open = () => {
    const account = readServiceAccount({ ...fcm.options, NODE_ENV: 'test' })
    if (!account) throw new Error('no account')
    return createFcm(fcm.options.FCM_URL, account)
  }
  const notification = { ...message, to: 'token-1', id: 'message-1', data: { kind: 'used' } }

  test('gets the notification with an access token that is used until it ends', async () => {
    const push = open()
    const before = fcm.granted()
    await Promise.all([push.send(notification), push.send(notification)])
    await push.send(notification)
    expect(fcm.granted() - before).toBeLessThanOrEqual(2)
    expect(fcm.calls[0]).toMatchObject({
      ...{ token: 'token-1', data: { kind: 'used' } },
      notification: { title: '이용 안내', body: message.text },
      android: { collapse_key: 'message-1', notification: { tag: 'message-1' } },
      apns: { headers: { 'apns-collapse-id': 'message-1' } },
    })
    fcm.revoke()
    await expect(push.send(notification)).rejects.not.toBeInstanceOf(NonRetryableError)
    await push.send(notification)
  })

  test.each([
    [{ status: 404, code: 'UNREGISTERED' }, 'gone'],
    [{ status: 403, code: 'SENDER_ID_MISMATCH' }, 'later'],
    [{ status: 403, code: 'PERMISSION_DENIED' }, 'retry'],
    [{ status: 404, code: 'NOT_FOUND' }, 'retry'],
    [{ status: 400, code: 'INVALID_ARGUMENT' }, 'refused'],
    [{ status: 429, code: 'QUOTA_EXCEEDED' }, 'retry'],
    [{ status: 503, code: 'UNAVAILABLE' }, 'retry'],
    ['cut', 'retry'],
  ] as const)('whose answer is %o means %s, without the token in the error', async (planned, meaning) => {
    fcm.plan.push(planned)
    const error: unknown = await open()
      .send(notification)
      .catch((cause: unknown) => cause)
    if (!(error instanceof Error)) throw new Error('the notification was taken')
    const meanings = [
      [RecipientGoneError, 'gone'],
      [NonRetryableError, 'refused'],
      [RecipientUnavailableError, 'later'],
    ] as const
    expect(meanings.find(([type]) => error instanceof type)?.[1] ?? 'retry').toBe(meaning)
    expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain('token-1')
  })

  test.each([
    '{',
    '{}',
    JSON.stringify({ project_id: 'p', client_email: 'a@b', private_key: 'x', token_uri: 'https://a' }),
  ])('takes no account %s', (FCM_SERVICE_ACCOUNT) => {
    expect(() => readServiceAccount({ FCM_SERVICE_ACCOUNT, NODE_ENV: '' })).toThrow(
      expect.objectContaining({ name: 'ConfigError' }),
    )
  })
})
