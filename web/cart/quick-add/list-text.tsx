import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { pastedRowsMax } from '#domain/cart/pasted-lines.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { listFileEndings, readListFile } from './read-list-file.ts'

type ListTextProps = { text: string; lineCount: number; onText(text: string): void }

/** The pasted list as text. A dropped or chosen file is put below what is there already. */
export function ListText({ text, lineCount, onText }: ListTextProps) {
  const { t, formatQuantity } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [unread, setUnread] = useState<string | null>(null)
  const isTooLong = lineCount > pastedRowsMax
  const counts = { count: lineCount, max: formatQuantity(pastedRowsMax) }

  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const rows = await readListFile(file)
    setUnread(rows === null ? file.name : null)
    if (rows !== null) onText([text.trimEnd(), rows].filter((part) => part !== '').join('\n'))
    if (input.current !== null) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  const unreadText = unread === null ? undefined : t('cartPage.paste.unread', { name: unread })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files are chosen by the button, too
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label={t('cartPage.paste.label')}
        hint={lineCount === 0 ? t('cartPage.paste.hint') : t('cartPage.paste.count', counts)}
        error={isTooLong ? t('cartPage.paste.tooMany', counts) : unreadText}
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            ref={focusField}
            value={text}
            onChange={(event) => onText(event.target.value)}
            rows={12}
            spellCheck={false}
            placeholder={t('cartPage.paste.example')}
            className={classes(
              'field block w-full resize-y p-2.5 font-mono text-13',
              isOver && 'border-brand! bg-brand-soft!',
            )}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon={<FileUp size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t('cartPage.paste.file')}
        </Button>
        <span className="text-12 text-ink-2">{t('cartPage.paste.fileHint')}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept={listFileEndings.join(',')}
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </div>
    </div>
  )
}

/** Focuses the text after returning from the checked rows; the first time the dialog does it. */
function focusField(field: HTMLTextAreaElement | null): void {
  field?.focus()
}
