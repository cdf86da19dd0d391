import type { Screen } from '@kingcar/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { liveEvent, tokenFor } from './fake-gateway.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openScreens() {
  const { screen: state } = withManagement(web.gateway)
  const page = await web.open('/manage/screens', wide)
  await page.getByText('1번 입구').waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

async function choose(page: Page, screen: string, task: string) {
  await page.getByRole('button', { name: `${screen} 작업` }).click()
  await page.getByRole('button', { name: task, exact: true }).click()
}

test('each screen shows its state, and can be renamed, sent a message, reloaded and removed', async () => {
  const { page, state, dialog, rows } = await openScreens()
  expect(await rows.nth(0).innerText()).toMatch(/1번 입구\s+강남점\s+연결됨\s+방금\s+b7f3\s*새 버전이 있어요/)
  expect(await rows.nth(1).innerText()).toMatch(/대기실\s+분당점\s+연결 끊김/)
  expect(await rows.nth(2).innerText()).toMatch(/새 화면\s+강남점\s+연결 끊김\s+아직 없음/)
  expect(await violationsOf(page)).toEqual(noViolations)

  await choose(page, '1번 입구', '이름 바꾸기')
  await dialog.getByLabel('이름').fill('')
  await page.keyboard.press('Enter')
  await eventually(() => dialog.getByLabel('이름').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('이름').fill('정문')
  await page.keyboard.press('Enter')
  await rows.nth(0).getByText('정문').waitFor()

  await choose(page, '정문', '메시지 보내기')
  await dialog.getByLabel('메시지').fill('  곧 문을 닫아요 ')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '보내기' }).click()
  await page.getByText('메시지를 보냈어요').first().waitFor()
  await choose(page, '정문', '새로고침')
  await page.getByText('정문 화면을 새로고침했어요').first().waitFor()
  expect(state.sent).toEqual([{ name: '정문' }, { text: '곧 문을 닫아요' }, { reload: true }])

  // A failed message does not look sent: the text stays, and the request id can be copied.
  await choose(page, '대기실', '메시지 보내기')
  await dialog.getByLabel('메시지').fill('들리나요')
  await dialog.getByRole('button', { name: '보내기' }).click()
  await dialog.getByText('화면이 꺼져 있어서 보내지 못했어요.').waitFor()
  await dialog.getByText(/요청 ID/).waitFor()
  expect(await dialog.getByLabel('메시지').inputValue()).toBe('들리나요')
  await page.keyboard.press('Escape')

  await choose(page, '새 화면', '삭제')
  await eventually(() => rows.count()).toBe(2)
  await page.getByText('1–2 / 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => rows.count()).toBe(3)
  await choose(page, '새 화면', '삭제')
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.goto('about:blank')
  await eventually(() => state.removed).toHaveLength(1)
})

test('an invalid page number in the address shows the first page', async () => {
  withManagement(web.gateway)
  const asked: string[] = []
  const listen = async (page: Page) => page.on('request', (request) => asked.push(request.url()))
  const page = await web.open('/manage/screens?page=abc', { ...wide, prepare: listen })
  await page.getByText('1번 입구').waitFor()
  expect(asked.filter((url) => url.includes('/admin/api/screens'))).toEqual([
    `${web.gateway.origin}/admin/api/screens?page=0`,
  ])
})

test('when all rows of a page are removed, a link leads to the first page', async () => {
  const { page, state } = await openScreens()
  const [first] = state.screens
  state.screens = Array.from(
    { length: 21 },
    (_, n) => ({ ...first, id: `${first?.id.slice(0, -2)}${50 + n}`, name: `화면 ${n}` }) as Screen,
  )
  await page.goto(`${web.gateway.origin}/manage/screens?page=1`)
  await choose(page, '화면 20', '삭제')
  await page.getByText('이 페이지에는 내용이 없어요').waitFor()
  expect(state.removed).toEqual([]) // it can still be undone
  await page.getByRole('link', { name: '첫 페이지로' }).click()
  await page.getByText('화면 19').waitFor()
})

test('an empty list explains how to add a screen; a failed list shows the failure', async () => {
  const { page, state, rows } = await openScreens()
  state.screens = []
  await page.reload()
  await page.getByText('아직 벽 화면이 없어요').waitFor()
  await expectAccessible(page)
  web.gateway.answers['GET /admin/api/screens'] = () => ({ status: 503, error: { code: 'UNAVAILABLE' } })
  await page.reload()
  await page.getByRole('alert').getByText('목록을 불러오지 못했어요').waitFor()
  expect(await rows.count()).toBe(0)
})

// ASVS 14.3.1, 14.3.3
test('this device becomes a screen: its own session takes the place of the administrator’s, which ends', async () => {
  const { page, state, dialog } = await openScreens()
  const before = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.evaluate(() => {
    localStorage.setItem('views.somebody', '[{"name":"단골","href":"/manage/members?q=홍길동"}]')
    sessionStorage.setItem('open', '홍길동님 환불')
  })
  const ended: unknown[] = []
  web.gateway.answers['POST /admin/api/logout'] = (body, authorization) => {
    ended.push([body, authorization])
    return { result: null }
  }
  await page.getByRole('button', { name: '이 기기를 벽 화면으로 쓰기' }).click()
  await dialog.getByRole('button', { name: '벽 화면으로 쓰기' }).click()
  await dialog.getByText('매장을 선택해 주세요.').waitFor()
  await dialog.getByLabel('매장').selectOption('분당점')
  await dialog.getByLabel('이름').fill('계산대')
  await page.keyboard.press('Enter')

  await page.waitForURL(`${web.gateway.origin}/connect?kiosk=1`)
  await page.getByText('차량을 기다리고 있어요').waitFor()
  const kept = await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')])
  expect(kept).toEqual([state.tokens.accessToken, state.tokens.refreshToken])
  expect(state.sent).toEqual([{ storeId: expect.any(String), name: '계산대' }])
  await eventually(() => ended).toEqual([
    [{ accessToken: before, refreshToken: expect.any(String) }, `Bearer ${before}`],
  ])
  await eventually(() => web.gateway.handshakes.at(-1)).toEqual({
    path: expect.stringMatching(/^\/admin\/api\/live\?version=[\w.+-]{1,40}$/),
    token: state.tokens.accessToken,
  })
  const everything = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(everything).not.toContain(before)
  expect(everything).not.toContain('홍길동')

  // On a wall screen the management pages show an explanation.
  await page.goto(`${web.gateway.origin}/manage/orders`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('main').innerText()).toContain('벽 화면')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '관리자로 로그인' }).click()
  await page.waitForURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a screen whose tokens were lost is not created twice, and the dialog explains what to do', async () => {
  const { page, dialog } = await openScreens()
  const keys: unknown[] = []
  web.gateway.answers['POST /admin/api/screens/session'] = (_, __, request) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) return { status: 503, error: { code: 'UNAVAILABLE', message: '잠시 뒤에 다시 해 주세요.' } }
    return { status: 201, result: { screenId: '019aa000-0030-7000-8000-000000000009' } }
  }
  await page.getByRole('button', { name: '이 기기를 벽 화면으로 쓰기' }).click()
  await dialog.getByLabel('매장').selectOption('분당점')
  await dialog.getByLabel('이름').fill('계산대')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: '벽 화면으로 쓰기' }).click()
  await dialog.getByText('목록에서 계산대 화면을 삭제하고 다시 만들어 주세요').waitFor()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Enter') // the close button has the focus
  await eventually(() => dialog.count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
})

