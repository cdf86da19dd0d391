import type { Plugin } from 'vite'

/**
 * Holds the first paint back until the page's own script has run, which knows whether somebody chose light or dark: else a
 * page that is empty until then would flash in the other one.
 */
export const schemeBeforePaint = (): Plugin => ({
  name: 'scheme-before-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script blocking="render" type="module"'),
  },
})
