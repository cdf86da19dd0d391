import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wallSizes, withConsole } from './browser.ts'
import { liveEvent } from './fake-gateway.ts'

const web = withConsole()

/** A screen of guests, where this address to join is set. */
async function openWith(value: string, prepare?: Parameters<typeof web.open>[1]) {
  const setting = { key: 'screen.joinAddress', value, description: null, updatedAt: null, updatedBy: null }
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({ result: [setting] })
  const page = await web.open('/connect', { signedIn: true, ...prepare })
  await page.getByText('연결됨', { exact: true }).waitFor()
  return page
}

test('the QR code fits every screen beside the plate', async () => {
  const page = await openWith('https://kingcar.example/join?from=wall')
  web.gateway.send(liveEvent({ name: '방문객' }))
  const code = page.getByRole('img', { name: '가입하는 곳의 QR 코드' })
  const plate = page.getByRole('article').getByRole('img', { name: /차량 번호/ })
  for (const size of [...wallSizes, { width: 360, height: 740 }, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size)
    const places = async () => {
      const [box, other] = [await code.boundingBox(), await plate.boundingBox()]
      if (box === null || other === null) return undefined
      const [right, bottom] = [box.x + box.width, box.y + box.height]
      const fits = box.x >= 0 && box.y >= 0 && right <= size.width && bottom <= size.height
      const isBeside = box.x >= other.x + other.width || other.x >= right
      return { size, fits, overlaps: !isBeside && box.y < other.y + other.height && other.y < bottom }
    }
    await eventually(places).toEqual({ size, fits: true, overlaps: false }) // at the end of its animation
    expect(await violationsOf(page)).toEqual(noViolations)
  }
})

test('an address with {storeId} leads to the join page of the store of the screen', async () => {
  const setting = { key: 'screen.joinAddress', value: 'https://kingcar.example/{storeId}/join' }
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({
    result: [{ ...setting, description: null, updatedAt: null, updatedBy: null }],
  })
  const page = await web.open('/connect?storeId=store-1', { signedIn: true })
  await page.getByText('연결됨', { exact: true }).waitFor()
  web.gateway.send(liveEvent({ name: '방문객', storeId: 'store-1' }))
  const code = page.getByRole('img', { name: '가입하는 곳의 QR 코드' })
  await eventually(() => code.getAttribute('data-code')).toBe('https://kingcar.example/store-1/join')
})

test('if the QR code cannot be drawn, the address to join is shown as text, without mention of a QR code', async () => {
  const join = 'https://kingcar.example/join'
  const page = await openWith(join, {
    prepare: (opened) => opened.route('**/assets/dist-*.js', (route) => route.abort()),
  })
  await page.evaluate(() => Object.assign(window, { same: true }))
  web.gateway.send(liveEvent({ name: '방문객' }))
  // The first missing file makes the page load itself again, which may bring a newer build.
  await eventually(() => page.evaluate(() => !Reflect.has(window, 'same')).catch(() => false)).toBe(true)
  await page.getByText('연결됨', { exact: true }).waitFor()
  web.gateway.send(liveEvent({ name: '방문객' }))
  const text = page.getByText('kingcar.example/join', { exact: true })
  await text.waitFor()
  await page.getByText('가입하면 바로 이용할 수 있어요', { exact: true }).waitFor()
  expect(await page.getByText('QR').count()).toBe(0)
  for (const size of wallSizes) {
    await page.setViewportSize(size)
    expect(await violationsOf(page)).toEqual(noViolations)
    const box = await text.boundingBox()
    expect(box && [size, box.x >= 0, box.y + box.height <= size.height]).toEqual([size, true, true])
  }
})
