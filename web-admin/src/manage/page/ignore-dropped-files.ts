/**
 * A file that is dropped beside a drop zone would replace the page, and with it what was typed. The browser itself puts one into
 * a file input.
 */
export function ignoreDroppedFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  const { target } = event
  if (target instanceof HTMLInputElement && target.type === 'file' && !target.disabled) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
