import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 900 }, reducedMotion: 'reduce' as const }

async function openNew() {
  const { content } = withManagement(web.gateway)
  const page = await web.open('/manage/notices/new', { ...wide, signedIn: true })
  const area = page.getByRole('textbox', { name: '내용' })
  await area.waitFor()
  return { page, area, content, tool: (name: string) => page.getByRole('button', { name, exact: true }) }
}

/** The Markdown source, from the source view. */
async function markdownOf(page: Page) {
  await page.getByRole('button', { name: '원문 보기' }).click()
  const markdown = await page.getByLabel('내용 원문').inputValue()
  await page.getByRole('button', { name: '원문 보기' }).click()
  return markdown
}

/** Composes a syllable like an input method, key by key, without committing it. */
async function compose(devtools: CDPSession, ...steps: string[]) {
  for (const text of steps) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
}
/** The text regains the focus one frame after a tool was pressed. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
const commit = (devtools: CDPSession, text: string) => devtools.send('Input.insertText', { text })

test('no syllable in composition is lost before Enter, a digit, a list marker or a tool', async () => {
  const { page, area, tool } = await openNew()
  const devtools = await page.context().newCDPSession(page)
  await area.click()

  await compose(devtools, 'ㅎ', '하', '한')
  await commit(devtools, '한')
  await page.keyboard.press('Enter')
  await compose(devtools, 'ㄱ', '그', '글')
  await commit(devtools, '글')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  // A list marker needs a space after it, not a syllable.
  await page.keyboard.type('-')
  await compose(devtools, 'ㄴ', '나')
  await commit(devtools, '나')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- ')
  await compose(devtools, 'ㄷ', '다')
  await commit(devtools, '다')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1. ')
  await compose(devtools, 'ㄹ', '라')
  await commit(devtools, '라')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await compose(devtools, 'ㅁ', '마')
  await tool('굵게').dispatchEvent('click') // during the composition, as a screen reader does
  await eventually(() => tool('굵게').getAttribute('aria-pressed')).toBe('true')
  await nextFrame(page)
  await page.keyboard.type('요')
  await eventually(() => area.innerText()).toContain('마요')
  await page.keyboard.press('Enter')
  await compose(devtools, 'ㅂ', '바')
  await tool('H2 제목').dispatchEvent('click')
  await area.getByRole('heading', { name: '바', level: 2 }).waitFor()
  await nextFrame(page)
  await compose(devtools, 'ㅅ', '사')
  await commit(devtools, '사')
  await eventually(() => area.getByRole('heading').innerText()).toBe('바사')
  expect(await markdownOf(page)).toBe('한\n\n글1\n\n-나\n\n- 다\n\n1. 라\n\n마**요**\n\n## **바사**')

  await tool('원문 보기').click()
  const source = page.getByLabel('내용 원문')
  // The console's own typeface is the fallback for Hangul, for a machine without Korean fonts.
  expect(await source.evaluate((field) => getComputedStyle(field).fontFamily)).toMatch(/monospace.*Pretendard/)
  await source.fill('## 쉬는 날\n\n월요일')
  await tool('원문 보기').click()
  await area.getByRole('heading', { name: '쉬는 날', level: 2 }).waitFor()
  await expectAccessible(page)
})

test('the toolbar is one tab stop, and its tools show the state at the cursor', async () => {
  const { page, area, tool } = await openNew()
  await area.click()
  await page.keyboard.type('킹카 세차')
  await page.keyboard.press('Shift+Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('굵게')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('H2 제목')
  await page.keyboard.press('Enter')
  await eventually(() => tool('H2 제목').getAttribute('aria-pressed')).toBe('true')
  await area.getByRole('heading', { name: '킹카 세차', level: 2 }).waitFor()
  await tool('되돌리기').click()
  await eventually(() => tool('H2 제목').getAttribute('aria-pressed')).toBe('false')

  await page.keyboard.press('Control+a')
  await tool('링크').click()
  const dialog = page.getByRole('dialog', { name: '링크 넣기' })
  await dialog.getByLabel('주소').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: '넣기' }).click()
  await dialog.getByText('https://처럼 시작하는 주소를 입력해 주세요.').waitFor()
  await dialog.getByLabel('주소').fill('king.car')
  await dialog.getByLabel('주소').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await markdownOf(page)).toBe('[킹카 세차](https://king.car)')

  await area.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await tool('표').click()
  await page.keyboard.type('요일')
  await page.keyboard.press('Tab')
  await page.keyboard.type('시간')
  await eventually(() => area.getByRole('columnheader').allTextContents()).toEqual(['요일', '시간', ''])
  await tool('열 삭제').click()
  await eventually(() => area.getByRole('columnheader').count()).toBe(2)
  expect(await markdownOf(page)).toContain('| 요일 |  |\n| --- | --- |\n|  |  |\n')
})

test('the preview shows pictures, links and marks as the service reads them, and nothing as markup', async () => {
  const { page, tool } = await openNew()
  const image = '/api/images/0199a0c5-0000-7000-8000-000000000001'
  await tool('원문 보기').click()
  await page
    .getByLabel('내용 원문')
    .fill(
      [
        '| 요일 | 시간 |\n|---|--:|\n| ~월~ | **9시** |',
        '3. 셋\n\n- [x] 한 일\n- [ ] 할 일\n\n```js\n<b>\n```\n\n> 인용\\\n줄',
        `![매장](${image}?width=320) ![넓은 사진](${image}?width=321) ![아이콘](data:image/png;base64,x)`,
        '[안내](/notices "제목") [나쁜](javascript:alert) <img src=x onerror=alert(1)> https://kingcar.test/a_b',
      ].join('\n\n'),
    )
  await page.getByRole('button', { name: '미리보기' }).click()
  const preview = page.getByRole('dialog', { name: '회원에게 보이는 모습' }).locator('section > div')
  await preview.locator('table').waitFor()
  const [html = ''] = (await preview.evaluate((element) => element.innerHTML)).split(/(?=<p><(?:img|span)[^>]*>)/)
  expect(html).toBe(
    [
      '<table><thead><tr><th>요일</th><th align="right">시간</th></tr></thead>',
      '<tbody><tr><td><del>월</del></td><td align="right"><strong>9시</strong></td></tr></tbody></table>',
      '<ol start="3"><li>셋</li></ol>',
      '<ul><li><input disabled="" type="checkbox" checked="">한 일</li><li><input disabled="" type="checkbox">할 일</li></ul>',
      '<pre><code>&lt;b&gt;</code></pre><blockquote><p>인용<br>줄</p></blockquote>',
    ].join(''),
  )
  expect(await preview.getByRole('link').evaluateAll((links) => links.map((link) => link.outerHTML))).toEqual(
    [
      [`${image}?width=321`, '', '넓은 사진'],
      ['/notices', ' title="제목"', '안내'],
      ['https://kingcar.test/a_b', '', 'https://kingcar.test/a_b'],
    ].map(([href, title, text]) => `<a href="${href}"${title} target="_blank" rel="noopener noreferrer">${text}</a>`),
  )
  await preview.getByText('아이콘').waitFor()
  await preview.getByText('나쁜 <img src=x onerror=alert(1)>').waitFor()
  await preview.getByRole('img', { name: '매장' }).waitFor()
  expect(await preview.locator('[onerror], script').count()).toBe(0)
})

test('a pasted picture has a placeholder during the upload, can be cancelled, and asks for its alternative text', async () => {
  const { page, area, content, tool } = await openNew()
  const upload = web.gateway.answers['POST /api/images']
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  web.gateway.answers['POST /api/images'] = async (...request) => {
    await held
    return upload ? upload(...request) : { status: 500 }
  }
  const picture = await sharp({ create: { width: 320, height: 100, channels: 3, background: '#3b6cf0' } })
    .png()
    .toBuffer()
  const paste = (name: string, type = 'image/png') =>
    area.evaluate(
      (element, file) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { name, type, bytes: [...picture] },
    )
  await page.getByLabel('제목').first().fill('새 매장')
  await area.click()
  await page.keyboard.type('매장이에요')
  await paste('a.gif', 'image/gif')
  await page.getByText('JPEG, PNG, WebP 사진을 골라 주세요.').waitFor()
  await paste('a.png')
  await area.getByRole('progressbar').waitFor()
  await area.getByRole('button', { name: '올리기 취소' }).click()
  await area.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await markdownOf(page)).toBe('매장이에요')

  const chooser = page.waitForEvent('filechooser')
  await tool('이미지').click()
  await (await chooser).setFiles({ name: 'store.png', mimeType: 'image/png', buffer: picture })
  await area.getByRole('progressbar').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('사진을 올리는 중이에요. 끝나면 저장해요.').waitFor()
  expect(content.notices.sent).toEqual([])
  release()
  await page.getByText('등록했어요').waitFor()
  const [sent] = content.notices.sent as { content: string }[]
  expect(sent?.content).toMatch(/^매장이에요!\[\]\(\/api\/images\/[\w-]+\)$/)

  await page.getByRole('link', { name: '새 매장' }).click()
  await area.getByLabel('대체 텍스트').fill('새 매장 앞')
  expect(await markdownOf(page)).toMatch(/!\[새 매장 앞\]\(\/api\/images\/[\w-]+\)$/)
})
