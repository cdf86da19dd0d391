import { getImage } from '@kingcar/client'
import { ownImageId } from '@kingcar/markdown'
import { Node } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { call } from '../../api/api.ts'
import { text } from './copy.ts'
import styles from './editor.module.css'

/** One of KingCar's pictures, with a field for its alternative text. */
export const Picture = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (ownImageId(element.getAttribute('src') ?? '') === undefined ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new PictureView(node, view, getPos),
})

class PictureView implements NodeView {
  readonly dom = document.createElement('span')
  readonly #image = document.createElement('img')
  readonly #field = document.createElement('input')
  #address: string | undefined
  #gone = false

  constructor(node: ProseMirrorNode, view: EditorView, position: () => number | undefined) {
    this.dom.className = styles.picture ?? ''
    this.#field.type = 'text'
    this.#field.placeholder = text.altHint
    this.#field.ariaLabel = text.alt
    this.#field.autocomplete = 'off'
    this.#field.addEventListener('input', () => {
      const at = position()
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'alt', this.#field.value))
    })
    // Enter in this field must not submit the form.
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) event.preventDefault()
    })
    this.dom.append(this.#image, this.#field)
    this.dom.dataset.source = String(node.attrs.src)
    this.#show(node)
    void this.#load(String(node.attrs.src))
  }

  #show({ attrs }: ProseMirrorNode) {
    this.#image.alt = String(attrs.alt)
    if (this.#field.value !== attrs.alt) this.#field.value = String(attrs.alt)
  }

  /** Loads the picture with the token: unpublished pictures need it, and an `img` address does not send it. */
  async #load(source: string) {
    const imageId = ownImageId(source)
    try {
      if (imageId === undefined) throw new Error('The address is not a KingCar picture.')
      const file = await call(getImage, { imageId, width: 640 })
      if (this.#gone) return
      this.#address = URL.createObjectURL(file)
      this.#image.src = this.#address
    } catch {
      const missing = document.createElement('span')
      missing.textContent = text.pictureMissing
      this.#image.replaceWith(missing)
    }
  }

  update(node: ProseMirrorNode): boolean {
    if (node.type.name !== 'image' || node.attrs.src !== this.dom.dataset.source) return false
    this.#show(node)
    return true
  }

  /** The editor ignores events of the field. */
  stopEvent = (event: Event) => event.target === this.#field
  ignoreMutation = () => true

  destroy() {
    this.#gone = true
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
  }
}
