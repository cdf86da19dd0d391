import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { extensions } from './extensions.ts'
import type { DocumentNode } from './markdown/document.ts'
import { parseMarkdown } from './markdown/parse.ts'
import { Source } from './markdown/source.ts'
import { PictureUploads, type UploadListener } from './uploads.ts'

type EditorOptions = {
  host: RefObject<HTMLElement | null>
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  attributes: Record<string, string>
  listener: UploadListener
  /** Somebody else changes the value meanwhile: it is read when that is over. */
  isAway: boolean
}

const decoded = new Map<string, string>()
/** What an entity stands for, as the browser reads it. */
function decode(entity: string): string {
  const known = decoded.get(entity)
  if (known !== undefined) return known
  const character = new DOMParser().parseFromString(entity, 'text/html').documentElement.textContent ?? entity
  decoded.set(entity, character)
  return character
}

const childrenOf = (doc: Node): readonly Node[] => doc.children
const toJson = (node: Node): DocumentNode => node.toJSON()

/** An editor of Markdown in an element; null until it is there. Whoever renders it is rendered with each of its changes. */
export function useEditor({ host, ...options }: EditorOptions): Editor | null {
  const latest = useRef(options)
  latest.current = options
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const source = useRef<Source<Node>>(undefined)
  /** What the document says, as it was last told. */
  const told = useRef<string>(undefined)

  useEffect(() => {
    if (host.current === null) return
    const created = new Editor({
      element: host.current,
      extensions: extensions.map((each) =>
        each.name === PictureUploads.name ? PictureUploads.configure({ listener: relayed(latest) }) : each,
      ),
      injectCSS: false, // a style element, which the content policy refuses
      editorProps: { attributes: () => latest.current.attributes },
      onUpdate: () => {
        told.current = source.current?.write(childrenOf(created.state.doc)) ?? ''
        latest.current.onChange(told.current)
      },
      onTransaction: rerender,
      onBlur: () => latest.current.onBlur(),
    })
    setEditor(created)
    return () => {
      told.current = undefined
      created.destroy()
    }
  }, [host])

  const { value, isAway } = options
  useEffect(() => {
    if (editor === null || editor.isDestroyed || isAway || value === told.current) return
    const parsed = parseMarkdown(value, decode)
    const nodes = parsed.blocks.map(({ node }) => node)
    const isFirst = told.current === undefined
    told.current = value
    const content = { type: 'doc', content: nodes.length > 0 ? nodes : [{ type: 'paragraph' }] }
    editor
      .chain()
      .setMeta('addToHistory', !isFirst)
      .setContent(content, { emitUpdate: false })
      .setTextSelection(0)
      .run()
    source.current = new Source(value, parsed, childrenOf(editor.state.doc), toJson)
  }, [editor, value, isAway])

  const { attributes } = options
  const shown = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say, not by which object says it
  useEffect(() => {
    if (editor !== null && !editor.isDestroyed) editor.view.setProps({})
  }, [editor, shown])
  return editor
}

/** Tells whoever listens by now. */
const relayed = (latest: RefObject<{ listener: UploadListener }>): UploadListener => ({
  onBegin: () => latest.current.listener.onBegin(),
  onDone: () => latest.current.listener.onDone(),
  onFailed: (cause) => latest.current.listener.onFailed(cause),
})
