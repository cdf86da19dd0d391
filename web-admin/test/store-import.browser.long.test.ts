import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import type { Reply } from './fake-gateway.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

const headings = '이름,주소,상세 주소,위도,경도,전화번호,영업시간,휴무일,노출'
const line = (name: string, latitude = '37.5') =>
  `${name},서울 성동구,,${latitude},127.05,02-555-1234,월-금 09:00-21:00; 토 10:00-02:00,,예`
const csv = (...lines: string[]) => Buffer.from([headings, ...lines, ''].join('\r\n'))
const made = (name: string) => ({
  ...{ name, address: '서울 성동구', addressDetail: null, latitude: 37.5, longitude: 127.05, phone: '02-555-1234' },
  ...{ closedDates: [], visible: true },
})
const create = 'POST /admin/api/stores'

/** What happens to a sent store: it is rejected before creation, or its response is lost after it. */
type Fate = {
  before?: (name: string) => Reply | undefined | Promise<undefined>
  after?: (name: string, request: IncomingMessage | undefined) => void
}

/** Opens the import from the list of stores. The gateway creates one store per idempotency key; returns what was sent. */
async function openImport() {
  const { store: state } = withManagement(web.gateway)
  const sent: { name: string; key: string }[] = []
  const fate: Fate = {}
  const answers = new Map<string, Reply>()
  const make = web.gateway.answers[create]
  web.gateway.answers[create] = async (body, authorization, request) => {
    const [{ name }, key] = [body as { name: string }, String(request?.headers['idempotency-key'])]
    sent.push({ name, key })
    const refusal = await fate.before?.(name)
    if (refusal !== undefined) return refusal
    const answer = answers.get(key) ?? (await make?.(body, authorization)) ?? { status: 404 }
    answers.set(key, answer)
    fate.after?.(name, request)
    return answer
  }
  const page = await web.open('/manage/stores', wide)
  await page.getByRole('link', { name: 'CSV 가져오기' }).click()
  await button(page, '파일 고르기').waitFor()
  const choose = (buffer: Buffer, name = '매장.csv') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  return { page, state, sent, fate, choose, rows: page.locator('tbody tr') }
}

/** Records each announcement from now on. */
const listen = (page: Page) =>
  page.locator('p[role=status][aria-live=polite]').evaluate((region) => {
    const said: (string | undefined)[] = []
    Reflect.set(window, 'said', said)
    new MutationObserver(() => said.push(region.textContent?.trim())).observe(region, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
const spoken = (page: Page) => page.locator('p[role=status][aria-live=polite]').innerText()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a file is checked before anything is sent: faults at their fields, warnings, one summary', async () => {
  const { page, state, choose, rows } = await openImport()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('매장 CSV 가져오기')
  await choose(Buffer.from('이름,주소,비고\r\n가,나,다\r\n'))
  await page
    .getByRole('alert')
    .getByText('첫 행의 제목을 고쳐 주세요. 빠진 제목: 위도, 경도, 전화번호, 영업시간. 모르는 제목: 비고.')
    .waitFor()

  await choose(
    csv(line('성수점'), '', line('강남점'), '판교점,,,서른일곱,127.05,02-1,월 25:00-26:00,,글쎄', line('성수점')),
  )
  await page.getByText('4개 가운데 3개를 등록할 수 있고, 1개는 고쳐야 해요.').first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('매장.csv 확인 결과')
  expect(await spoken(page)).toContain('4개 가운데 3개를 등록할 수 있고')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await rows.nth(0).innerText()).toMatch(
    /2행\s+성수점\s+서울 성동구\s+월-금 09:00-21:00;\s+토 10:00-02:00\s+확인해 주세요/,
  )
  await rows.nth(0).getByText('이 파일의 6행과 이름이 같아요.').waitFor()
  await rows.nth(1).getByText('같은 이름의 매장이 이미 있어요.').waitFor()
  expect((await rows.nth(2).locator('li').allInnerTexts()).map((each) => each.trim())).toEqual([
    '주소: 비워 둘 수 없어요.',
    '위도: 숫자로 입력해 주세요.',
    '영업시간: 25:00은 없는 시각이에요. 00:00부터 24:00까지 적어 주세요.',
    '노출: 예 또는 아니요로 적어 주세요.',
  ])
  expect(state.writes).toEqual([])
  await page.locator('summary').click()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 1920, height: 1080 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920)
  await expectAccessible(page)
  await page.getByLabel('문제가 있는 행만 보기').check()
  expect(await rows.count()).toBe(4)
  await choose(csv(line('판교점'), line('')), '다른.csv')
  await page.getByText('2개 가운데 1개를 등록할 수 있고').first().waitFor()
  await page.getByLabel('문제가 있는 행만 보기').check()
  expect(await rows.count()).toBe(1)
})

