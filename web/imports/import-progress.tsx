import type { FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Props = Pick<ImportDetail | FileImportDetail, 'done' | 'total'> & {
  /** The step that runs. */
  name: string
}

/** Progress of a run, which continues when the page is closed. */
export function ImportProgress({ name, done, total }: Props) {
  const { t, formatQuantity } = useTranslation()
  const percent = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0
  return (
    <div className="flex flex-col gap-1.5 rounded-panel border border-line bg-surface p-4 text-13">
      <p role="status" className="font-medium">
        {name}
      </p>
      <progress aria-label={name} max={100} value={percent} className="h-2 w-full" />
      {total > 0 && (
        <p className="text-12 text-ink-2 tabular-nums">
          {t('imports.progress', { percent, done: formatQuantity(done), total: formatQuantity(total) })}
        </p>
      )}
    </div>
  )
}
