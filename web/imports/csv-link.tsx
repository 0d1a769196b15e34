import { Download } from 'lucide-react'
import { importCsvPath } from '#contract/admin/imports/import-lists.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const csvLabels = { changes: 'csvChanges', problems: 'csvProblems', pictures: 'csvPictures' }

type Props = {
  id: number
  part: keyof typeof csvLabels
  /** Only problems of this kind, named so for screen readers. */
  kind?: { kind: string; title: string }
}

/** Downloads a list of an import as a file. */
export function CsvLink({ id, part, kind }: Props) {
  const { t } = useTranslation()
  return (
    <a
      href={importCsvPath(id, part, kind?.kind)}
      download
      aria-label={kind && t('imports.kinds.csvOf', { title: kind.title })}
      className={buttonClasses('outline', 'card')}
    >
      <Download size={16} aria-hidden="true" />
      {kind ? t('imports.kinds.csv') : t(`imports.table.${csvLabels[part]}`)}
    </a>
  )
}
