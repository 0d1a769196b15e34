import type { PriceSample } from '#contract/admin/imports/import-inspection.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { priceDecimals } from '#domain/text/format.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The first prices with and without VAT; the one that the file has is emphasized. */
export function PriceSamples({ samples }: { samples: readonly PriceSample[] }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const head = (name: string) => t(`imports.samples.${name}`)
  // One column, one number of decimals.
  const decimals = {
    gross: Math.max(2, ...samples.map(({ gross }) => priceDecimals(gross))),
    net: Math.max(2, ...samples.map(({ net }) => priceDecimals(net))),
  }
  return (
    <section aria-labelledby="price-samples" className="flex flex-col gap-2">
      <div>
        <h2 id="price-samples" className="text-16 font-semibold">
          {head('title')}
        </h2>
        <p className="text-13 text-ink-2">{head('text')}</p>
      </div>
      <div className="max-w-240 overflow-x-auto rounded-panel border border-line bg-surface">
        <Table aria-labelledby="price-samples">
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell className="pl-4">{head('product')}</HeadCell>
              <HeadCell>{head('inFile')}</HeadCell>
              <HeadCell align="right">{head('rate')}</HeadCell>
              <HeadCell align="right">{head('gross')}</HeadCell>
              <HeadCell align="right" className="pr-4">
                {head('net')}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {samples.map(({ file, key, name, currency, rate, isGross, net, gross }) => (
              <tr
                key={`${file} ${key}`}
                data-testid="price-sample"
                className="border-b border-line last:border-0 [&>td]:py-2"
              >
                <Cell className="pl-4 [overflow-wrap:anywhere]">
                  <span className="code text-ink-2">{key}</span> {name}
                </Cell>
                <Cell>{t(isGross ? 'imports.options.gross' : 'imports.options.net')}</Cell>
                <Cell align="right" className="whitespace-nowrap">
                  {t('imports.samples.percent', { n: formatQuantity(Number(rate)) })}
                </Cell>
                <Cell
                  align="right"
                  className={isGross ? 'font-medium whitespace-nowrap' : 'whitespace-nowrap text-ink-2'}
                >
                  {formatMoney(gross, currency, decimals.gross)}
                </Cell>
                <Cell
                  align="right"
                  className={isGross ? 'pr-4 whitespace-nowrap' : 'pr-4 font-medium whitespace-nowrap'}
                >
                  {formatMoney(net, currency, decimals.net)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
