import { changesProducts, type ImportDetail } from '#contract/admin/imports/imports.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { nothingToChange } from './nothing-to-change.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Props = { detail: ImportDetail; summary: NonNullable<ImportDetail['summary']> }

export function ImportFigures({ detail, summary }: Props) {
  const { t, formatQuantity } = useTranslation()
  const figure = (name: string, n: number) => <ListSum name={t(`imports.figures.${name}`)}>{formatQuantity(n)}</ListSum>
  const { undo, problems, state } = detail
  const nothing = nothingToChange({
    state,
    changes: changesProducts(summary) ? 1 : 0,
    rejected: summary.rejected,
    warnings: problems.warning,
    questions: detail.questions.length,
  })
  return (
    <>
      <ListSums>
        {(summary.rows > 0 || summary.unitRows === undefined) && figure('rows', summary.rows)}
        {summary.unitRows !== undefined && figure('unitRows', summary.unitRows)}
        {figure('new', summary.created)}
        {figure('changed', summary.updated)}
        {figure('unchanged', summary.unchanged)}
        {summary.source !== undefined && summary.source.offSale > 0 && figure('offSale', summary.source.offSale)}
        {summary.source !== undefined &&
          summary.source.backOnSale > 0 &&
          figure('backOnSale', summary.source.backOnSale)}
        {summary.pictures !== undefined && figure('pictures', summary.pictures.addresses)}
        {figure('errors', summary.rejected)}
        {figure('warnings', problems.warning)}
      </ListSums>
      {undo !== null && (
        <ListSums>
          {figure('restored', undo.restored)}
          {figure('removed', undo.removed)}
          {figure('left', undo.left)}
          {undo.labels !== undefined && figure('labels', undo.labels)}
        </ListSums>
      )}
      {nothing !== null && (
        <MessageStrip tone="info">
          {t(`imports.${nothing}`, {
            n: formatQuantity(nothing === 'nothingWarned' ? problems.warning : summary.rejected),
          })}
        </MessageStrip>
      )}
    </>
  )
}
