import { expect, test } from 'vitest'
import { eventually, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft '))

test('unsaved input survives a reload, says so, and is gone when it is discarded or saved', async () => {
  const { banner } = withManagement(web.gateway)
  const id = banner.banners[0]?.id
  const page = await web.open(`/manage/banners/${id}`, wide)
  page.on('dialog', (dialog) => void dialog.accept())
  const title = page.getByLabel('제목')
  const saved = await title.inputValue()
  await title.fill('아직 저장하지 않은 제목')
  await page.reload()
  await page.getByText('저장하지 않은 내용을 되살렸어요.').waitFor()
  expect(await title.inputValue()).toBe('아직 저장하지 않은 제목')
  await page.getByText('저장하지 않은 변경 1개').waitFor()
  await page.getByRole('button', { name: '버리기' }).click()
  expect(await title.inputValue()).toBe(saved)
  await eventually(() => page.evaluate(drafts)).toEqual([])

  await title.fill('다른 제목')
  await eventually(() => page.evaluate(drafts)).toHaveLength(1)
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  await eventually(() => page.evaluate(drafts)).toEqual([])
  await page.reload()
  await title.waitFor()
  expect(await page.getByText('저장하지 않은 내용을 되살렸어요.').count()).toBe(0)
})

test('of a draft, what was saved by another administrator in the meantime is not overwritten', async () => {
  const { banner } = withManagement(web.gateway)
  const [first] = banner.banners
  const page = await web.open(`/manage/banners/${first?.id}`, wide)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('제목').fill('아직 저장하지 않은 제목')
  await eventually(() => page.evaluate(drafts)).toHaveLength(1)
  Object.assign(first ?? {}, { title: '남이 저장한 제목' })
  await page.reload()
  await eventually(() => page.getByLabel('제목').inputValue()).toBe('남이 저장한 제목')
})

test('drafts belong to an administrator, and end with signing out', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/banners/new', wide)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('제목', { exact: true }).fill('쓰다 만 배너')
  await eventually(() => page.evaluate(drafts)).toHaveLength(1)
  await page.getByRole('button', { name: '김매니저' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('button', { name: '버리고 나가기' }).click()
  await page.waitForURL(/login/)
  expect(await page.evaluate(drafts)).toEqual([])
})

test('a file that is dropped beside a drop zone does not replace the page', async () => {
  const { banner } = withManagement(web.gateway)
  const page = await web.open(`/manage/banners/${banner.banners[0]?.id}`, wide)
  await page.getByLabel('제목').fill('잃으면 안 되는 제목')
  const isPrevented = (type: string, target = page.getByRole('heading', { level: 1 })) =>
    target.evaluate((target, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'car.png', { type: 'image/png' }))
      return !target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    }, type)
  expect([await isPrevented('dragover'), await isPrevented('drop')]).toEqual([true, true])

  // The browser itself puts it into a file input, unless that is disabled.
  await page.goto(`${web.gateway.origin}/manage/settlements`)
  const input = page.getByLabel('파일', { exact: true })
  expect([await isPrevented('dragover', input), await isPrevented('drop', input)]).toEqual([false, false])
  await input.evaluate((element) => element.toggleAttribute('disabled', true))
  expect([await isPrevented('dragover', input), await isPrevented('drop', input)]).toEqual([true, true])
})
