import { Link } from '#web/ui/link.tsx'
import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import { adminFileImportsPath } from '#contract/core/admin-pages.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** How each file is read, and what it lacks. */
export function ImportFiles({ files }: { files: ImportDetail['columns'] }) {
  const { t } = useTranslation()
  const known = files.filter(({ rows }) => rows !== undefined)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="import-files" className="flex flex-col gap-2">
      <h2 id="import-files" className="text-16 font-semibold">
        {t('imports.file.title')}
      </h2>
      {known.map((file) => (
        <ImportFile key={file.file} file={file} />
      ))}
    </section>
  )
}

function ImportFile({ file }: { file: ImportDetail['columns'][number] }) {
  const { t, formatQuantity } = useTranslation()
  const { rows = 0, encoding, separator, headerLine, repeatedHeaders = 0, sheet, sheets = [], missing = [] } = file
  const facts = [
    t('imports.file.rows', { n: formatQuantity(rows) }),
    encoding && t('imports.file.encoding', { name: encoding.toUpperCase() }),
    separator && t('imports.file.separator', { sign: separator === '\t' ? t('imports.file.tab') : `“${separator}”` }),
    sheet && sheets.length > 1 && t('imports.file.sheet', { name: sheet }),
    headerLine && t('imports.file.header', { line: headerLine }),
    repeatedHeaders > 0 && t('imports.file.repeated', { n: repeatedHeaders }),
  ].filter(Boolean)
  const names = missing.map((each) => t(`imports.file.none.${each}`)).join(', ')
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13 [overflow-wrap:anywhere]">
        <span className="font-medium">{file.file}</span> <span className="text-ink-2">· {facts.join(' · ')}</span>
      </p>
      {missing.length > 0 && (
        <MessageStrip tone="info">
          {t('imports.file.missing', { names })}{' '}
          {missing.includes('image') && (
            <Link to={adminFileImportsPath('pictures')} className="underline">
              {t('imports.file.pictures')}
            </Link>
          )}
        </MessageStrip>
      )}
    </div>
  )
}
