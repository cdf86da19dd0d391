import { type ChangeEvent, type ClipboardEvent, type DragEvent, useRef, useState } from 'react'

/**
 * Receives files by drop, paste and file picker. Returns the props of the drop zone and of its hidden input, and a
 * function that opens the picker.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = ({ files }: { files: FileList | null }) => {
    if (files !== null && files.length > 0) onFiles([...files])
  }
  return {
    dropZone: {
      'data-over': over || undefined,
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer)
      },
      onPaste: (event: ClipboardEvent) => take(event.clipboardData),
    },
    input: {
      ref: input,
      type: 'file',
      hidden: true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        take(event.target)
        event.target.value = '' // the same file can be chosen again
      },
    },
    choose: () => input.current?.click(),
  } as const
}
