import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { importFileBytesMax, importFileEndings, importFilesMax, mayBeImported } from '#contract/admin/imports.ts'
import { adminImportPath } from '#contract/core/pages.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { sendFiles } from './send-files.ts'

const megabytes = importFileBytesMax / 2 ** 20

/** Accepts dropped or chosen files, then opens their import. */
export function UploadBox() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [part, setPart] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  function problemOf(files: readonly File[]): string | null {
    if (files.length > importFilesMax) return t('imports.upload.tooMany', { files: importFilesMax })
    const other = files.find(({ name }) => !mayBeImported(name))
    if (other) return t('imports.upload.otherKind', { name: other.name, endings: importFileEndings.join(', ') })
    const large = files.find(({ size }) => size > importFileBytesMax)
    if (large) return t('imports.upload.tooLarge', { name: large.name, megabytes })
    const empty = files.find(({ size }) => size === 0)
    return empty ? t('imports.upload.isEmpty', { name: empty.name }) : null
  }

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || part !== null) return
    const problem = problemOf(files)
    setFailure(problem)
    if (problem !== null) return
    setPart(0)
    try {
      await navigate(adminImportPath(await sendFiles(files, setPart)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setFailure(error.message)
    } finally {
      setPart(null)
      if (input.current) input.current.value = ''
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send([...event.dataTransfer.files])
  }
  return (
    <section aria-label={t('imports.upload.title')} className="flex flex-col gap-3">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          'flex flex-col items-center gap-3 rounded-panel border border-dashed border-line-2 bg-surface px-4 py-8 text-center',
          isOver && 'border-brand bg-brand-soft',
        )}
      >
        <FileUp size={28} aria-hidden="true" className="text-ink-3" />
        <p className="text-14 font-medium">{t('imports.upload.drop')}</p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('imports.upload.choose')}
          accept={importFileEndings.join(',')}
          onChange={({ target }) => void send([...(target.files ?? [])])}
        />
        <Button variant="solid" busy={part !== null} onClick={() => input.current?.click()}>
          {t('imports.upload.choose')}
        </Button>
        <p className="max-w-140 text-12 text-ink-2">{t('imports.upload.hint', { files: importFilesMax, megabytes })}</p>
        <p className="max-w-140 text-12 text-ink-2">{t('imports.upload.units')}</p>
        <p className="max-w-140 text-12 text-ink-2">{t('imports.upload.safe')}</p>
        <p role="status" className="text-13 empty:hidden">
          {part !== null && t('imports.upload.sending', { percent: Math.round(part * 100) })}
        </p>
      </div>
      <Failure text={failure} />
    </section>
  )
}
