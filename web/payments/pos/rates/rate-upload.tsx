import { useRef, useState } from 'react'
import { previewRateFile, rateFileBytesMax, rateFileEndings, type RateFilePreview } from '#contract/admin/bank-rates.ts'
import { rateBearers } from '#domain/payments/bank-rates.ts'
import { plainNumbers } from '#domain/payments/rate-sheet/sheet.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { uploadFile } from '#web/app/data/upload-file.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Choice } from '#web/payments/pos/choice.tsx'
import { RatePreview } from './rate-preview.tsx'
import type { BankRatesState } from './use-bank-rates.ts'

type Options = { from: string; bearer: (typeof rateBearers)[number]; plain: 'auto' | (typeof plainNumbers)[number] }
const megabytes = rateFileBytesMax / 2 ** 20

/** Takes a bank's sheet, shows what it would change, and stores it once that is confirmed. */
export function RateUpload({ state, onClose }: { state: BankRatesState; onClose(): void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<Options>({ from: state.today, bearer: 'store', plain: 'auto' })
  const [preview, setPreview] = useState<RateFilePreview | null>(null)
  const [endsMissing, setEndsMissing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const textOf = (name: string, facts?: Record<string, number>) => t(`administration.bankRates.upload.${name}`, facts)

  async function read(chosen: File, wanted: Options): Promise<void> {
    setFile(chosen)
    setOptions(wanted)
    setFailure(null)
    if (chosen.size > rateFileBytesMax) {
      setPreview(null)
      return setFailure(textOf('tooLarge', { megabytes }))
    }
    setReading(true)
    try {
      const query = { name: chosen.name.slice(0, 300), ...wanted }
      setPreview(await uploadFile(previewRateFile, { params: { id: String(state.id) }, query }, chosen))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setPreview(null)
      setFailure(error.message)
    } finally {
      setReading(false)
    }
  }
  const change = (part: Partial<Options>) => {
    const wanted = { ...options, ...part }
    if (file === null || wanted.from === '') setOptions(wanted)
    else void read(file, wanted)
  }
  async function apply({ rates, missing, mark }: RateFilePreview): Promise<void> {
    const refused = await state.change({ rates, ended: endsMissing ? missing : [], endsOn: options.from, mark })
    if (refused === null) onClose()
    else setFailure(refused.message)
  }
  const mayApply =
    preview !== null &&
    preview.problems.length === 0 &&
    (preview.differences.length > 0 || (endsMissing && preview.missing.length > 0))
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={onClose}
      title={textOf('title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="card"
            busy={state.isBusy}
            disabled={!mayApply || isReading}
            onClick={() => preview !== null && void apply(preview)}
          >
            {textOf('apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={textOf('choose')}
            accept={rateFileEndings.join(',')}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen !== undefined) void read(chosen, options)
              target.value = ''
            }}
          />
          <Button variant={file === null ? 'solid' : 'outline'} busy={isReading} onClick={() => input.current?.click()}>
            {textOf('choose')}
          </Button>
          <span className="text-13 [overflow-wrap:anywhere]">{file?.name}</span>
        </div>
        <p className="text-13 text-ink-2">{textOf('text', { megabytes })}</p>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            label={textOf('from')}
            type="date"
            value={options.from}
            onChange={({ target }) => change({ from: target.value })}
          />
          <Choice
            label={textOf('bearer')}
            value={options.bearer}
            options={rateBearers.map((name) => [name, t(`administration.bankRates.bearers.${name}`)])}
            onChange={(name) => change({ bearer: rateBearers.find((each) => each === name) ?? 'store' })}
          />
          <Choice
            label={textOf('plain')}
            value={options.plain}
            options={(['auto', ...plainNumbers] as const).map((name) => [name, textOf(`plains.${name}`)])}
            onChange={(name) => change({ plain: plainNumbers.find((each) => each === name) ?? 'auto' })}
          />
        </div>
        <Failure text={failure} />
        {preview !== null && <RatePreview preview={preview} endsMissing={endsMissing} onEndMissing={setEndsMissing} />}
      </div>
    </Dialog>
  )
}
