import { expect, test } from 'vitest'
import { eventually, expectAccessible, withConsole } from './browser.ts'
import { letterOf, withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openLetters() {
  const state = withManagement(web.gateway)
  const page = await web.open('/manage/deadLetters', { signedIn: true })
  const letters = page.getByRole('list', { name: '처리하지 못한 메시지 목록' }).getByRole('listitem')
  await letters.first().waitFor()
  return { page, state, letters, dialog: page.getByRole('dialog') }
}

test('each dead letter shows its reason, its sender and its payload as plain text', async () => {
  const { page, letters } = await openLetters()
  const first = letters.first()
  await first.getByText('장치 1번 출입구').waitFor()
  expect(await first.innerText()).toMatch(/정확도\(confidence\)가 없거나 올바르지 않아요\.[\s\S]*매장 강남점/)
  await first.getByText('받은 내용').click()
  await first.getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await first.locator('img').count()).toBe(0)
  expect(await letters.nth(1).innerText()).toMatch(/메시지가 JSON이 아니에요\.[\s\S]*매장 알 수 없음 · 장치 알 수 없음/)
  expect(web.logOf(page).filter((line) => /^(error|pageerror)/.test(line))).toEqual([])
})

test('an unknown reason of a newer server is shown unchanged', async () => {
  const state = withManagement(web.gateway)
  state.letters = [letterOf(1, { reason: 'tooQuiet' })]
  const page = await web.open('/manage/deadLetters', { signedIn: true })
  await page.getByRole('heading', { name: 'tooQuiet' }).waitFor()
})

test('a reprocessed letter disappears; one that is still invalid stays, with the server’s reason', async () => {
  const { page, state, letters } = await openLetters()
  const [first, second] = state.letters
  web.gateway.answers[`POST /admin/api/recognition/deadLetters/${second?.id}/reprocess`] = () => ({
    status: 409,
    error: { code: 'READ_INVALID', message: '', details: [{ path: 'reason', message: '메시지가 JSON이 아니에요.' }] },
  })
  await letters.nth(1).getByRole('button', { name: '다시 처리' }).click()
  const failure = letters.nth(1).getByRole('alert')
  expect(await failure.innerText()).toMatch(
    /아직 처리할 수 없어요\s+메시지가 JSON이 아니에요\.\s+요청 ID\s+request-\d+/,
  )
  expect(await letters.count()).toBe(2)

  web.gateway.answers[`POST /admin/api/recognition/deadLetters/${first?.id}/reprocess`] = () => {
    state.letters = state.letters.slice(1)
    return { result: null }
  }
  await letters.first().getByRole('button', { name: '다시 처리' }).click()
  await page.getByText('다시 처리했어요').waitFor()
  await eventually(() => letters.count()).toBe(1)
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('a letter is discarded after a confirmation, and the last one leaves an empty list', async () => {
  const { page, state, letters, dialog } = await openLetters()
  for (const { id } of state.letters) {
    web.gateway.answers[`DELETE /admin/api/recognition/deadLetters/${id}`] = () => {
      state.letters = state.letters.filter((letter) => letter.id !== id)
      return { result: null }
    }
  }
  await letters.first().getByRole('button', { name: '버리기' }).click()
  await dialog.getByRole('button', { name: '취소' }).click()
  expect(await letters.count()).toBe(2)
  for (const left of [1, 0]) {
    await letters.first().getByRole('button', { name: '버리기' }).click()
    await dialog.getByRole('button', { name: '버리기' }).click()
    await eventually(() => letters.count()).toBe(left)
  }
  await page.getByText('처리하지 못한 메시지가 없어요').waitFor()
})

test('several letters are reprocessed together, and those that fail stay selected with the reason', async () => {
  const { page, state, letters } = await openLetters()
  const [first, second] = state.letters
  web.gateway.answers[`POST /admin/api/recognition/deadLetters/${first?.id}/reprocess`] = () => {
    state.letters = state.letters.slice(1)
    return { result: null }
  }
  web.gateway.answers[`POST /admin/api/recognition/deadLetters/${second?.id}/reprocess`] = () => ({
    status: 409,
    error: { code: 'READ_INVALID', message: '', details: [{ path: 'reason', message: '메시지가 JSON이 아니에요.' }] },
  })
  await page.getByLabel('이 페이지 전체 선택').check()
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await bar.getByText('2건 선택됨').waitFor()
  await bar.getByRole('button', { name: '다시 처리' }).click()
  // The reasons are not read aloud again with each box.
  expect(await bar.getByRole('alert').innerText()).toBe('2건 중 1건 처리, 1건 실패')
  expect(await bar.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/.+: 메시지가 JSON이 아니에요\.$/),
  ])
  await eventually(() => letters.count()).toBe(1)
  await bar.getByText('1건 선택됨').waitFor()
  await expectAccessible(page)

  web.gateway.answers[`DELETE /admin/api/recognition/deadLetters/${second?.id}`] = () => {
    state.letters = []
    return { result: null }
  }
  await bar.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog', { name: '메시지 1건을 버릴까요?' }).getByRole('button', { name: '버리기' }).click()
  await page.getByText('처리하지 못한 메시지가 없어요').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('a session that ends amid several messages keeps what was done on the page, and another page has no selection', async () => {
  const { page, state, letters } = await openLetters()
  state.letters = Array.from({ length: 23 }, (_, n) => letterOf(n + 1))
  await page.reload()
  const chosen = page.getByRole('checkbox', { checked: true })
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await page.getByLabel('이 페이지 전체 선택').check()
  await bar.getByText('20건 선택됨').waitFor()
  await page.getByRole('link', { name: '다음' }).click()
  await eventually(() => letters.count()).toBe(3)
  expect([await chosen.count(), await bar.getByText('선택됨').count()]).toEqual([0, 0])
  await page.goBack()
  await eventually(() => letters.count()).toBe(20)
  expect(await chosen.count()).toBe(0)

  state.letters = state.letters.slice(0, 3)
  await page.reload()
  await eventually(() => letters.count()).toBe(3)
  const asked: unknown[] = []
  const { answers } = web.gateway
  answers['POST /admin/api/reissue'] = () => ({ status: 401 })
  answers['POST /admin/api/recognition/deadLetters/{id}/reprocess'] = () => {
    asked.push('reprocess')
    return asked.length === 1 ? { result: null } : { status: 401, error: { code: 'TOKEN_EXPIRED' } }
  }
  await page.getByLabel('이 페이지 전체 선택').check()
  await bar.getByRole('button', { name: '다시 처리' }).click()
  await page.getByRole('dialog', { name: '다시 로그인해 주세요' }).waitFor()
  expect(asked).toHaveLength(2)
  await page.getByText('3건 중 1건 처리, 2건 실패').waitFor()
  expect([new URL(page.url()).pathname, await chosen.count()]).toEqual(['/manage/deadLetters', 2])
})