/** A wall screen whose clock the test controls. */
async function openAsScreen(prepare?: (page: Page) => Promise<unknown>) {
  withManagement(web.gateway)
  const page = await web.openWall('', {
    viewport: { width: 1920, height: 1080 },
    prepare: async (opened) => {
      await opened.addInitScript(
        (token) => {
          localStorage.setItem('accessToken', token)
          localStorage.setItem('refreshToken', 'refresh-screen')
        },
        tokenFor(900, 'screen', 0, 'screen'),
      )
      await prepare?.(opened)
    },
  })
  return page
}

test('a screen shows its name, shows an administrator’s message for a minute, and reloads on request', async () => {
  const page = await openAsScreen()
  web.gateway.send({ type: 'screen', screenId: 'x', name: '계산대', storeId: 's' })
  await page.getByText('계산대').waitFor()
  web.gateway.send({ type: 'message', text: '<b>곧</b> 문을 닫아요' })
  const notice = page.getByRole('status').filter({ hasText: '<b>곧</b> 문을 닫아요' })
  await notice.waitFor()
  web.gateway.send({ type: 'message', text: '내일 만나요' })
  await page.getByText('내일 만나요').waitFor()
  expect(await notice.count()).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByText('내일 만나요').waitFor()
  await web.skip(page, 61_000)
  await eventually(() => page.getByText('내일 만나요').count()).toBe(0)

  const loaded = page.waitForEvent('load')
  web.gateway.send({ type: 'reload' })
  await loaded
  await page.getByText('연결됨', { exact: true }).waitFor()
  expect(web.gateway.calls.filter((call) => call.includes('/devices'))).toEqual([]) // no forbidden call
})

/** Number of animated glows on the card. */
const movingGlows = (page: Page) =>
  page.getByRole('article').evaluate(
    (card) =>
      [...card.querySelectorAll('*')].filter((part) => {
        const { backgroundImage, animationName } = getComputedStyle(part, '::before')
        return backgroundImage.startsWith('radial-gradient') && animationName !== 'none'
      }).length,
  )

