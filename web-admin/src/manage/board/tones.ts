import { createStore } from 'zustand/vanilla'
import type { Tone } from '../components/controls.tsx'

/*
 * A short tone for each kind of car, off until the user switches it on in this browser. A browser blocks sound until
 * the first press on the page, and logs a warning if sound is prepared earlier; so it is prepared at the first press.
 */

const key = 'boardSound'

/** Whether the sound is on, in this browser. */
export const boardSound = createStore(() => ({ on: localStorage.getItem(key) === 'on' }))

let context: AudioContext | undefined

/** Switches the sound on or off; the choice is stored. Call it from a press. */
export function switchBoardSound(on: boolean): void {
  if (on) localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  boardSound.setState({ on })
  if (on) playTones(['ok'])
}

/** Notes in Hz, one after the other: higher is better. */
const notes: Record<Tone, readonly number[]> = { ok: [880], neutral: [587], warn: [440, 440], error: [294, 220] }
/** Seconds. */
const length = 0.16

/** Time of `context` at which the last tone ends. */
let endsAt = 0
/** Seconds after which the tone of a car is outdated. */
const lifetime = 5

/**
 * Plays the tones of cars, one after the other. Silent while the sound is off, and before the first press on the page. Tones that would
 * begin much later are dropped.
 */
export function playTones(tones: readonly Tone[]): void {
  if (!boardSound.getState().on || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  if (context.state === 'running') {
    play(context, tones)
    return
  }
  const asked = performance.now()
  const resumed = () => {
    if (context?.state === 'running' && performance.now() - asked < lifetime * 1_000) play(context, tones)
  }
  // A browser can delay this without a limit, or refuse it.
  void context.resume().then(resumed, () => {})
}

function play(context: AudioContext, tones: readonly Tone[]): void {
  if (endsAt - context.currentTime > lifetime) return
  let start = Math.max(endsAt, context.currentTime)
  for (const [at, frequency] of tones.flatMap((tone) => [...notes[tone].entries()])) {
    // The pause between two cars is longer than that between the notes of one.
    start += at === 0 ? length : length * 1.5
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setTargetAtTime(0.15, start, 0.01)
    gain.gain.setTargetAtTime(0, start + length / 2, 0.04)
    const note = new OscillatorNode(context, { type: 'sine', frequency })
    note.connect(gain).connect(context.destination)
    note.start(start)
    note.stop(start + length * 2)
  }
  endsAt = start + length * 2
}
