import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Gateway } from './gateway-client.ts'

export const demoEmail = 'admin@kingcar.test'
const wellKnownPassword = 'kingcar-demo-1234'

export type DemoOptions = {
  gateway: Gateway
  /** Where the demo's state is kept. */
  file: string
  joinCode: string
  /** Whether others can reach us: the well-known password would let them in. */
  open: boolean
  /** Used instead of it then. */
  secretPassword: string
}

/** `password` is null where it is not ours to show: it was shown when it was made, or the administrator changed it. */
export type Demo = {
  email: string
  password: string | null
  recognizer: { storeId: string; deviceId: string; secret: string } | null
  stores: { id: string; name: string }[]
}

const everyDay = Array.from({ length: 7 }, (_, day) => ({ day: day + 1, open: '08:00', close: '22:00' }))
const stores = [
  {
    name: '킹카 강남점',
    address: '서울특별시 강남구 테헤란로 152',
    latitude: 37.5,
    longitude: 127.0364,
    phone: '02-555-0101',
  },
  {
    name: '킹카 성수점',
    address: '서울특별시 성동구 아차산로 78',
    latitude: 37.5446,
    longitude: 127.0557,
    phone: '02-555-0102',
  },
  {
    name: '킹카 마포점',
    address: '서울특별시 마포구 월드컵로 60',
    latitude: 37.5563,
    longitude: 126.9108,
    phone: '02-555-0103',
  },
].map((store) => ({ ...store, businessHours: everyDay }))

/** Each type once, in force since a date that no start changes. */
const terms = [
  {
    type: 'TERMS_OF_USE',
    title: '이용약관',
    content: '# 이용약관\n\n이 약관은 데모예요. 킹카를 시험해 보는 동안만 쓰고, 실제 서비스를 약속하지 않아요.',
    required: true,
  },
  {
    type: 'PRIVACY_POLICY',
    title: '개인정보 처리방침',
    content:
      '# 개인정보 처리방침\n\n이 방침은 데모예요. 입력한 이름, 생년월일, 휴대폰 번호, 차량 번호는 이 데모의 데이터베이스에 저장해요. 탈퇴하면 회원 정보를 지우고, 방문 기록은 이름 없이 남아요.',
    required: true,
  },
  {
    type: 'LOCATION_BASED_SERVICE',
    title: '위치기반서비스 이용약관',
    content: '# 위치기반서비스 이용약관\n\n이 약관은 데모예요. 가까운 매장을 찾을 때만 위치를 쓰고 저장하지 않아요.',
    required: true,
  },
  {
    type: 'MARKETING',
    title: '마케팅 정보 수신 동의',
    content: '# 마케팅 정보 수신 동의\n\n이 동의는 데모예요. 동의하지 않아도 가입할 수 있고, 광고를 보내지 않아요.',
    required: false,
  },
].map((each) => ({ ...each, effectiveAt: '2026-01-01T00:00:00+09:00' }))

type State = { password: string; recognizer: Demo['recognizer'] }

/** Makes the demo's administrator, stores and terms at the first start, over HTTP as anybody would; later it only looks. */
export async function ensureDemo(options: DemoOptions): Promise<Demo> {
  const { gateway, file, open } = options
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : undefined
  if (!state) return create(options)
  const password = open && state.password === wellKnownPassword ? await closeDoor(options, state) : undefined
  return {
    email: demoEmail,
    password: password ?? (open ? null : state.password),
    recognizer: open ? null : state.recognizer,
    stores: await listStores(gateway),
  }
}

async function create({ gateway, file, joinCode, open, secretPassword }: DemoOptions): Promise<Demo> {
  const password = open ? secretPassword : wellKnownPassword
  const joined = await gateway.send('POST', '/admin/api/join', {
    body: { email: demoEmail, password, name: '데모 관리자', joinCode },
  })
  if (joined.status !== 201 && joined.code !== 'EMAIL_TAKEN')
    throw new Error(`The demo's administrator: ${joined.text}`)
  const token = await signIn(gateway, password)
  if (!token) throw new Error(`${demoEmail} is there and has another password than the demo's`)
  const present = await listStores(gateway)
  for (const store of stores) {
    if (present.some(({ name }) => name === store.name)) continue
    const made = await gateway.send('POST', '/admin/api/stores', { body: store, token, key: `demo-${store.phone}` })
    if (made.status !== 201) throw new Error(`The demo's store ${store.name}: ${made.text}`)
  }
  for (const each of terms) {
    if (await isInForce(gateway, each.type)) continue
    const made = await gateway.send('POST', '/admin/api/terms', { body: each, token, key: `demo-${each.type}` })
    if (made.status !== 201) throw new Error(`The demo's terms ${each.type}: ${made.text}`)
  }
  const all = await listStores(gateway)
  const recognizer = await createRecognizer(gateway, token, all[0]?.id ?? '')
  writeFileSync(file, JSON.stringify({ password, recognizer } satisfies State), { mode: 0o600 })
  return { email: demoEmail, password, recognizer, stores: all }
}

async function createRecognizer(gateway: Gateway, token: string, storeId: string): Promise<Demo['recognizer']> {
  const made = await gateway.send<{ id: string; secret: string }>('POST', '/admin/api/devices', {
    body: { storeId, name: '데모 인식기' },
    token,
  })
  if (!made.result) throw new Error(`The demo's recognizer: ${made.text}`)
  return { storeId, deviceId: made.result.id, secret: made.result.secret }
}

/** The data was made on a loopback address, and others can reach us now: the known password must go. */
async function closeDoor({ gateway, file, secretPassword }: DemoOptions, state: State): Promise<string | undefined> {
  const token = await signIn(gateway, state.password)
  const body = { currentPassword: state.password, newPassword: secretPassword }
  const changed = token ? await gateway.send('POST', '/admin/api/me/password', { body, token }) : undefined
  if (changed && changed.status !== 200) throw new Error(`The demo's password could not be changed: ${changed.text}`)
  writeFileSync(file, JSON.stringify({ ...state, password: secretPassword } satisfies State), { mode: 0o600 })
  return changed ? secretPassword : undefined
}

async function signIn(gateway: Gateway, password: string): Promise<string | undefined> {
  const reply = await gateway.send<{ accessToken: string }>('POST', '/admin/api/login', {
    body: { email: demoEmail, password },
  })
  if (reply.status === 200) return reply.result?.accessToken
  if (reply.code === 'LOGIN_FAILED') return undefined
  throw new Error(`The demo's sign-in: ${reply.text}`)
}

async function listStores(gateway: Gateway): Promise<Demo['stores']> {
  const reply = await gateway.send<{ content: Demo['stores'] }>('GET', '/api/stores?size=100&sort=createdAt,asc', {})
  if (!reply.result) throw new Error(`The list of stores: ${reply.text}`)
  return reply.result.content.map(({ id, name }) => ({ id, name }))
}

async function isInForce(gateway: Gateway, type: string): Promise<boolean> {
  const reply = await gateway.send<unknown[]>('GET', `/api/terms?termsType=${type}`, {})
  if (!reply.result) throw new Error(`The terms in force: ${reply.text}`)
  return reply.result.length > 0
}