test('the template, saved by Korean Excel, is dropped and imported', async () => {
  const { page, state, rows } = await openImport()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '서식 내려받기').click()])
  expect(download.suggestedFilename()).toBe('매장-등록-서식.csv')
  const template = await readFile(await download.path(), 'utf8')
  expect(template.startsWith(`\uFEFF${headings}\r\n`)).toBe(true)

  const bytes = eucKr(`${template.slice(1)}${line('똠펲점')}\r\n`)
  await page.getByText('CSV 파일을 여기에 끌어다 놓아도 돼요.').evaluate((hint, content) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(content)], '엑셀.csv'))
    hint.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  }, bytes)
  await rows.nth(0).getByText('서식의 예시라서 등록하지 않아요.').waitFor()
  await rows.nth(1).getByText('등록할 수 있어요').waitFor()
  await button(page, '1개 등록하기').press('Enter')
  await page.getByText('1개를 등록했어요, 1개는 등록하지 못했어요').first().waitFor()
  expect(state.writes).toMatchObject([made('똠펲점')])

  await page.goBack()
  await page.getByRole('link', { name: '똠펲점' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('매장')
  expect(web.logOf(page).filter((each) => /pageerror|security policy/i.test(each))).toEqual([])
})

/** Encodes CP949: letters of KS X 1001 by reversing Node's decoder, and two that Microsoft added. */
function eucKr(source: string): number[] {
  const decoder = new TextDecoder('euc-kr')
  const bytes = new Map([
    ['똠', [0x8c, 0x63]],
    ['펲', [0xbc, 0x84]],
  ])
  for (let first = 0xa1; first < 0xff; first += 1) {
    for (let second = 0xa1; second < 0xff; second += 1) {
      bytes.set(decoder.decode(new Uint8Array([first, second])), [first, second])
    }
  }
  return [...source].flatMap((letter) => bytes.get(letter) ?? letter.charCodeAt(0))
}

test('a rejection stays at its row, can be saved to a file, and only rejected rows are sent again', async () => {
  const { page, sent, fate, choose, rows } = await openImport()
  const details = [{ path: 'phone', message: '없는 번호예요.' }]
  fate.before = (name) =>
    name === '분당점' ? { status: 400, error: { code: 'VALIDATION_FAILED', message: '', details } } : undefined
  await choose(csv(line('성수점'), line('분당점'), line('=점', '-7.5'), line('판교점', 'x')))
  await listen(page)
  await button(page, '3개 등록하기').click()
  await page.getByText('2개를 등록했어요, 2개는 등록하지 못했어요').first().waitFor()
  const told = [
    '등록하기 시작했어요',
    '3개 가운데 1개 마쳤어요',
    '3개 가운데 2개 마쳤어요',
    '2개를 등록했어요, 2개는 등록하지 못했어요',
  ]
  const said = () => page.evaluate((): string[] => Reflect.get(window, 'said'))
  await eventually(async () => (await said()).at(-1)).toBe(told.at(-1))
  // Of two quick announcements the region shows only the later one; the first ones concern the file.
  const heard = new Set((await said()).filter((sentence) => !sentence.includes('등록할 수 있')))
  expect([...heard]).toEqual(told.filter((sentence) => heard.has(sentence)))
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('매장.csv 확인 결과')
  expect(await rows.nth(1).innerText()).toMatch(/등록하지 못했어요\s+전화번호: 없는 번호예요./)
  expect(await violationsOf(page)).toEqual(noViolations)

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '등록하지 못한 행 저장').click()])
  expect(download.suggestedFilename()).toMatch(/^매장-등록하지-못한-행-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      `\uFEFF${headings},고칠 점`,
      `${line('분당점')},전화번호: 없는 번호예요.`,
      `${line('판교점', 'x')},위도: 숫자로 입력해 주세요.`,
      '',
    ].join('\r\n'),
  )

  delete fate.before
  await button(page, '다시 시도').click()
  await page.getByText('3개를 등록했어요, 1개는 등록하지 못했어요').first().waitFor()
  expect(sent.map(({ name }) => name)).toEqual(['성수점', '분당점', '=점', '분당점'])
  expect(sent[3]?.key).toBe(sent[1]?.key)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(await button(page, '다시 시도').count()).toBe(0)
  await choose(await readFile(await download.path()))
  await page.getByText('2개 가운데 1개를 등록할 수 있고').first().waitFor()
})

