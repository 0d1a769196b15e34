import {
  fileImportFields,
  type FileImportField,
  type FileImportKind,
  neededFields,
} from '#contract/admin/imports/file-import-options.ts'
import { fileImportSamples, otherExamples, type SampleColumn } from '#contract/admin/imports/file-import-samples.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The columns that a file may have, those that it needs first, with examples. */
export function NeededColumns({ kind }: { kind: Exclude<FileImportKind, 'pictures'> }) {
  const { t, formatNumber } = useTranslation()
  const needed: readonly (readonly FileImportField[])[] = neededFields[kind]
  const others = fileImportFields[kind].filter((field) => !needed.some((group) => group.includes(field)))
  const nameOf = (field: FileImportField) => t(`imports.files.fields.${field}`)
  const samples: readonly SampleColumn[] = fileImportSamples[kind]
  function exampleOf(field: FileImportField): string {
    const sample = samples.find((each) => each.field === field)
    const value = sample?.cells.find((cell) => cell !== '') ?? otherExamples[field] ?? ''
    if (sample?.kind === 'amount') return formatNumber(value, 2)
    return sample?.kind === 'day' ? value.split('-').toReversed().join('.') : value
  }
  const rows = [
    ...needed.map((group) => ({ fields: group, isNeeded: true })),
    ...others.map((field) => ({ fields: [field], isNeeded: false })),
  ]
  return (
    <section aria-labelledby="needed-columns" className="flex flex-col gap-2">
      <h2 id="needed-columns" className="text-16 font-semibold">
        {t('imports.files.needs.title')}
      </h2>
      <p className="max-w-180 text-13 text-ink-2">{t(`imports.files.needs.${kind}`)}</p>
      <div className="max-w-180 overflow-hidden rounded-panel border border-line bg-surface">
        <Table aria-labelledby="needed-columns">
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell className="pl-4">{t('imports.columns.column')}</HeadCell>
              <HeadCell>{t('imports.files.needs.need')}</HeadCell>
              <HeadCell className="pr-4">{t('imports.files.needs.example')}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {rows.map(({ fields, isNeeded }) => (
              <tr key={fields.join(' ')} className="border-b border-line last:border-0 [&>td]:py-1.5">
                <Cell className="pl-4 font-medium">{fields.map(nameOf).join(` ${t('imports.files.needs.or')} `)}</Cell>
                <Cell className={isNeeded ? undefined : 'text-ink-3'}>
                  {t(isNeeded ? 'imports.files.needs.yes' : 'imports.files.needs.no')}
                </Cell>
                <Cell className="code pr-4 text-12 text-ink-2 [overflow-wrap:anywhere]">
                  {fields.map(exampleOf).find((text) => text !== '')}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
