import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 900 }, reducedMotion: 'reduce' as const }

async function openTerms(nth?: number) {
  const { content } = withManagement(web.gateway)
  const id = nth === undefined ? '' : `/${content.terms.items[nth]?.id}`
  const page = await web.open(`/manage/terms${id}`, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, terms: content.terms }
}
const save = (page: Page) => page.getByRole('button', { name: '저장', exact: true }).click()
const previewOf = (page: Page) => page.getByRole('dialog', { name: '회원에게 보이는 모습' })

test('a new version starts with the text of the last, takes effect later, and is saved only after its preview was seen', async () => {
  const { page, terms } = await openTerms()
  const versions = page.getByRole('table', { name: '이용약관 버전 목록', exact: true }).getByRole('row')
  await versions.filter({ hasText: '제2판' }).getByText('시행 예정').waitFor()
  await versions.filter({ hasText: '제1판' }).getByText('시행 중').waitFor()
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)
  await page.getByLabel('종류').selectOption({ label: '마케팅 정보 수신 동의' })
  await eventually(() => page.getByRole('table').count()).toBe(1)
  await page.getByLabel('종류').selectOption({ index: 0 })

  await page.getByRole('link', { name: '이용약관 새 버전 쓰기', exact: true }).click()
  const area = page.getByRole('textbox', { name: '내용' })
  await area.getByText('제1조 (목적과 정의)').waitFor()
  await save(page)
  await page.getByText('고쳐야 할 곳이', { exact: false }).first().waitFor()
  await page.getByLabel('시행 시각', { exact: true }).fill('2020-01-01')
  await save(page)
  await page.getByText('시행 시각은 지금보다 뒤여야 해요. 날짜를 다시 골라 주세요.').first().waitFor()
  await page.getByLabel('시행 시각', { exact: true }).fill('2099-03-01')
  await save(page)
  await previewOf(page).getByText('제1조 (목적과 정의)').waitFor()
  await previewOf(page).getByText('시행되면 회원 43명이 다시 동의해야 해요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Escape')
  await page.getByText('미리보기를 확인해야 저장할 수 있어요.').first().waitFor()
  expect(terms.sent).toEqual([])
  await save(page)
  await previewOf(page).getByRole('button', { name: '확인했어요, 저장' }).click()
  await page.getByText('등록했어요').waitFor()
  expect(terms.sent).toMatchObject([{ type: 'TERMS_OF_USE', title: '킹카 이용약관', required: true }])
  await page.waitForURL(`**/manage/terms/${terms.items[0]?.id}`)
  await page.getByRole('button', { name: '삭제', exact: true }).waitFor() // the form of the new version is gone

  // The number of members who have to agree is part of the preview; optional terms have none.
  await page.getByRole('switch', { name: '필수 동의' }).click()
  await page.getByText('동의하지 않아도 서비스를 이용할 수 있어요.', { exact: false }).waitFor()
  await save(page)
  await previewOf(page).getByText('제1조 (목적과 정의)').waitFor()
  expect(await previewOf(page).getByText('다시 동의해야 해요').count()).toBe(0)
  await previewOf(page).getByRole('button', { name: '확인했어요, 저장' }).click()
  await eventually(() => terms.sent.at(-1)).toEqual({ required: false })
})

test('a version shows its differences, deleting it requires its name, and a version in force is read-only', async () => {
  const { page, terms } = await openTerms(1)
  await page.getByRole('deletion').getByText('제1조 (목적)').waitFor()
  await page.getByRole('insertion').getByText('제1조 (목적과 정의)').waitFor()
  await page.getByText('제5조', { exact: false }).last().waitFor({ state: 'hidden' })
  await page.getByText(/바뀌지 않은 \d+줄 보기/).click()
  await page.getByText('제5조', { exact: false }).last().waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('button', { name: '삭제' }).click()
  const dialog = page.getByRole('dialog', { name: '“킹카 이용약관” 약관을 삭제할까요?' })
  await dialog.getByRole('button', { name: '삭제' }).click()
  await eventually(() => dialog.getByLabel('약관 제목').getAttribute('aria-invalid')).toBe('true')
  expect(terms.items).toHaveLength(3)
  await dialog.getByLabel('약관 제목').fill('킹카 이용약관')
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('킹카 이용약관 삭제했어요').waitFor()
  const versions = page.getByRole('table', { name: '이용약관 버전 목록', exact: true }).locator('a[data-row]')
  await eventually(() => versions.count()).toBe(1)
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => versions.count()).toBe(2)
  expect(terms.items).toHaveLength(3)

  await versions.last().click()
  await page
    .getByText('시행 중인 버전은 회원이 동의한 내용이라 고칠 수 없어요. 바꾸려면 새 버전을 써 주세요.')
    .waitFor()
  await page.getByText('제1조 (목적)').first().waitFor()
  expect(await page.getByRole('button', { name: '저장' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '삭제' }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: '제목', exact: true }).getAttribute('readonly')).not.toBe(null)
  await expectAccessible(page)
})

test('input is kept when the version takes effect during editing, and can become a new version', async () => {
  const { page, terms } = await openTerms(1)
  await page.getByRole('textbox', { name: '제목', exact: true }).fill('킹카 새 이용약관')
  web.gateway.answers['PATCH /admin/api/terms/{id}'] = () => ({
    status: 409,
    error: { code: 'TERMS_IN_FORCE', message: '이미 시행 중이에요.' },
  })
  await save(page)
  await previewOf(page).getByRole('button', { name: '확인했어요, 저장' }).click()
  await page.getByRole('alert').getByText('고치는 동안 시행이 시작됐어요').waitFor()
  expect(await page.getByRole('textbox', { name: '제목', exact: true }).inputValue()).toBe('킹카 새 이용약관')
  await page.getByRole('button', { name: '새 버전으로 저장' }).click()
  await page.getByLabel('시행 시각', { exact: true }).fill('2099-05-01')
  await save(page)
  await page.getByText('등록했어요').waitFor()
  expect(terms.sent).toMatchObject([{ type: 'TERMS_OF_USE', title: '킹카 새 이용약관' }])
  await page.waitForURL(`**/manage/terms/${terms.items[0]?.id}`)
})
