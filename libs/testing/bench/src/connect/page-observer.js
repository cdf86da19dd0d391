// Runs in the page before anything of its own: tells when its socket is open, by `socketOpened`, and when the first car
// can be read, by `carDrawn`: its card is there, and the plate on it, which fades in, has half of its ink in a frame that
// was painted. Milliseconds since the page was asked for.
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
    // the task after a frame's callbacks comes when it was painted
    return requestAnimationFrame(() => setTimeout(() => globalThis.carDrawn(performance.now(), entered, paint())))
  }
  requestAnimationFrame(look)
}
