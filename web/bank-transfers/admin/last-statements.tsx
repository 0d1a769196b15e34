import type { listBankLines } from '#contract/admin/bank-lines.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The last imports with how many of their lines were new. */
export function LastStatements({ statements }: Pick<Reply<typeof listBankLines>, 'statements'>) {
  const { t, formatQuantity } = useTranslation()
  if (statements.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-13 font-semibold pointer-coarse:min-h-11">
        {t('administration.bankLines.upload.last')}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 text-13">
        {statements.map(({ id, name, bank, importedAt, importedBy, lines, newLines }) => (
          <li key={id} className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span>
            <span>{bank}</span>
            <span className="text-ink-2">
              {t('administration.bankLines.upload.lastCounts', {
                lines: formatQuantity(lines),
                added: formatQuantity(newLines),
              })}
            </span>
            <span className="text-ink-2">
              <Moment date={importedAt} />
              {importedBy !== '' && ` · ${importedBy}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
