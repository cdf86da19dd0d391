import type { Plugin } from 'vite'

/**
 * The first of the dynamic subset's 92 faces that get a rule of their own. They stand in order of rarity: from here on
 * they hold 1,274 Hangul syllables, with nearly all that copy and Korean names are made of. The rules for the rest would
 * weigh as much as three of our pages; those syllables come from the whole typeface, fetched when one is first shown.
 */
const firstCommonFace = 76

/** Cuts the stylesheet of pretendard's dynamic subset down. */
export function pretendardSubset(): Plugin {
  return {
    name: 'pretendard',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/pretendardvariable-dynamic-subset.css')) return null
      const faces = code.match(/@font-face\s*\{[^}]*\}/g) ?? []
      if (faces.length !== 92) this.error(`Expected 92 faces of Pretendard, found ${faces.length}.`)
      return { code: faces.slice(firstCommonFace).join('\n'), map: null }
    },
  }
}
