import { imageWidths } from '@kingcar/contract'
import MarkdownIt from 'markdown-it'

/*
 * The Markdown of notices and terms: CommonMark and GitHub's tables, strikethrough, task lists and bare addresses, without HTML.
 * Links lead to an allowed target, and images are uploaded ones.
 */

/** http(s), mailto, tel, or a path of this origin; browsers read `//` and `/\` as another origin. */
const allowedScheme = /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i
/** Browsers ignore some of these characters, even in a scheme. */
const unprintable = /[\p{Cc}\s]/u
const ownImage = new RegExp(
  `^/api/images/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?:\\?width=(?:${imageWidths.join('|')}))?$`,
  'i',
)

/**
 * Whether a link may have this target: https, http, mailto, tel, or a path of this origin. Escapes and entities must be
 * decoded.
 */
export const isAllowedTarget = (target: string): boolean => allowedScheme.test(target) && !unprintable.test(target)

/** The lower-case id of an uploaded image; undefined for any other target. */
export const ownImageId = (target: string): string | undefined => ownImage.exec(target)?.[1]?.toLowerCase()

/** The target of an uploaded image. */
export const imageTarget = (id: string): string => `/api/images/${id}`

/**
 * What an image with this target is replaced by: an image, a link with the description as text, or the description
 * alone.
 */
export const imageBecomes = (target: string): 'image' | 'link' | 'text' =>
  ownImageId(target) !== undefined ? 'image' : isAllowedTarget(target) ? 'link' : 'text'

/** The blocks of a document, by the parser's token without `_open`. */
export const blockTypes: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  hr: 'horizontalRule',
  fence: 'codeBlock',
  code_block: 'codeBlock',
  blockquote: 'blockquote',
  bullet_list: 'bulletList',
  ordered_list: 'orderedList',
  list_item: 'listItem',
  table: 'table',
  tr: 'tableRow',
  th: 'tableHeader',
  td: 'tableCell',
}

/** The marks of a text, by the parser's token without `_open`. */
export const markTypes: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike', link: 'link' }

/** Delimiters of the emphasis marks; if several start at one place, the first here is the outermost. */
export const emphases: Readonly<Record<string, string>> = { strike: '~~', bold: '**', italic: '*' }

/** Maximum depth of containers or brackets. markdown-it does not parse deeper levels, so they cannot be checked. */
export const maxNesting = 100

/**
 * A parser of the dialect. It leaves targets unchanged and accepts each of them: KingCar makes a forbidden target text,
 * while the library would drop it.
 * @param html whether tags are tokens; otherwise they are text
 */
export function createParser(html: boolean) {
  const md = new MarkdownIt({ html, maxNesting })
  md.validateLink = () => true
  md.normalizeLink = (target) => target
  return md
}
