import { useState } from 'react'
import { addressFileBytesMax, type AddressLine, addressOutcomes, type AddressValues } from '#contract/shop/addresses.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { FileLinesTable } from '#web/ui/file-lines-table.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { FileChooser } from '#web/ui/form/file-chooser.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const tones = { new: 'success', changed: 'info', same: 'neutral', problem: 'warning' } as const

type AddressFileDialogProps = {
  preview(file: File): Promise<{ lines: AddressLine[] }>
  save(addresses: AddressValues[]): Promise<void>
  onClose(): void
}

/** Reads a file of addresses, shows what each row would do, and saves those without problems. */
export function AddressFileDialog({ preview, save, onClose }: AddressFileDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const [lines, setLines] = useState<readonly AddressLine[] | null>(null)
  const addresses = (lines ?? []).flatMap(({ outcome, values }) =>
    values !== null && outcome !== 'same' ? [values] : [],
  )

  function choose(file: File | null): void {
    setLines(null)
    if (file !== null) void send(async () => setLines((await preview(file)).lines))
  }
  const apply = () =>
    send(async () => {
      await save(addresses)
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('addresses.file.title')}
      width="lg"
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {addresses.length > 0 && (
            <Button variant="solid" size="lg" busy={isBusy} onClick={() => void apply()}>
              {t('addresses.file.apply', { count: addresses.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">{t('addresses.file.hint')}</p>
        <FileChooser
          label={t('addresses.file.choose')}
          bytesMax={addressFileBytesMax}
          tooLargeText={t('addresses.file.tooLarge')}
          refusal={failure?.message}
          isBusy={isBusy && lines === null}
          variant={addresses.length > 0 ? 'outline' : 'solid'}
          onFile={choose}
        />
        {lines !== null && <Preview lines={lines} />}
      </div>
    </Dialog>
  )
}

function Preview({ lines }: { lines: readonly AddressLine[] }) {
  const { t, formatQuantity } = useTranslation()
  if (lines.length === 0) return <p role="status">{t('addresses.file.empty')}</p>
  const countOf = (outcome: string) => lines.filter((line) => line.outcome === outcome).length
  const counts = Object.fromEntries(addressOutcomes.map((outcome) => [outcome, formatQuantity(countOf(outcome))]))
  return (
    <>
      <div role="status">
        <p className="text-14 font-medium">{t('addresses.file.counts', counts)}</p>
        {countOf('problem') > 0 && <p className="text-13 text-ink-2">{t('addresses.file.problemsLeft')}</p>}
      </div>
      <FileLinesTable
        label={t('addresses.file.title')}
        head={{
          line: t('addresses.file.line'),
          text: t('addresses.file.address'),
          outcome: t('addresses.file.outcome'),
        }}
        lines={lines.map(({ line, outcome, text, problems }) => ({
          line,
          text,
          tone: tones[outcome],
          outcome: t(`addresses.file.outcomes.${outcome}`),
          problems,
        }))}
      />
    </>
  )
}
