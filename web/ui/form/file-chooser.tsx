import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Failure } from '#web/ui/failure.tsx'
import { Button, type ButtonVariant } from './button.tsx'

type FileChooserProps = {
  label: string
  bytesMax: number
  tooLargeText: string
  /** Why the last file was refused. */
  refusal: string | undefined
  isBusy: boolean
  variant?: ButtonVariant
  /** Called with a chosen file, or null in place of one that is too large. */
  onFile(file: File | null): void
}

/** A button that takes a table from a CSV or Excel file; the same file may be chosen again. */
export function FileChooser(props: FileChooserProps) {
  const { label, bytesMax, tooLargeText, refusal, isBusy, variant = 'solid', onFile } = props
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  function choose(file: File | undefined): void {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    setTooLarge(file.size > bytesMax)
    onFile(file.size > bytesMax ? null : file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button
        size="lg"
        variant={variant}
        busy={isBusy}
        icon={<FileUp size={16} aria-hidden="true" />}
        className="self-start"
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <Failure text={isTooLarge ? tooLargeText : refusal} />
    </>
  )
}
