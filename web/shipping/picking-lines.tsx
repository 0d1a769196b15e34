import { Check, Minus, Plus } from 'lucide-react'
import type { PickingLineShown } from '#contract/admin/pickings.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Counting } from './use-counting.ts'

type LinesProps = { counting: Counting; isOpen: boolean; mayCount: boolean }

/** The goods by warehouse, in the order of their shelves. */
export function PickingLines({ counting, isOpen, mayCount }: LinesProps) {
  const { t } = useTranslation()
  const groups = Map.groupBy(counting.picking.lines, ({ warehouse }) => warehouse)
  return [...groups].map(([warehouse, lines]) => {
    const name = warehouse === '' ? t('administration.pickings.noWarehouse') : warehouse
    return (
      <section key={warehouse} aria-label={name} className="rounded-panel border border-line bg-surface">
        <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{name}</h2>
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <Line
              key={`${line.orderId} ${line.lineNo}`}
              line={line}
              counting={counting}
              isOpen={isOpen}
              mayCount={mayCount}
            />
          ))}
        </ul>
      </section>
    )
  })
}

function Line({ line, counting, isOpen, mayCount }: LinesProps & { line: PickingLineShown }) {
  const { t, formatQuantity } = useTranslation()
  const { orderNo, dealer, code, name, unit, quantity, picked, shelf, alsoIn, rest } = line
  const isDone = picked === quantity
  return (
    <li
      data-testid="picking-line"
      className={classes(
        'flex break-inside-avoid flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13',
        isDone && isOpen && 'bg-success-soft print:bg-transparent',
      )}
    >
      {/* A box to tick on paper. */}
      <span aria-hidden="true" className="hidden size-5 shrink-0 border border-ink print:block" />
      <p className="w-24 shrink-0 font-semibold [overflow-wrap:anywhere]">
        {shelf === '' ? (
          <span className="text-12 font-normal text-ink-2">{t('administration.pickings.noShelf')}</span>
        ) : (
          <span className="code text-15">{shelf}</span>
        )}
      </p>
      <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <p>
          <span className="code text-ink-2">{code}</span> <span className="font-medium">{name}</span>
        </p>
        <p className="text-12 text-ink-2">
          <span className="code">{orderNo}</span> · {dealer}
          {alsoIn.map((place) => (
            <span key={place.warehouse}>
              {' · '}
              {t('administration.pickings.alsoIn', {
                warehouse: place.warehouse,
                shelf: place.shelf === '' ? '' : ` ${place.shelf}`,
                quantity: formatQuantity(place.quantity),
              })}
            </span>
          ))}
          {rest !== null && ` · ${t(`orders.history.rests.${rest}`)}`}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-2">
        {mayCount && <Buttons line={line} counting={counting} />}
        <p className="min-w-24 text-right text-15 font-semibold whitespace-nowrap tabular-nums print:hidden">
          {t('administration.pickings.of', {
            picked: formatQuantity(picked),
            quantity: formatQuantity(quantity),
            unit,
          })}
        </p>
        <p className="hidden text-15 font-semibold whitespace-nowrap print:block">
          {formatQuantity(quantity)} {unit}
        </p>
      </div>
    </li>
  )
}

function Buttons({ line, counting }: { line: PickingLineShown; counting: Counting }) {
  const { t } = useTranslation()
  const { orderId, lineNo, name, quantity, picked } = line
  const count = (change: number) => void counting.count({ orderId, lineNo, change })
  return (
    <div className="flex items-center gap-2 print:hidden">
      <IconButton
        variant="outline"
        label={t('administration.pickings.less', { name })}
        disabled={picked === 0}
        onClick={() => count(-1)}
      >
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        variant="outline"
        label={t('administration.pickings.more', { name })}
        disabled={picked === quantity}
        onClick={() => count(1)}
      >
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <Button
        size="card"
        aria-label={t('administration.pickings.allOf', { name })}
        disabled={picked === quantity}
        icon={<Check size={16} aria-hidden="true" />}
        onClick={() => count(quantity - picked)}
      >
        {t('administration.pickings.all')}
      </Button>
    </div>
  )
}
