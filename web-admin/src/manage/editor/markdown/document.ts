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

/** Delimiters of the emphasis marks; if several start at one place, the first here is the outermost. */
export const emphases: Record<string, string> = { strike: '~~', bold: '**', italic: '*' }

/** Link targets that the server accepts: https, http, mailto, tel, or a path of this origin. */
export const mayLinkTo = (target: string): boolean =>
  /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i.test(target) && !/[\p{Cc}\s]/u.test(target)

const ownPicture = /^\/api\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\?width=\d+)?$/i

/** The image id in an address; undefined if it is not one of KingCar's pictures, which the server does not show. */
export const pictureIdOf = (address: string): string | undefined => ownPicture.exec(address)?.[1]?.toLowerCase()

export const pictureAddress = (id: string): string => `/api/images/${id}`
