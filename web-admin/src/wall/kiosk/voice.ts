import { copy } from './copy.ts'
import { chimeLeft, soundState } from './sound.ts'

/*
 * The spoken welcome, one at a time: of the visitors who arrive while it speaks, only the last is welcomed afterwards. When
 * speech is not possible (no Korean voice, sound off or locked, refused by the browser), the chime is played instead.
 */

type Welcome = { name: string; chime: () => void }

/** Referenced while it is spoken: browsers may garbage-collect an unreferenced utterance, and then `end` never fires. */
let current: SpeechSynthesisUtterance | undefined
let next: Welcome | undefined

/** Milliseconds after which speech without an `end` event counts as stuck; a welcome takes about three seconds. */
const maxDuration = 10_000

/** `ko-KR`, or `ko_KR` on some devices. Browsers load the voices some time after the first request, hence the early call. */
const koreanVoice = () => speechSynthesis.getVoices().find(({ lang }) => /^ko(?![a-z])/i.test(lang))
if ('speechSynthesis' in window) koreanVoice()

/** A masked name is not spoken. */
const textFor = (name: string) => (name.includes('*') ? copy.welcome : copy.welcomeOf(name))

/** Welcomes a visitor by name, or calls `chime` when speech is not possible. */
export function welcome(name: string, chime: () => void): void {
  const voice = 'speechSynthesis' in window && soundState() === 'on' ? koreanVoice() : undefined
  if (voice === undefined) {
    chime()
    return
  }
  if (current !== undefined) {
    next = { name, chime }
    return
  }
  const utterance = new SpeechSynthesisUtterance(textFor(name))
  utterance.voice = voice
  utterance.lang = voice.lang
  current = utterance

  const end = () => {
    if (current !== utterance) return
    clearTimeout(stuck)
    current = undefined
    const waiting = next
    next = undefined
    if (waiting !== undefined) welcome(waiting.name, waiting.chime)
  }
  const left = chimeLeft()
  const stuck = setTimeout(() => {
    speechSynthesis.cancel()
    end()
  }, left + maxDuration)
  utterance.onend = end
  utterance.onerror = () => {
    if (current === utterance) chime()
    end()
  }
  setTimeout(() => speechSynthesis.speak(utterance), left)
}
