import { isAllowedTarget } from '@kingcar/markdown'
import { type Extensions, Mark } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { Picture } from './picture.ts'
import { tables } from './table.ts'
import { PictureUploads } from './uploads.ts'

/** A link with a target that the server accepts; other targets are dropped. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  excludes: 'link',
  addAttributes: () => ({ href: { default: null }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isAllowedTarget(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener noreferrer' }, 0],
})

/** A list item, with an optional checkbox. */
const Item = ListItem.extend({
  addAttributes: () => ({
    checked: {
      default: null,
      parseHTML: () => null,
      renderHTML: ({ checked }) => (typeof checked === 'boolean' ? { 'data-checked': String(checked) } : {}),
    },
  }),
})

/** The node types that Markdown can express; pasted content is reduced to these. */
export const extensions: Extensions = [
  ...[Document, Paragraph, Text, Heading, Blockquote, CodeBlock, HorizontalRule, HardBreak],
  ...[BulletList, OrderedList, Item, ListKeymap],
  ...[Bold, Italic, Strike.extend({ excludes: 'bold italic' }), Code, Link],
  ...[Picture, ...tables, PictureUploads, UndoRedo, Gapcursor],
]
