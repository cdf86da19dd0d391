import { mergeAttributes, Node } from '@tiptap/core'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'

/*
 * Tables as in GitHub's Markdown: the first row is the head, a cell is one line, a column has one alignment, and no cell spans
 * others.
 */

const alignments = ['left', 'center', 'right']
const cell = {
  content: 'paragraph',
  isolating: true,
  addAttributes: () => ({
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => alignments.find((each) => each === element.getAttribute('align')) ?? null,
    },
    colspan: { default: 1, rendered: false, parseHTML: () => 1 },
    rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => () =>
      this.editor.isActive('table') &&
      this.editor.commands.command(({ state, dispatch }) => goToNextCell(direction)(state, dispatch))
    return { Tab: go(1), 'Shift-Tab': go(-1) }
  },
  addProseMirrorPlugins: () => [tableEditing()],
  extendNodeSchema: ({ name }) => (name === 'table' ? { tableRole: 'table' } : {}),
})

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
  extendNodeSchema: ({ name }) => (name === 'tableRow' ? { tableRole: 'row' } : {}),
})

const Head = Node.create({
  ...cell,
  name: 'tableHeader',
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes, { scope: 'col' }), 0],
  extendNodeSchema: ({ name }) => (name === 'tableHeader' ? { tableRole: 'header_cell' } : {}),
})

const Cell = Node.create({
  ...cell,
  name: 'tableCell',
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
  extendNodeSchema: ({ name }) => (name === 'tableCell' ? { tableRole: 'cell' } : {}),
})

export const tables = [Table, Row, Head, Cell]

/** Moves the cursor to the first cell of its table; after an insertion it is in the last cell. */
export function toFirstCell(tr: Transaction): boolean {
  const { $from } = tr.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'table') continue
    tr.setSelection(TextSelection.near(tr.doc.resolve($from.start(depth))))
    return true
  }
  return false
}

/** A new table: a head and two rows, three columns. */
export function emptyTable() {
  const row = (type: string) => ({
    type: 'tableRow',
    content: ['1', '2', '3'].map(() => ({ type, content: [{ type: 'paragraph' }] })),
  })
  return { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }
}
