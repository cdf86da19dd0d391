import { copy } from './copy.ts'
import { chimeLeft, soundState } from './sound.ts'

/*
 * The spoken welcome. There is one voice: who comes while it speaks is welcomed after it, the last of them alone. Where it
 * cannot speak (no Korean voice, sound off or locked, refused by the browser), the chime sounds instead.
 */

type Welcome = { name: string; chime: () => void }

/** Held while it sounds: browsers forget an utterance that nobody holds, and never tell its end. */
let current: SpeechSynthesisUtterance | undefined
let next: Welcome | undefined

/** Milliseconds after which a voice that tells no end is taken for stuck; a welcome takes three seconds. */
const longest = 10_000

/** `ko-KR`, or `ko_KR` on some devices. They are known some time after they were first asked for. */
const koreanVoice = () => speechSynthesis.getVoices().find(({ lang }) => /^ko(?![a-z])/i.test(lang))
if ('speechSynthesis' in window) koreanVoice()

/** A name of which the server shows a part is for nobody to hear. */
const wordsFor = (name: string) => (name.includes('*') ? copy.welcome : copy.welcomeOf(name))

/** Welcomes a visitor by name, or does `chime` where no voice can be heard. */
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
  const utterance = new SpeechSynthesisUtterance(wordsFor(name))
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
  }, left + longest)
  utterance.onend = end
  utterance.onerror = () => {
    if (current === utterance) chime()
    end()
  }
  setTimeout(() => speechSynthesis.speak(utterance), left)
}
