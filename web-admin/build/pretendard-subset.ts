import type { Plugin } from 'vite'

/**
 * Index of the first face of the dynamic subset that is kept. Its 92 faces are ordered from rare to common: from here on they
 * contain 1,274 Hangul syllables, nearly all that copy and Korean names need. The rules of the other faces would be as large
 * as three pages of the console; their syllables come from the complete font, which is downloaded when one is first shown.
 */
const firstCommonFace = 76

/** Removes the rare faces from the stylesheet of Pretendard's dynamic subset. */
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
