import type { previewRaise } from '#contract/admin/price-lists.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** How many prices change, and the first of them before and after. */
export function RaisePreview({ preview }: { preview: Reply<typeof previewRaise> }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const { units, products, onInquiry, samples } = preview
  const sentence =
    units === 0
      ? t('priceLists.raise.nothing')
      : t('priceLists.raise.result', { products: formatQuantity(products), units: formatQuantity(units) })
  return (
    <>
      <p role="status" className="text-14 font-medium">
        {sentence} {onInquiry > 0 && t('priceLists.raise.onInquiry', { count: formatQuantity(onInquiry) })}
      </p>
      {samples.length > 0 && (
        <div className="overflow-x-auto rounded-panel border border-line">
          <Table aria-label={t('priceLists.raise.samples')}>
            <thead className="bg-canvas text-12 text-ink-2">
              <tr className="border-b border-line">
                <HeadCell className="w-full pl-3">{t('priceLists.prices.columns.name')}</HeadCell>
                <HeadCell>{t('priceLists.prices.columns.unit')}</HeadCell>
                <HeadCell align="right">{t('priceLists.raise.before')}</HeadCell>
                <HeadCell align="right" className="pr-3">
                  {t('priceLists.raise.after')}
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ code, name, unit, before, after }) => (
                <tr key={`${code} ${unit}`} className="border-b border-line last:border-0">
                  <Cell className="py-1.5 pl-3">
                    <span className="code block">{code}</span>
                    <span className="text-12 text-ink-2">{name}</span>
                  </Cell>
                  <Cell className="whitespace-nowrap text-ink-2">{unit}</Cell>
                  <Cell align="right" className="whitespace-nowrap text-ink-2 tabular-nums">
                    {formatMoney(before.value, before.currency)}
                  </Cell>
                  <Cell align="right" className="pr-3 font-medium whitespace-nowrap tabular-nums">
                    {formatMoney(after.value, after.currency)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  )
}
