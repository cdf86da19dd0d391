import type { MarkedToken, Token, Tokens } from 'marked'
import { type DocumentMark, type DocumentNode, joinTexts, mayLinkTo, pictureIdOf } from './document.ts'
import { reader } from './reader.ts'

/** A block with its source text; `source` is null if that text would not mean the same elsewhere. */
export type Block = { node: DocumentNode; source: string | null; gap: string }

/** A text as its blocks. `gap` is the text after a block, `lead` the text before the first. */
export type ParsedText = { blocks: Block[]; lead: string }

/** Decodes an entity such as `&copy;`. */
export type DecodeEntity = (entity: string) => string

/** Parses Markdown into a document of the editor, with the dialect that members see. */
export function parseMarkdown(text: string, decode: DecodeEntity): ParsedText {
  const tokens = reader.lexer(text) as MarkedToken[]
  const read = new Reading(decode)
  const parsed: ParsedText = { blocks: [], lead: '' }
  for (const token of tokens) {
    const [node] = read.block(token)
    const last = parsed.blocks.at(-1)
    if (node !== undefined) {
      const source = token.raw.replace(/(?<!\n)\n+$/, '')
      const standsAlone = token.type !== 'code' || /^(`{3,99}|~{3,99}).*\n(?:[\s\S]*\n)?\1$/.test(source)
      parsed.blocks.push({ node, source: standsAlone ? source : null, gap: token.raw.slice(source.length) })
    } else if (last !== undefined) last.gap += token.raw
    else parsed.lead += token.raw
  }
  // Blocks cannot be quoted if they use definitions elsewhere in the text, or if the parser has changed the text.
  const quoted = parsed.lead + parsed.blocks.map(({ source, gap }) => `${source ?? ''}${gap}`).join('')
  const isQuotable = !tokens.some(({ type }) => type === 'def') && quoted === text
  return isQuotable ? parsed : { lead: '', blocks: parsed.blocks.map((block) => ({ ...block, source: null })) }
}

/** Parses the inline content of a block. */
export const parseInline = (source: string, decode: DecodeEntity): DocumentNode[] =>
  new Reading(decode).inside(reader.Lexer.lexInline(source, reader.defaults)).content ?? []

class Reading {
  readonly #decode: DecodeEntity
  constructor(decode: DecodeEntity) {
    this.#decode = decode
  }

  /** One node, or none if nothing is visible. */
  block(token: MarkedToken): DocumentNode[] {
    switch (token.type) {
      case 'heading':
        return [{ type: 'heading', attrs: { level: token.depth }, ...this.inside(token.tokens) }]
      case 'paragraph':
        return [{ type: 'paragraph', ...this.inside(token.tokens) }]
      case 'text':
        return [{ type: 'paragraph', ...this.inside(token.tokens ?? [token]) }]
      case 'code':
        return [
          {
            type: 'codeBlock',
            attrs: { language: token.lang || null },
            ...(token.text !== '' && { content: [{ type: 'text', text: token.text }] }),
          },
        ]
      case 'hr':
        return [{ type: 'horizontalRule' }]
      case 'blockquote':
        return [{ type: 'blockquote', content: orParagraph(this.#blocks(token.tokens)) }]
      case 'list':
        return [this.#list(token)]
      case 'table':
        return [this.#table(token)]
      default:
        return []
    }
  }

  #blocks(tokens: Token[]): DocumentNode[] {
    return (tokens as MarkedToken[]).flatMap((token) => this.block(token))
  }

  #list({ ordered, start, items }: Tokens.List): DocumentNode {
    const content = items.map(({ tokens, task, checked }) => {
      const blocks = this.#blocks(tokens.filter(({ type }) => type !== 'checkbox'))
      const [first] = blocks
      return {
        type: 'listItem',
        attrs: { checked: task ? checked === true : null },
        content: first?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks],
      }
    })
    if (!ordered) return { type: 'bulletList', content }
    return { type: 'orderedList', attrs: { start: start === '' ? 1 : start }, content }
  }

  #table({ header, rows }: Tokens.Table): DocumentNode {
    const rowOf = (cells: Tokens.TableCell[], type: string): DocumentNode => ({
      type: 'tableRow',
      content: cells.map(({ tokens, align }) => ({
        type,
        attrs: { align },
        content: [{ type: 'paragraph', ...this.inside(tokens) }],
      })),
    })
    return { type: 'table', content: [rowOf(header, 'tableHeader'), ...rows.map((row) => rowOf(row, 'tableCell'))] }
  }

  /** The content of a block, if it has any. */
  inside(tokens: Token[]): { content?: DocumentNode[] } {
    const content = joinTexts(this.#inline(tokens as MarkedToken[], []))
    return content.length > 0 ? { content } : {}
  }

  #inline(tokens: MarkedToken[], marks: DocumentMark[]): DocumentNode[] {
    const marked = (node: DocumentNode) => (marks.length > 0 ? { ...node, marks } : node)
    const text = (content: string) => (content === '' ? [] : [marked({ type: 'text', text: content })])
    const within = (inner: Token[], mark: DocumentMark) =>
      this.#inline(inner as MarkedToken[], marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark])
    return tokens.flatMap((token): DocumentNode[] => {
      switch (token.type) {
        case 'strong':
          return within(token.tokens, { type: 'bold' })
        case 'em':
          return within(token.tokens, { type: 'italic' })
        case 'del':
          return within(token.tokens, { type: 'strike' })
        case 'link': {
          const href = this.#target(token)
          if (!mayLinkTo(href)) return this.#inline(token.tokens as MarkedToken[], marks)
          return within(token.tokens, { type: 'link', attrs: { href, title: this.#title(token) } })
        }
        case 'image': {
          const alt = this.#entities(token.text)
          if (pictureIdOf(token.href) === undefined) return text(alt)
          return [marked({ type: 'image', attrs: { src: token.href, alt, title: this.#title(token) } })]
        }
        case 'codespan':
          return [{ type: 'text', text: token.text, marks: [...marks, { type: 'code' }] }]
        case 'br':
          return [marked({ type: 'hardBreak' })]
        case 'escape':
          return text(token.text)
        case 'text':
          return token.tokens
            ? this.#inline(token.tokens as MarkedToken[], marks)
            : text(this.#entities(token.text).replaceAll(/(?<! ) *\n */g, ' '))
        default:
          return []
      }
    })
  }

  #target({ href, autolink }: Tokens.Link): string {
    return autolink ? href : this.#entities(href)
  }

  #title({ title }: { title?: string | null }): string | null {
    return title ? this.#entities(title) : null
  }

  #entities(text: string): string {
    return text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, this.#decode)
  }
}

const orParagraph = (blocks: DocumentNode[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])
