import { type DocumentMark, type DocumentNode, ownImageId, parseMarkdown } from '@kingcar/markdown'
import { createElement, Fragment, type ReactNode } from 'react'
import { Picture } from '../images/Picture.tsx'
import styles from './editor.module.css'

/** The elements of nodes and marks without attributes. */
const elements: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', blockquote: 'blockquote', horizontalRule: 'hr', hardBreak: 'br', bulletList: 'ul' },
  ...{ tableRow: 'tr', bold: 'strong', italic: 'em', strike: 'del', code: 'code' },
}

/** Markdown as members see it, as elements of its document: no text becomes markup. */
export function Rendered({ markdown }: { markdown: string }) {
  const blocks = parseMarkdown(markdown).blocks.map(({ node }) => node)
  return <div className={styles.rendered}>{shown(blocks)}</div>
}

const shown = (nodes: readonly DocumentNode[] = []): ReactNode[] =>
  nodes.map((node, at) => (
    <Fragment key={String(at)}>{(node.marks ?? []).reduceRight(inMark, elementOf(node))}</Fragment>
  ))

function elementOf({ type, attrs = {}, content = [], text: words }: DocumentNode): ReactNode {
  const [first, ...others] = content
  switch (type) {
    case 'text':
      return words
    case 'image':
      return <Picture imageId={ownImageId(String(attrs.src)) ?? ''} alt={String(attrs.alt)} width={640} />
    case 'heading':
      return createElement(`h${attrs.level}`, null, shown(content))
    case 'codeBlock':
      return (
        <pre>
          <code>{shown(content)}</code>
        </pre>
      )
    case 'orderedList':
      return <ol start={Number(attrs.start)}>{shown(content)}</ol>
    case 'listItem':
      return (
        <li>
          {typeof attrs.checked === 'boolean' && <input type="checkbox" disabled checked={attrs.checked} />}
          {shown(first?.content)}
          {shown(others)}
        </li>
      )
    case 'table':
      return (
        <table>
          <thead>{shown(first && [first])}</thead>
          <tbody>{shown(others)}</tbody>
        </table>
      )
    case 'tableHeader':
    case 'tableCell':
      return createElement(type === 'tableCell' ? 'td' : 'th', { align: attrs.align }, shown(first?.content))
    default:
      return createElement(elements[type] ?? 'span', null, ...shown(content))
  }
}

const inMark = (inside: ReactNode, { type, attrs = {} }: DocumentMark): ReactNode =>
  type === 'link' ? (
    <a href={String(attrs.href)} title={titleOf(attrs)} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    createElement(elements[type] ?? 'span', null, inside)
  )

const titleOf = ({ title }: Record<string, unknown>) => (typeof title === 'string' ? title : undefined)
