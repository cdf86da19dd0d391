import DOMPurify from 'dompurify'
import { mayLinkTo, pictureIdOf } from './markdown/document.ts'
import { reader } from './markdown/reader.ts'

const allowed = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'em', 'strong', 'del', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img', 'input'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'src', 'alt', 'start', 'align', 'type', 'disabled', 'checked'],
}

type Picture = { imageId: string; image: HTMLImageElement }

/** Renders a text as members see it, sanitised; its pictures have no address yet. */
export function toFragment(markdown: string): { fragment: DocumentFragment; pictures: Picture[] } {
  // Parsed in an inert document; the page itself would fetch the pictures immediately.
  const inert = new DOMParser().parseFromString('', 'text/html')
  const html = String(reader.parse(markdown, { async: false }))
  inert.body.innerHTML = DOMPurify.sanitize(html, allowed)
  const pictures: Picture[] = []
  for (const image of inert.body.querySelectorAll('img')) {
    const imageId = pictureIdOf(image.getAttribute('src') ?? '')
    image.removeAttribute('src')
    if (imageId === undefined) image.replaceWith(image.alt)
    else pictures.push({ imageId, image })
  }
  for (const link of inert.body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!mayLinkTo(href)) link.replaceWith(...link.childNodes)
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  const fragment = document.createDocumentFragment()
  fragment.append(...inert.body.childNodes)
  return { fragment, pictures }
}
