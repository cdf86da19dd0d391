/** A node of an editor document, in ProseMirror's JSON format. */
export type DocumentNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
  text?: string
  marks?: DocumentMark[]
}
export type DocumentMark = { type: string; attrs?: Record<string, unknown> }

/** Joins adjacent texts with equal marks and drops empty texts. */
export function joinTexts(nodes: readonly DocumentNode[]): DocumentNode[] {
  const all: DocumentNode[] = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (last?.text !== undefined && node.text !== undefined && sameMarks(last, node)) {
      all[all.length - 1] = { ...last, text: last.text + node.text }
    } else if (node.text !== '') all.push(node)
  }
  return all
}

const sameMarks = (one: DocumentNode, other: DocumentNode) =>
  JSON.stringify(sorted(one.marks)) === JSON.stringify(sorted(other.marks))
const sorted = (marks: DocumentMark[] = []) => marks.toSorted((a, b) => (a.type < b.type ? -1 : 1))
