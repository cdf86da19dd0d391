/*
 * The chime of an arriving car. Browsers keep sound silent until the page has been touched: the connect button unlocks
 * it, and so does the sound button of the screen. Whether somebody wants to hear it is remembered in this browser.
 */

let context: AudioContext | undefined
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Call it from a click or key press; elsewhere the browser keeps the sound suspended. */
export function unlockSound(): void {
  if (context === undefined) {
    context = new AudioContext()
    context.onstatechange = changed
  }
  if (context.state === 'suspended') void context.resume()
}

const wanted = () => localStorage.getItem('sound') !== 'off'

/** Whether a chime would be heard: wanted, and unlocked. */
export const soundOn = (): boolean => wanted() && context?.state === 'running'

/** Switches the sound; one that is wanted but locked is unlocked instead. */
export function toggleSound(): void {
  localStorage.setItem('sound', soundOn() ? 'off' : 'on')
  if (wanted()) unlockSound()
  changed()
}

/** Tells when `soundOn` may have changed; returns what ends it. */
export function watchSound(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Two soft notes, a fifth apart; silent while the sound is off. */
export function chime(): void {
  if (context === undefined || !soundOn()) return
  for (const [frequency, delay] of [
    [659.25, 0],
    [987.77, 0.14],
  ] as const) {
    const start = context.currentTime + delay
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setTargetAtTime(0.16, start, 0.01)
    gain.gain.setTargetAtTime(0, start + 0.06, 0.22)
    const note = new OscillatorNode(context, { type: 'sine', frequency })
    note.connect(gain).connect(context.destination)
    note.start(start)
    note.stop(start + 1.4)
  }
}
