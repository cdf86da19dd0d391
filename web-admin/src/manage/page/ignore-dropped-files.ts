/** A file that is dropped beside a drop zone would replace the page, and with it what was typed. */
export function ignoreDroppedFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
