import { expect, test } from 'vitest'
import { eventually, expectAccessible, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('messages are shown with previews, and a channel is switched by keyboard', async () => {
  const { message: state } = withManagement(web.gateway)
  const page = await web.open('/manage/messages', wide)
  const used = page.getByRole('region', { name: '상품 이용' })
  await used.getByText('오늘 1회 사용, 3회 남았어요.').waitFor()
  expect(await used.innerText()).toMatch(/문자로 47바이트, 단문\(SMS\)/)
  expect(await page.getByText('연결한 업체가 없어서 지금은 보내지 않아요.').count()).toBe(state.templates.length)
  await expectAccessible(page)
  const talk = used.getByRole('switch', { name: '상품 이용 알림톡·문자' })
  expect(await talk.isChecked()).toBe(true)
  await talk.focus()
  await page.keyboard.press('Space')
  await page.getByText('상품 이용, 알림톡·문자: 이제 보내지 않아요').waitFor()
  expect(state.templates[0]).toMatchObject({ kind: 'used', channels: ['push'] })
  await eventually(() => talk.isChecked()).toBe(false)
})

test('the page of a member has the last messages, with the reason of those that were not sent', async () => {
  const { member: state } = withManagement(web.gateway)
  const page = await web.open(`/manage/members/${state.members[0]?.id}`, wide)
  const sent = page.getByRole('region', { name: '보낸 알림' })
  await sent.getByText('결제 실패').waitFor()
  expect(await sent.innerText()).toMatch(
    /상품 이용\s*문자[\s\S]*보냄[\s\S]*결제 실패\s*앱 알림 · 앱을 삭제함[\s\S]*실패/,
  )
})