test('the first and every tenth visit are celebrated, unless switched off', async () => {
  const page = await openAsScreen()
  const card = page.getByRole('article')
  web.gateway.send(liveEvent({ name: '이서', carNumber: '34나5678', visitCount: 1 }))
  await card.getByText('첫 방문을 환영해요').waitFor()
  expect(await movingGlows(page)).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await movingGlows(page)).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)
  web.gateway.send(liveEvent({ name: '홍길동', visitCount: 10 }))
  await page.clock.runFor(10_000)
  await card.getByText('홍길동').first().waitFor()
  expect(await card.innerText()).toMatch(/10\s*번째 방문이에요, 고맙습니다/)
  const animation = () => card.evaluate((element) => getComputedStyle(element.querySelector('p') ?? element).color)
  const gold = await animation()

  web.gateway.answers['GET /admin/api/appSettings'] = () => ({
    result: [{ key: 'screen.milestones', value: false, description: null, updatedAt: null, updatedBy: null }],
  })
  const answer = page.waitForResponse(/appSettings/) // before that, no visit is celebrated
  await page.reload()
  await answer
  await page.getByText('연결됨', { exact: true }).waitFor()
  web.gateway.send(liveEvent({ name: '홍길동', visitCount: 20 }))
  await card.getByText('홍길동').first().waitFor()
  expect(await card.innerText()).not.toContain('고맙습니다')
  expect(await animation()).not.toBe(gold)
})

/** A fake voice that records its utterances and ends them on request. */
function pretendVoice({ lang }: { lang: string }) {
  const said: string[] = []
  const ends: (() => void)[] = []
  Object.assign(window, { said, ends, asked: false, notes: 0, voices: [{ lang }] })
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...options: ConstructorParameters<typeof OscillatorNode>) {
      super(...options)
      window.notes += 1
    }
  }
  class Utterance {
    text: string
    voice: unknown
    lang = ''
    onend = () => {}
    onerror = () => {}
    constructor(text: string) {
      this.text = text
    }
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      getVoices: () => {
        window.asked = true
        return window.voices
      },
      cancel: () => {},
      speak: (utterance: Utterance) => {
        said.push(utterance.text)
        ends.push(() => utterance.onend())
      },
    },
  })
}
declare global {
  interface Window {
    said: string[]
    ends: (() => void)[]
    voices: { lang: string }[]
    /** Whether the voices were requested, which the voice module does when it is loaded. */
    asked: boolean
    /** Number of notes played; a chime has two. */
    notes: number
  }
}

test('visitors are welcomed by voice if enabled, one at a time and never with a masked name; otherwise by the chime', async () => {
  const wanted = () => ({
    result: [{ key: 'screen.spokenWelcome', value: true, description: null, updatedAt: null, updatedBy: null }],
  })
  const page = await openAsScreen(async (opened) => {
    web.gateway.answers['GET /admin/api/appSettings'] = wanted
    await opened.addInitScript(pretendVoice, { lang: 'ko-KR' })
  })
  await page.mouse.click(100, 100) // unlocks the sound
  await eventually(() => page.getByRole('button', { name: /^소리/ }).getAttribute('aria-pressed')).toBe('true')
  await eventually(() => page.evaluate(() => window.asked)).toBe(true)
  const said = () => page.evaluate(() => window.said)
  const come = async (name: string, carNumber: string, fields: object = {}) => {
    web.gateway.send(liveEvent({ name, carNumber, ...fields }))
    await page.getByRole('article').getByText(name).first().waitFor()
    await page.clock.runFor(1_000)
  }
  await come('홍길동', '12가3456')
  await eventually(said).toEqual(['홍길동님, 어서 오세요'])
  await come('이서', '34나5678')
  expect(await said()).toHaveLength(1) // the first is still being spoken
  await page.evaluate(() => window.ends.shift()?.())
  await page.clock.runFor(5_000)
  await eventually(said).toEqual(['홍길동님, 어서 오세요', '이서님, 어서 오세요'])
  await page.evaluate(() => window.ends.shift()?.())
  await come('홍*동', '56다7890')
  await eventually(said).toEqual(['홍길동님, 어서 오세요', '이서님, 어서 오세요', '어서 오세요'])
  await page.evaluate(() => window.ends.shift()?.())

  const notes = () => page.evaluate(() => window.notes)
  expect(await notes()).toBe(0)
  const recognizedAt = await page.evaluate(() => new Date().toISOString())
  await come('박서준', '78라1234', { late: true, recognizedAt })
  await page.evaluate(() => {
    window.voices = []
  })
  await come('최민아', '90마5678', { recognizedAt: await page.evaluate(() => new Date().toISOString()) })
  await eventually(notes).toBe(2) // only the chime
  expect(await said()).toHaveLength(3)
})