test('a store whose response was lost is not created twice', async () => {
  const { page, state, sent, fate, choose, rows } = await openImport()
  fate.after = (name, request) => void (name === '분당점' && request?.socket.destroy())
  await choose(csv(line('성수점'), line('분당점'), line('판교점')))
  await button(page, '3개 등록하기').click()
  await page.getByText('등록하다가 멈췄어요').waitFor()
  await rows.nth(1).getByText('결과를 몰라요').waitFor()
  await rows.nth(2).getByText('등록할 수 있어요').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  const saving = page.waitForEvent('download')
  await button(page, '등록하지 못한 행 저장').click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('매장 목록에 이미 있는지 먼저 확인해 주세요.')
  delete fate.after
  await button(page, '다시 시도').click()
  await page.getByText('3개를 모두 등록했어요').first().waitFor()
  const keys = new Set(sent.filter(({ name }) => name === '분당점').map(({ key }) => key))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[\da-f]{32}$/)
  expect(sent.filter(({ name }) => name === '분당점').length).toBeGreaterThan(1)
  expect(state.writes).toMatchObject([made('성수점'), made('분당점'), made('판교점')])
})

test('a running import can be stopped, and leaving asks for confirmation', async () => {
  const { page, sent, fate, choose, rows } = await openImport()
  let answer = () => {}
  fate.before = () =>
    new Promise((resolve) => {
      answer = () => resolve(undefined)
    })
  await choose(csv(line('성수점'), line('분당점'), line('판교점')))
  await button(page, '3개 등록하기').click()
  await rows.nth(0).getByText('등록하는 중').waitFor()
  expect(await page.getByRole('progressbar').getAttribute('aria-label')).toBe('3개 가운데 0개 마쳤어요')
  expect(await button(page, '파일 고르기').isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual(noViolations)

  const dialog = page.getByRole('dialog', { name: '아직 등록하고 있어요' })
  await page.goBack()
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await button(page, '멈추기').click()
  await button(page, '멈추는 중…').waitFor()
  answer()
  await page.getByText('1개를 등록했어요, 2개는 등록하지 못했어요').first().waitFor()
  expect(sent.map(({ name }) => name)).toEqual(['성수점'])

  await button(page, '다시 시도').click()
  await rows.nth(1).getByText('등록하는 중').waitFor()
  await page.getByRole('main').getByRole('link', { name: '매장', exact: true }).click()
  await dialog.getByRole('button', { name: '멈추고 나가기' }).click()
  await page.getByRole('link', { name: '매장 추가' }).waitFor()
  answer()
  await eventually(() => page.getByRole('link', { name: '분당점' }).count()).toBeGreaterThan(1)
  expect(sent.map(({ name }) => name)).toEqual(['성수점', '분당점'])
})

test('a session that ends during the import is renewed over the page, and nothing is registered twice', async () => {
  const { page, sent, fate, choose } = await openImport()
  fate.before = (name) => (name === '분당점' ? { status: 401 } : undefined)
  await choose(csv(line('성수점'), line('분당점'), line('판교점')))
  await button(page, '3개 등록하기').click()
  await page.getByRole('dialog', { name: '다시 로그인해 주세요' }).waitFor()
  // The console repeats a request once with a reissued token, and keeps its idempotency key.
  expect(sent.map(({ name }) => name)).toEqual(['성수점', '분당점', '분당점'])
  expect(sent[2]?.key).toBe(sent[1]?.key)
})
