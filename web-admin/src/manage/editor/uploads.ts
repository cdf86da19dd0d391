import { TransportError } from '@kingcar/client'
import { imageTarget } from '@kingcar/markdown'
import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { UploadEnd } from '../form/pending-uploads.ts'
import { refusalOf, uploadPicture } from '../images/upload.ts'
import { copy } from '../text/copy.ts'
import { percent } from '../text/format.ts'
import styles from './editor.module.css'

/** Callbacks of picture uploads. */
export type UploadListener = {
  /** An upload starts. Call the returned function at its end, with false if it failed. */
  onBegin: () => UploadEnd
  onDone: () => void
  /** A message or an error; undefined when a new upload starts. */
  onFailed: (cause: unknown) => void
}

type Change = { add: { id: object; at: number; element: HTMLElement } } | { remove: object }
const key = new PluginKey<DecorationSet>('pictureUploads')

/** Uploads pasted and dropped pictures, with a placeholder at the target position. */
export const PictureUploads = Extension.create<{ listener: UploadListener }>({
  name: 'pictureUploads',
  addProseMirrorPlugins() {
    const { listener } = this.options
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const set = before.map(tr.mapping, tr.doc)
            const change: Change | undefined = tr.getMeta(key)
            if (change === undefined) return set
            if ('remove' in change) return set.remove(set.find(undefined, undefined, ({ id }) => id === change.remove))
            const { id, at, element } = change.add
            return set.add(tr.doc, [Decoration.widget(at, element, { id, side: -1, stopEvent: () => true })])
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, event) => {
            const { clipboardData } = event
            // A table pasted from a spreadsheet comes with a picture of itself, which is ignored.
            if (clipboardData?.types.includes('text/html')) return false
            return takeAll(view, clipboardData?.files, view.state.selection.from, listener)
          },
          handleDrop: (view, event, _slice, moved) => {
            if (moved) return false
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            return takeAll(view, event.dataTransfer?.files, at ?? view.state.selection.from, listener)
          },
        },
      }),
    ]
  },
})

/** Uploads a chosen picture and inserts it at the cursor. */
export function insertPicture({ view, extensionManager }: Editor, file: File): void {
  const { listener } = extensionManager.extensions.find(({ name }) => name === PictureUploads.name)?.options ?? {}
  void take(view, file, view.state.selection.from, listener)
}

function takeAll(view: EditorView, files: FileList | undefined, at: number, listener: UploadListener): boolean {
  if (files === undefined || files.length === 0 || !view.editable) return false
  for (const file of files) void take(view, file, at, listener)
  return true
}

async function take(view: EditorView, file: File, at: number, listener: UploadListener): Promise<void> {
  const refusal = refusalOf(file)
  listener.onFailed(refusal)
  if (refusal !== undefined) return
  const [id, abort] = [{}, new AbortController()]
  const { element, progress } = placeholder(file, () => abort.abort())
  const change = (to: Change) => !view.isDestroyed && view.dispatch(view.state.tr.setMeta(key, to))
  change({ add: { id, at, element } })
  const over = listener.onBegin()
  let failed = false
  try {
    const image = await uploadPicture(file, { signal: abort.signal, onProgress: progress })
    if (view.isDestroyed) return
    const [place] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
    // The placeholder was deleted with the text around it, so the picture is dropped.
    if (place === undefined) return
    const node = view.state.schema.nodes.image?.create({ src: imageTarget(image.id), alt: '' })
    if (node === undefined) return
    view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change).replaceWith(place.from, place.from, node))
    listener.onDone()
  } catch (cause) {
    change({ remove: id })
    failed = !(cause instanceof TransportError) || cause.kind !== 'cancelled'
    if (failed) listener.onFailed(cause)
  } finally {
    over(!failed)
  }
}

/** Placeholder with a local preview, the progress and a cancel button. */
function placeholder(file: File, cancel: () => void) {
  const address = URL.createObjectURL(file)
  const element = document.createElement('span')
  element.className = styles.upload ?? ''
  element.contentEditable = 'false'
  const image = Object.assign(document.createElement('img'), { src: address, alt: '' })
  image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true })
  const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: copy.images.cancel })
  button.addEventListener('click', cancel)
  element.append(image, bar, button)
  const progress = (share: number) => {
    bar.value = share
    bar.ariaLabel = copy.images.uploading(percent(share, 1))
  }
  progress(0)
  return { element, progress }
}
