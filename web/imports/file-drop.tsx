import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  title: string
  drop: string
  choose: string
  endings: readonly string[]
  multiple?: boolean
  /** Lines below the button. */
  children: ReactNode
  /** Why these files cannot be uploaded; null if they can. */
  problemOf(files: readonly File[]): string | null
  /** Uploads the files and resolves with the page to open. Throws CallError like `call`. */
  send(files: readonly File[], onProgress: (part: number) => void): Promise<string>
}

/** Accepts dropped or chosen files, then opens their import. */
export function FileDrop({ title, drop, choose, endings, multiple = false, children, problemOf, send }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [part, setPart] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0 || part !== null) return
    const problem = problemOf(files)
    setFailure(problem)
    if (problem !== null) return
    setPart(0)
    try {
      await navigate(await send(files, setPart))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setFailure(error.message)
    } finally {
      setPart(null)
      if (input.current) input.current.value = ''
    }
  }

  const accept = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void upload([...event.dataTransfer.files])
  }
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={accept}
        className={classes(
          'flex flex-col items-center gap-3 rounded-panel border border-dashed border-line-2 bg-surface px-4 py-8 text-center',
          isOver && 'border-brand bg-brand-soft',
        )}
      >
        <FileUp size={28} aria-hidden="true" className="text-ink-3" />
        <p className="text-14 font-medium">{drop}</p>
        <input
          ref={input}
          type="file"
          multiple={multiple}
          hidden
          aria-label={choose}
          accept={endings.join(',')}
          onChange={({ target }) => void upload([...(target.files ?? [])])}
        />
        <Button variant="solid" busy={part !== null} onClick={() => input.current?.click()}>
          {choose}
        </Button>
        {children}
        <p role="status" className="text-13 empty:hidden">
          {part !== null && t('imports.upload.sending', { percent: Math.round(part * 100) })}
        </p>
      </div>
      <Failure text={failure} />
    </section>
  )
}
