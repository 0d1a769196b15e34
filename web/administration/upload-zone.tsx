import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'

type UploadZoneProps = {
  title: string
  hint: string
  /** Label of the button. */
  choose: string
  /** With their dot. */
  endings: readonly string[]
  isMultiple?: boolean
  busy: boolean
  /** What is being sent; false: nothing. */
  status: string | false
  onFiles(files: readonly File[]): void
  /** Below the hint. */
  children?: ReactNode
  /** Between text and button. */
  fields?: ReactNode
}

/** Takes files that are dropped or chosen. */
export function UploadZone({ title, hint, choose, endings, isMultiple, busy, status, ...zone }: UploadZoneProps) {
  const { onFiles, children, fields } = zone
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const accept = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={accept}
      className={classes(
        'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-dashed border-line-2 bg-surface p-4',
        isOver && 'border-brand bg-brand-soft',
      )}
    >
      <FileUp size={28} aria-hidden="true" className="text-ink-3 max-sm:hidden" />
      <div className="min-w-60 flex-1 basis-80">
        <p className="text-14 font-medium">{title}</p>
        <p className="text-12 text-ink-2">{hint}</p>
        {children}
      </div>
      {fields}
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        aria-label={choose}
        accept={endings.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        variant="solid"
        size="lg"
        busy={busy}
        className={classes('max-sm:w-full', fields !== undefined && 'self-end')}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <p role="status" className="w-full text-13 empty:hidden">
        {status}
      </p>
    </div>
  )
}
