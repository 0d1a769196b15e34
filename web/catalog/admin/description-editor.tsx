import { Bold, Eraser, Italic, Link2, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { richText } from '#web/catalog/detail/rich-text.ts'
import { cleanHtml, linkOf } from './description-dom.ts'

type Props = {
  value: string
  onChange(html: string): void
  fieldProps: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  label: string
  isReadOnly: boolean
}

const blocks = ['p', 'h2', 'h3', 'h4'] as const
type Marks = { bold: boolean; italic: boolean; insertUnorderedList: boolean; insertOrderedList: boolean; block: string }
const noMarks: Marks = { bold: false, italic: false, insertUnorderedList: false, insertOrderedList: false, block: 'p' }

/**
 * Runs an editing command of the browser, which keeps it undoable. The standard that replaces these commands does not
 * exist; every browser supports them.
 */
// oxlint-disable-next-line typescript/no-deprecated -- see above
const run = (name: string, value?: string) => document.execCommand(name, false, value)

/**
 * Edits a description as the product page shows it. The value only changes when the user changes something: a description
 * that is opened and saved stays as it is.
 */
export function DescriptionEditor({ value, onChange, fieldProps, label, isReadOnly }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  /** The value that the box shows. */
  const shown = useRef<string | null>(null)
  const marks = useMarks(box)
  const [selection, setSelection] = useState<Range | null>(null)
  const textOf = (name: string) => t(`productForm.editor.${name}`)

  useEffect(() => {
    if (box.current === null || shown.current === value) return
    shown.current = value
    box.current.innerHTML = cleanHtml(value.includes('<') ? value : value.replaceAll('\n', '<br>'))
  }, [value])
  useEffect(() => {
    run('defaultParagraphSeparator', 'p')
    run('styleWithCSS', 'false')
  }, [])

  function emit(): void {
    const html = cleanHtml(box.current?.innerHTML ?? '')
    if (html === shown.current) return
    shown.current = html
    onChange(html)
  }
  function apply(name: string, argument?: string): void {
    const element = box.current
    if (element === null) return
    element.focus()
    const restoreCursor = /^(?:insert.*List|formatBlock)$/.test(name) ? rememberCursor(element) : () => {}
    run(name, argument)
    restoreCursor()
    emit()
  }
  function paste(event: ClipboardEvent): void {
    event.preventDefault()
    const html = event.clipboardData.getData('text/html')
    if (html !== '') run('insertHTML', cleanHtml(html))
    else run('insertText', event.clipboardData.getData('text/plain'))
    emit()
  }
  function openLink(): void {
    const current = document.getSelection()
    const isInside = current !== null && current.rangeCount > 0 && box.current?.contains(current.anchorNode) === true
    if (isInside) setSelection(current.getRangeAt(0).cloneRange())
  }
  function closeLink(href: string | null): void {
    const range = selection
    setSelection(null)
    box.current?.focus()
    const current = document.getSelection()
    if (range === null || current === null) return
    current.removeAllRanges()
    current.addRange(range)
    if (href === null) return
    if (href === '') run('unlink')
    else if (range.collapsed)
      run('insertHTML', cleanHtml(`<a href="${href.replaceAll('&', '&amp;')}">${escapeText(href)}</a>`))
    else run('createLink', href)
    emit()
  }
  function key(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    openLink()
  }
  return (
    <div className="field overflow-hidden p-0! focus-within:border-brand">
      {!isReadOnly && (
        <div
          role="toolbar"
          aria-label={textOf('tools')}
          className="flex flex-wrap gap-1 border-b border-line bg-canvas p-1"
        >
          <Select
            aria-label={textOf('block')}
            value={blocks.find((block) => block === marks.block) ?? 'p'}
            onChange={({ target }) => apply('formatBlock', target.value)}
          >
            {blocks.map((block) => (
              <option key={block} value={block}>
                {textOf(`blocks.${block}`)}
              </option>
            ))}
          </Select>
          <Tool label={textOf('bold')} isOn={marks.bold} onUse={() => apply('bold')}>
            <Bold size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('italic')} isOn={marks.italic} onUse={() => apply('italic')}>
            <Italic size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('bullets')} isOn={marks.insertUnorderedList} onUse={() => apply('insertUnorderedList')}>
            <List size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('numbers')} isOn={marks.insertOrderedList} onUse={() => apply('insertOrderedList')}>
            <ListOrdered size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('link')} onUse={openLink}>
            <Link2 size={16} aria-hidden="true" />
          </Tool>
          <Tool
            label={textOf('plain')}
            onUse={() => {
              apply('removeFormat')
              apply('formatBlock', 'p')
            }}
          >
            <Eraser size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('undo')} onUse={() => apply('undo')}>
            <Undo2 size={16} aria-hidden="true" />
          </Tool>
          <Tool label={textOf('redo')} onUse={() => apply('redo')}>
            <Redo2 size={16} aria-hidden="true" />
          </Tool>
        </div>
      )}
      {selection !== null && <LinkForm range={selection} onClose={closeLink} />}
      <div
        {...fieldProps}
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={label}
        aria-readonly={isReadOnly || undefined}
        contentEditable={!isReadOnly}
        suppressContentEditableWarning
        onInput={emit}
        onPaste={paste}
        onKeyDown={key}
        className={classes(
          'max-h-120 min-h-40 overflow-y-auto bg-surface px-3.5 py-2 text-14 outline-none [overflow-wrap:anywhere]',
          richText,
        )}
      />
    </div>
  )
}

