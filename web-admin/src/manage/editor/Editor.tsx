import { type ChangeEvent, useRef, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'
import { useSessionEnded } from '../api/use-session-ended.ts'
import { failureSentence } from '../components/failure-sentence.ts'
import { useUploads } from '../form/pending-uploads.ts'
import { imageTypes } from '../images/upload.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import styles from './editor.module.css'
import { LinkDialog } from './LinkDialog.tsx'
import { Toolbar } from './Toolbar.tsx'
import { insertPicture } from './uploads.ts'
import { useEditor } from './use-editor.ts'

export type EditorProps = {
  id: string
  label: string
  invalid: boolean
  /** Markdown. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}

/** Editor for Markdown: rich text with a toolbar, or the source. */
export function Editor({ id, label, invalid, value, onChange, onBlur }: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isSource, setSource] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const uploads = useUploads()
  const sessionEnded = useSessionEnded()
  const onFailed = (cause: unknown) => {
    if (cause instanceof SignedOutError) sessionEnded()
    if (cause === undefined || typeof cause === 'string') setFailure(cause)
    else setFailure(`${copy.images.failed}. ${failureSentence(cause)}`)
  }
  const editor = useEditor({
    ...{ host, value, onChange, onBlur, isPaused: isSource },
    attributes: {
      ...(isSource ? {} : { id }),
      ...{ class: styles.text ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      ...{ 'aria-invalid': String(invalid), 'aria-describedby': `${id}-note` },
    },
    listener: {
      onBegin: () => uploads?.begin() ?? (() => {}),
      onDone: () => announce(copy.images.done),
      onFailed,
    },
  })
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file !== undefined && editor !== null) insertPicture(editor, file)
    event.target.value = '' // the same file can be chosen again
  }

  return (
    <div className={styles.editor} data-invalid={invalid || undefined}>
      {editor !== null && (
        <Toolbar
          editor={editor}
          controls={id}
          isSource={isSource}
          onSource={() => setSource(!isSource)}
          onLink={() => setLinking(true)}
          onImage={() => files.current?.click()}
        />
      )}
      <input ref={files} type="file" accept={imageTypes.join(',')} hidden onChange={chosen} />
      <div ref={host} hidden={isSource} />
      {isSource && (
        <textarea
          id={id}
          className={styles.source}
          aria-label={text.sourceLabel(label)}
          aria-invalid={invalid}
          aria-describedby={`${id}-note`}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {isLinking && editor !== null && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}
