/*
 * The chime for an arriving car. Browsers block sound until a user gesture: the connect button unlocks it, and so does a tap
 * anywhere on the screen. Whether the sound is on is stored in this browser.
 */

/** `locked`: switched on, but the browser still waits for a user gesture. */
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

/** Unlocks the sound if it is switched on. Call it from a tap or key press; most browsers refuse otherwise. */
export function unlockSound(): void {
  if (!wanted()) return
  if (context === undefined) {
    context = new AudioContext()
    context.onstatechange = changed
  }
  if (context.state !== 'running') void context.resume()
}

/** Switches the sound on or off; a locked sound is unlocked instead. */
export function toggleSound(): void {
  localStorage.setItem('sound', soundState() === 'on' ? 'off' : 'on')
  unlockSound()
  changed()
}

/** Calls `listener` when `soundState` may have changed. Returns the unsubscribe function. */
export function watchSound(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds until the last note has faded. A car that arrives in this time gets no chime of its own. */
const length = 1_540
let endsAt = Number.NEGATIVE_INFINITY

/** Milliseconds until the current chime has faded; 0 if none is playing. */
export const chimeLeft = (): number => Math.max(0, endsAt - performance.now())

/** Plays two soft notes, a fifth apart. Silent while the sound is off or locked, or while a chime or a voice is playing. */
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
