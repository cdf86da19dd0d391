import { Marked } from 'marked'

/** Markdown as members see it: GitHub's, in which HTML is text, for so the server keeps it. */
export const reader = new Marked({
  gfm: true,
  tokenizer: { html: () => undefined, tag: () => undefined },
})
