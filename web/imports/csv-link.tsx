import { Download } from 'lucide-react'
import { importCsvPath } from '#contract/admin/imports/import-lists.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const csvLabels = { changes: 'csvChanges', problems: 'csvProblems', pictures: 'csvPictures' }

/** Downloads a list of an import as a file. */
export function CsvLink({ id, part }: { id: number; part: keyof typeof csvLabels }) {
  const { t } = useTranslation()
  return (
    <a href={importCsvPath(id, part)} download className={buttonClasses('outline', 'card')}>
      <Download size={16} aria-hidden="true" />
      {t(`imports.table.${csvLabels[part]}`)}
    </a>
  )
}
