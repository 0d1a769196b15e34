import { importIntoChange, priceFileBytesMax } from '#contract/admin/price-change-steps.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { FileChooser } from '#web/ui/form/file-chooser.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { useStep } from './use-step.ts'

/** Takes the prices of a file into a draft as soon as it is chosen. */
export function FileDialog({ detail: { change }, onClose }: { detail: PriceChangeDetail; onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, failure, apply } = useStep(onClose)

  function choose(file: File | null): void {
    if (file === null) return
    const query = { revision: String(change.revision) }
    const path = urlOf(importIntoChange.path, { id: String(change.id) }, query) as typeof importIntoChange.path
    void apply(() => sendFile({ ...importIntoChange, path }, file, () => {}).done)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('priceChanges.file.title')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">{t('priceChanges.file.hint')}</p>
        <FileChooser
          label={t('priceChanges.file.choose')}
          bytesMax={priceFileBytesMax}
          tooLargeText={t('priceChanges.file.tooLarge')}
          refusal={failure?.message}
          isBusy={isBusy}
          onFile={choose}
        />
      </div>
    </Dialog>
  )
}
