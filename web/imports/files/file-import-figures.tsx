import type { FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import type { FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { nothingToChange } from '#web/imports/nothing-to-change.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Props = { detail: FileImportDetail; summary: NonNullable<FileImportDetail['summary']> }

const rowFigures = ['rows', 'added', 'changed', 'unchanged', 'rejected', 'warned']
const figuresOf: Readonly<Record<FileImportKind, readonly string[]>> = {
  movements: [...rowFigures, 'dealers'],
  balances: [...rowFigures, 'dealers'],
  serials: rowFigures,
  costs: rowFigures,
  price_rules: rowFigures,
  promotions: rowFigures,
  shipments: ['rows', 'shipments', 'shippedRows', 'sentBefore', 'rejected'],
  pictures: ['files', 'pictures', 'repeated', 'unmatched', 'products', 'missing'],
}

/** The figures of a preview or import, and why it cannot be applied. */
export function FileImportFigures({ detail, summary }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { kind, state, hasWork, counts } = detail
  const figures = {
    ...summary,
    missing: counts.missing,
    unmatched: summary.rejected ?? 0,
    products: summary.changed,
    shippedRows: summary.added,
    sentBefore: summary.unchanged,
  }
  const isRejected = (summary.rejected ?? 0) > 0 && summary.rejected === (summary.rows ?? summary.files)
  const warnings = summary.warned ?? 0
  const nothing = nothingToChange({
    state,
    changes: hasWork ? 1 : 0,
    rejected: summary.rejected ?? 0,
    warnings,
    questions: 0,
  })
  const listed = counts.problems + counts.warnings
  const isCut = kind !== 'pictures' && (summary.rejected ?? 0) + (summary.warned ?? 0) > listed
  return (
    <>
      <ListSums>
        {figuresOf[kind].map((name) => (
          <ListSum key={name} name={t(`imports.files.figures.${name}`)}>
            {formatQuantity((figures as Record<string, number | undefined>)[name] ?? 0)}
          </ListSum>
        ))}
      </ListSums>
      {state === 'ready' && isRejected && (
        <MessageStrip tone="danger">{t('imports.files.one.allRejected')}</MessageStrip>
      )}
      {nothing !== null && !isRejected && (
        <MessageStrip tone="info">
          {t(`imports.files.one.${kind === 'shipments' && nothing === 'nothing' ? 'nothingToShip' : nothing}`, {
            n: formatQuantity(nothing === 'nothingWarned' ? warnings : (summary.rejected ?? 0)),
          })}
        </MessageStrip>
      )}
      {isCut && (
        <MessageStrip tone="warning">{t('imports.files.one.more', { n: formatQuantity(listed) })}</MessageStrip>
      )}
    </>
  )
}
