import { Download, FileSpreadsheet } from 'lucide-react'
import type { ExportName } from '#contract/core/exports.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { listPath, type ListView } from './list-address.ts'
import type { ListPlace } from './list-frame.tsx'
import { type Progress, useXlsxExport } from './use-xlsx-export.ts'

type ExportButtonsProps = { name: ExportName; place: ListPlace; list: ListView & { total: number } }

/** Exports the whole list, with its filter and sort, as a workbook or as CSV. */
export function ExportButtons({ name, place, list }: ExportButtonsProps) {
  const { t, formatQuantity } = useTranslation()
  const { progress, start, forget } = useXlsxExport(name, t('administration.list.export.failed'), (total, file) => {
    notify.success(t('administration.list.export.done', { total: formatQuantity(total) }), {
      action: { label: t('administration.list.export.download'), run: () => location.assign(file) },
    })
  })
  if (list.total === 0) return null
  const query = Object.fromEntries([...place.names, 'sort'].map((each) => [each, list[each]]))
  return (
    <div className="flex gap-2">
      <Button
        size="card"
        icon={<FileSpreadsheet size={16} aria-hidden="true" />}
        aria-label={t('administration.list.export.xlsx')}
        onClick={() => void start(query)}
      >
        Excel
      </Button>
      <a
        href={listPath(`${place.page}.csv`, { ...list, page: 1 }, place.names, place.sort)}
        download
        aria-label={t('administration.list.export.csv')}
        className={buttonClasses('outline', 'card')}
      >
        <Download size={16} aria-hidden="true" /> CSV
      </a>
      {progress !== null && <ExportDialog progress={progress} onClose={forget} />}
    </div>
  )
}

function ExportDialog({ progress, onClose }: { progress: Progress; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('administration.list.export.title')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <ProgressText progress={progress} />
    </Dialog>
  )
}

function ProgressText({ progress: { done, total, failure } }: { progress: Progress }) {
  const { t, formatQuantity } = useTranslation()
  if (failure !== null) return <MessageStrip tone="danger">{failure}</MessageStrip>
  const facts = { done: formatQuantity(done), total: formatQuantity(total) }
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>{t('administration.list.export.running', facts)}</p>
      <progress
        aria-label={t('administration.list.export.title')}
        max={Math.max(total, 1)}
        value={done}
        className="h-2 w-full"
      />
    </div>
  )
}
