import type { Plugin } from 'vite'

/**
 * Blocks rendering until the entry script has run and applied the chosen colour scheme; otherwise the empty page would flash
 * in the wrong one.
 */
export const schemeBeforePaint = (): Plugin => ({
  name: 'scheme-before-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script blocking="render" type="module"'),
  },
})
