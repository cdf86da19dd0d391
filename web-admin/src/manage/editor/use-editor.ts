import { type DocumentNode, parseMarkdown, Source } from '@kingcar/markdown'
import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { extensions } from './extensions.ts'
import { PictureUploads, type UploadListener } from './uploads.ts'

type EditorOptions = {
  host: RefObject<HTMLElement | null>
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  attributes: Record<string, string>
  listener: UploadListener
  /** The value is being changed elsewhere (source view); it is read when that ends. */
  isPaused: boolean
}

const childrenOf = (doc: Node): readonly Node[] => doc.children
const toJson = (node: Node): DocumentNode => node.toJSON()

/** A Markdown editor in the host element; null until created. The component rerenders with each of its transactions. */
export function useEditor({ host, ...options }: EditorOptions): Editor | null {
  const latest = useRef(options)
  latest.current = options
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const source = useRef<Source<Node>>(undefined)
  /** The last value that was reported or loaded. */
  const lastValue = useRef<string>(undefined)

  useEffect(() => {
    if (host.current === null) return
    const created = new Editor({
      element: host.current,
      extensions: extensions.map((each) =>
        each.name === PictureUploads.name ? PictureUploads.configure({ listener: forwardTo(latest) }) : each,
      ),
      injectCSS: false, // the content security policy blocks style elements
      editorProps: { attributes: () => latest.current.attributes },
      onUpdate: () => {
        lastValue.current = source.current?.write(childrenOf(created.state.doc)) ?? ''
        latest.current.onChange(lastValue.current)
      },
      onTransaction: rerender,
      onBlur: () => latest.current.onBlur(),
    })
    setEditor(created)
    return () => {
      lastValue.current = undefined
      created.destroy()
    }
  }, [host])

  const { value, isPaused } = options
  useEffect(() => {
    if (editor === null || editor.isDestroyed || isPaused || value === lastValue.current) return
    const parsed = parseMarkdown(value)
    const nodes = parsed.blocks.map(({ node }) => node)
    const isFirst = lastValue.current === undefined
    lastValue.current = value
    const content = { type: 'doc', content: nodes.length > 0 ? nodes : [{ type: 'paragraph' }] }
    editor
      .chain()
      .setMeta('addToHistory', !isFirst)
      .setContent(content, { emitUpdate: false })
      .setTextSelection(0)
      .run()
    source.current = new Source(value, parsed, childrenOf(editor.state.doc), toJson)
  }, [editor, value, isPaused])

  const { attributes } = options
  const shown = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content, not by identity
  useEffect(() => {
    if (editor !== null && !editor.isDestroyed) editor.view.setProps({})
  }, [editor, shown])
  return editor
}

/** Forwards to the current listener. */
const forwardTo = (latest: RefObject<{ listener: UploadListener }>): UploadListener => ({
  onBegin: () => latest.current.listener.onBegin(),
  onDone: () => latest.current.listener.onDone(),
  onFailed: (cause) => latest.current.listener.onFailed(cause),
})
