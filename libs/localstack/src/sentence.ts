/** Something that the person at the terminal can mend: shown as one sentence, without a stack. */
export class Sentence extends Error {
  override name = 'Sentence'
}
