import type { Order, OrderItem } from '#contract/shop/orders.ts'
import { Price, TaxNote } from '#web/app/price.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LineReasons } from '#web/price-reasons/line-reasons.tsx'
import { LineName, LinePrice, LineQuantity } from './line-cells.tsx'

/** Width and height of a line's image, in CSS pixels (specification, section 9). */
const thumbnail = 60

/** The chosen lines by number, if lines can be chosen. */
export type LineChoice = { chosen: ReadonlySet<number>; onChoose(chosen: ReadonlySet<number>): void }

type LinesProps = {
  order: Pick<Order, 'orderNo' | 'currency' | 'rates'> & Partial<Pick<Order, 'isCancel'>>
  lines: readonly OrderItem[]
  choice?: LineChoice
}

/** The lines of an order as they were ordered; cards on phones. */
export function OrderLinesTable({ order, lines, choice }: LinesProps) {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('orders.lines.of', { number: order.orderNo })} className="max-sm:block">
      <TableHead className="max-sm:hidden">
        <tr className="border-b border-line">
          {choice && <AllChoice lines={lines} choice={choice} />}
          <HeadCell className="w-20 print:hidden">
            <span className="sr-only">{t('orders.lines.image')}</span>
          </HeadCell>
          <HeadCell className="print:pl-4">{t('orders.lines.code')}</HeadCell>
          <HeadCell>{t('orders.lines.name')}</HeadCell>
          <HeadCell align="right">{t('orders.lines.quantity')}</HeadCell>
          {lines[0]?.price && (
            <>
              <HeadCell align="right">
                {t('orders.lines.price')}
                <TaxNote />
              </HeadCell>
              <HeadCell align="right" className="pr-4">
                {t('orders.lines.amount')}
                <TaxNote />
              </HeadCell>
            </>
          )}
        </tr>
      </TableHead>
      <tbody className="max-sm:block">
        {lines.map((line) => (
          <Line key={line.lineNo} line={line} order={order} choice={choice} />
        ))}
      </tbody>
    </Table>
  )
}

/** Enlarges a checkbox's touch target. */
const touchTarget = 'relative z-1 block pointer-coarse:-m-2 pointer-coarse:p-2'
const box = 'block size-4.5 accent-(--brand) pointer-coarse:size-6'

function AllChoice({ lines, choice }: { lines: readonly OrderItem[]; choice: LineChoice }) {
  const { t } = useTranslation()
  const isAll = lines.length > 0 && choice.chosen.size === lines.length
  return (
    <HeadCell className="w-10 pl-4 print:hidden">
      <label className={touchTarget}>
        <input
          type="checkbox"
          aria-label={t('orders.lines.all')}
          checked={isAll}
          className={box}
          onChange={() => choice.onChoose(new Set(isAll ? [] : lines.map(({ lineNo }) => lineNo)))}
        />
      </label>
    </HeadCell>
  )
}

type LineProps = Pick<LinesProps, 'order' | 'choice'> & { line: OrderItem }

function Line({ line, order, choice }: LineProps) {
  const { t } = useTranslation()
  return (
    <tr className="break-inside-avoid border-b border-line last:border-0 max-sm:relative max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-2 max-sm:gap-y-0.5 max-sm:p-3">
      {choice && (
        <Cell className="max-sm:absolute max-sm:top-3 max-sm:right-3 max-sm:px-0 sm:pl-4 print:hidden">
          <label className={touchTarget}>
            <input
              type="checkbox"
              aria-label={t('orders.lines.choose', { name: line.name })}
              checked={choice.chosen.has(line.lineNo)}
              className={box}
              onChange={() => choice.onChoose(toggled(choice.chosen, line.lineNo))}
            />
          </label>
        </Cell>
      )}
      <Cell className="py-1.5 max-sm:row-span-4 max-sm:px-0 print:hidden">
        <ProductImage
          src={line.image}
          alt=""
          width={thumbnail}
          height={thumbnail}
          className="size-15 rounded-control bg-tile"
        />
      </Cell>
      <Cell className="text-ink-2 max-sm:col-span-2 max-sm:pr-8 print:py-1.5 print:pl-4">
        <ProductCode code={line.code} />
      </Cell>
      <Cell className="print:py-1.5 max-sm:col-span-2">
        <LineName line={line} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:text-left!">
        <LineQuantity line={line} isCancel={order.isCancel ?? false} />
      </Cell>
      {line.price && (
        <>
          <Cell align="right">
            <LinePrice line={line} order={order} />
            <LineReasons line={line} />
          </Cell>
          <Cell align="right" className="font-semibold max-sm:col-start-3 sm:pr-4">
            <Price value={line.amount ?? 0} currency={order.currency} />
          </Cell>
        </>
      )}
    </tr>
  )
}

function toggled(chosen: ReadonlySet<number>, lineNo: number): ReadonlySet<number> {
  return chosen.has(lineNo) ? new Set([...chosen].filter((each) => each !== lineNo)) : new Set([...chosen, lineNo])
}
