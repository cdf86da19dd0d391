import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { text } from './copy.ts'
import styles from './editor.module.css'
import { icons } from './icons.tsx'
import { emptyTable, toFirstCell } from './table.ts'

type Tool = {
  label: string
  face: ReactNode
  run: () => void
  /** Absent for a tool without a state. */
  pressed?: boolean
  disabled?: boolean
}

type ToolbarProps = {
  editor: Editor
  /** Id of the controlled editor. */
  controls: string
  isSource: boolean
  onSource: () => void
  onLink: () => void
  onImage: () => void
}

/** Milliseconds until a composition that was ended by blur has reached the document. */
const compositionDelay = 60

/** The toolbar of the editor: one tab stop with arrow key navigation. */
export function Toolbar({ editor, controls, isSource, ...on }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  // Each tool is an undo step of its own, also right after typing.
  const begin = () => editor.chain().command(({ tr }) => closeHistory(tr) === tr)
  const run = (change: (chain: ChainedCommands) => ChainedCommands) => change(begin().focus()).run()
  const tools = toolsOf(editor, isSource, run, on)
  const shown = Math.min(current, tools.length - 1)

  /** Ends a running composition before the tool is applied. */
  const use = (tool: Tool) => {
    if (tool.disabled) return
    if (!editor.view.composing) return tool.run()
    editor.view.dom.blur()
    editor.view.focus()
    setTimeout(tool.run, compositionDelay)
  }
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: shown + 1,
      ArrowLeft: shown - 1,
      Home: 0,
      End: tools.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tools.length) % tools.length
    setCurrent(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text.toolbar}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={move}
    >
      {tools.map((tool, index) => (
        <button
          key={tool.label}
          type="button"
          className={styles.tool}
          aria-label={tool.label}
          title={tool.label}
          aria-pressed={tool.pressed}
          aria-disabled={tool.disabled || undefined}
          tabIndex={index === shown ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => use(tool)}
        >
          {tool.face}
        </button>
      ))}
    </div>
  )
}

type Run = (change: (chain: ChainedCommands) => ChainedCommands) => void
type On = Pick<ToolbarProps, 'onSource' | 'onLink' | 'onImage'>

function toolsOf(editor: Editor, isSource: boolean, run: Run, { onSource, onLink, onImage }: On): Tool[] {
  const inTable = editor.isActive('table')
  const inCode = editor.isActive('codeBlock')
  const mark = (label: string, face: ReactNode, name: string): Tool => ({
    ...{ label, face, pressed: !isSource && editor.isActive(name), disabled: isSource || inCode },
    run: () => run((chain) => chain.toggleMark(name)),
  })
  const block = (label: string, face: ReactNode, pressed: boolean, change: Parameters<Run>[0]): Tool => ({
    ...{ label, face, pressed: !isSource && pressed, disabled: isSource || inTable },
    run: () => run(change),
  })
  const once = (label: string, face: ReactNode, disabled: boolean, act: () => void): Tool => ({
    ...{ label, face, disabled: isSource || disabled, run: act },
  })
  const heading = (label: string, level: 2 | 3) =>
    block(label, `H${level}`, editor.isActive('heading', { level }), (chain) => chain.toggleHeading({ level }))
  const inCells = (label: string, face: ReactNode, change: typeof addRowAfter): Tool =>
    once(label, face, false, () => run((chain) => chain.command(({ state, dispatch }) => change(state, dispatch))))
  return [
    mark(text.bold, <b>B</b>, 'bold'),
    mark(text.italic, <i>I</i>, 'italic'),
    heading(text.heading2, 2),
    heading(text.heading3, 3),
    block(text.bulletList, icons.bullets, editor.isActive('bulletList'), (chain) => chain.toggleBulletList()),
    block(text.orderedList, icons.numbers, editor.isActive('orderedList'), (chain) => chain.toggleOrderedList()),
    block(text.blockquote, icons.quote, editor.isActive('blockquote'), (chain) => chain.toggleBlockquote()),
    { ...once(text.link, icons.link, inCode, onLink), pressed: !isSource && editor.isActive('link') },
    once(text.image, icons.image, inCode, onImage),
    once(text.table, icons.table, inTable || inCode, () =>
      run((chain) => chain.insertContent(emptyTable()).command(({ tr }) => toFirstCell(tr))),
    ),
    once(text.undo, icons.undo, !editor.can().undo(), () => run((chain) => chain.undo())),
    once(text.redo, icons.redo, !editor.can().redo(), () => run((chain) => chain.redo())),
    { label: text.source, face: icons.source, pressed: isSource, run: onSource },
    ...(inTable && !isSource
      ? [
          inCells(text.addRow, text.addRow, addRowAfter),
          inCells(text.addColumn, text.addColumn, addColumnAfter),
          inCells(text.removeRow, text.removeRow, deleteRow),
          inCells(text.removeColumn, text.removeColumn, deleteColumn),
          inCells(text.removeTable, text.removeTable, deleteTable),
        ]
      : []),
  ]
}
