// Runs in the page before its own scripts. Reports through `socketOpened` when its socket is open, and through
// `carDrawn` when the first car is readable: its card is in the page, and a painted frame shows its plate, which fades
// in, with at least half of its opacity. Milliseconds since the navigation started.
{
  const Native = WebSocket
  globalThis.WebSocket = class extends Native {
    constructor(...what) {
      super(...what)
      this.addEventListener('open', () => globalThis.socketOpened(performance.now()))
    }
  }

  const inkOf = (element, card) => {
    let ink = 1
    for (let each = element; each !== card.parentElement; each = each.parentElement)
      ink *= Number(getComputedStyle(each).opacity)
    return ink
  }
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  let entered = 0
  const look = () => {
    const card = document.querySelector('article')
    if (card) entered ||= performance.now()
    const plate = card?.querySelector('[role=img]')
    if (!plate || inkOf(plate, card) < 0.5) return requestAnimationFrame(look)
    // a task queued by a frame callback runs after that frame was painted
    return requestAnimationFrame(() => setTimeout(() => globalThis.carDrawn(performance.now(), entered, paint())))
  }
  requestAnimationFrame(look)
}
