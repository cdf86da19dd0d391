/*
 * The chime of an arriving car. Browsers keep sound silent until the page has been touched: the connect button unlocks
 * it, and so does a tap anywhere on the screen. Whether somebody wants to hear it is remembered in this browser.
 */

/** `locked`: wanted, but the browser waits for a tap. */
export type SoundState = 'on' | 'locked' | 'off'

let context: AudioContext | undefined
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

const wanted = () => localStorage.getItem('sound') !== 'off'

export function soundState(): SoundState {
  if (!wanted()) return 'off'
  return context?.state === 'running' ? 'on' : 'locked'
}

/** Does nothing while the sound is off. Call it from a tap or key press; elsewhere few browsers let the sound start. */
export function unlockSound(): void {
  if (!wanted()) return
  if (context === undefined) {
    context = new AudioContext()
    context.onstatechange = changed
  }
  if (context.state !== 'running') void context.resume()
}

/** Switches the sound; one that is wanted but locked is unlocked instead. */
export function toggleSound(): void {
  localStorage.setItem('sound', soundState() === 'on' ? 'off' : 'on')
  unlockSound()
  changed()
}

/** Tells when `soundState` may have changed; returns what ends it. */
export function watchSound(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds until the last note has faded; cars that come in the meantime are heard as one. */
const length = 1_540
let endsAt = Number.NEGATIVE_INFINITY

/** Milliseconds until the chime that sounds has faded; 0 where none does. */
export const chimeLeft = (): number => Math.max(0, endsAt - performance.now())

/** Two soft notes, a fifth apart; silent while the sound is off or locked, and while the one before or a voice sounds. */
export function chime(): void {
  if (context === undefined || soundState() !== 'on' || chimeLeft() > 0 || window.speechSynthesis?.speaking) return
  endsAt = performance.now() + length
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
