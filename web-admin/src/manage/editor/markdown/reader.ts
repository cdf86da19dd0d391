import { Marked } from 'marked'

/** The Markdown dialect that members see: GitHub's, with HTML as plain text, like the server. */
export const reader = new Marked({
  gfm: true,
  tokenizer: { html: () => undefined, tag: () => undefined },
})
