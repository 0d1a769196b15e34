import type { previewErpMapping } from '#contract/admin/erp.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The rows appear below a long form. */
function showTop(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' })
}

/** Records of the ERP beside the rows that the mapping makes of them. */
export function PreviewRows({ rows }: { rows: Reply<typeof previewErpMapping>['rows'] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className="text-13 text-ink-2">{t('erp.noRecords')}</p>
  const box = 'max-h-72 overflow-auto rounded-control bg-fill p-2 text-12 whitespace-pre-wrap [overflow-wrap:anywhere]'
  return (
    <section ref={showTop} aria-label={t('erp.preview')} className="flex flex-col gap-3">
      {rows.map(({ record, row, problem }, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- records have no key of their own, and the list never changes
          key={index}
          data-testid="erp-preview"
          className="grid gap-3 rounded-panel border border-line bg-surface p-3 lg:grid-cols-2"
        >
          <div className="min-w-0">
            <h3 className="mb-1 text-12 font-medium text-ink-2">{t('erp.columns.inErp')}</h3>
            <pre className={box}>{record}</pre>
          </div>
          <div className="min-w-0">
            <h3 className="mb-1 text-12 font-medium text-ink-2">{t('erp.columns.inShop')}</h3>
            {row !== null && <pre className={box}>{row}</pre>}
            {problem !== null && (
              <p className="text-13 text-danger [overflow-wrap:anywhere]">
                <span className="code">{problem.place}</span>: {problem.message}
              </p>
            )}
            {row === null && problem === null && <p className="text-13 text-ink-2">{t('erp.leftOut')}</p>}
          </div>
        </div>
      ))}
    </section>
  )
}