/**
 * Some browsers move the cursor to the start of a paragraph that becomes a list. Blocks change no text, so that the cursor
 * returns to the same letter.
 */
function rememberCursor(box: HTMLElement): () => void {
  const selection = document.getSelection()
  if (selection?.isCollapsed !== true || selection.anchorOffset === 0) return () => {}
  const before = document.createRange()
  before.setStart(box, 0)
  before.setEnd(selection.getRangeAt(0).startContainer, selection.anchorOffset)
  let letters = before.toString().length
  return () => {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { length } = node.textContent ?? ''
      if (letters <= length) return selection.collapse(node, letters)
      letters -= length
    }
  }
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type ToolProps = { label: string; isOn?: boolean; onUse(): void; children: ReactNode }

function Tool({ label, isOn, onUse, children }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      className={classes(isOn === true && 'bg-brand-soft text-brand-ink')}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onUse}
    >
      {children}
    </IconButton>
  )
}

/** The formatting at the cursor. */
function useMarks(box: { readonly current: HTMLElement | null }): Marks {
  const [marks, setMarks] = useState(noMarks)
  useEffect(() => {
    const read = () => {
      if (box.current?.contains(document.getSelection()?.anchorNode ?? null) !== true) return
      // oxlint-disable-next-line typescript/no-deprecated -- as for the commands above
      const is = (name: string) => document.queryCommandState(name)
      // oxlint-disable-next-line typescript/no-deprecated -- as for the commands above
      const block = document.queryCommandValue('formatBlock').toLowerCase()
      setMarks({
        bold: is('bold'),
        italic: is('italic'),
        insertUnorderedList: is('insertUnorderedList'),
        insertOrderedList: is('insertOrderedList'),
        block,
      })
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [box])
  return marks
}

/** Asks for the address of a link. `onClose` receives it, an empty text to remove the link, or null. */
function LinkForm({ range, onClose }: { range: Range; onClose(href: string | null): void }) {
  const { t } = useTranslation()
  const start = range.startContainer
  const element = start instanceof Element ? start : start.parentElement
  const [text, setText] = useState(element?.closest('a')?.getAttribute('href') ?? '')
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  function save(): void {
    const href = text.trim() === '' ? '' : linkOf(text)
    if (href === null) setWrong(true)
    else onClose(href)
  }
  return (
    <div ref={field} className="flex flex-wrap items-end gap-2 border-b border-line bg-surface p-2">
      <TextField
        label={t('productForm.editor.address')}
        className="min-w-0 flex-1 basis-60"
        inputMode="url"
        maxLength={2000}
        value={text}
        error={isWrong ? t('productForm.editor.addressWrong') : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          if (event.key === 'Enter') save()
          else onClose(null)
        }}
      />
      <Button onClick={save}>{t('productForm.editor.addressSave')}</Button>
      <Button variant="ghost" onClick={() => onClose(null)}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
