import { ShoppingCart, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ListLine, moveListLine, removeListLines, restoreListLines, type WholeList } from '#contract/shop/lists.ts'
import { decimal, exchange } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { TaxNote } from '#web/app/price.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LineDialog } from './line-dialog.tsx'
import { ListLineRow } from './list-line-row.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { useListOrder } from './use-list-order.ts'

/** Rows that are rendered at first, and more on request. */
const shownRows = 200

const undoTime = 10_000

/** The lines of a list with their selection, and the bar that orders them. */
export function ListLines({ list }: { list: WholeList }) {
  const { t, formatQuantity } = useTranslation()
  const { seesPrices } = useVisitor()
  const { lines, right } = list
  const [shown, setShown] = useState(shownRows)
  const [edited, setEdited] = useState<ListLine | null>(null)
  const selection = useSelection(lines)
  const changes = useLineChanges(list)
  const mayChange = right !== 'read'
  const rest = lines.length - shown
  return (
    <>
      <CardTable
        label={list.name}
        below="lg"
        head={
          <>
            <HeadCell className="w-10 rounded-tl-panel pl-4">
              <input
                type="checkbox"
                aria-label={t('lists.chooseAll')}
                checked={selection.isWhole}
                onChange={selection.toggleAll}
                className="size-4"
              />
            </HeadCell>
            <HeadCell className="w-full">{t('lists.columns.product')}</HeadCell>
            <HeadCell>{t('lists.columns.quantity')}</HeadCell>
            <HeadCell>{t('lists.columns.stock')}</HeadCell>
            {seesPrices && (
              <>
                <HeadCell align="right">
                  {t('lists.columns.price')}
                  <TaxNote />
                </HeadCell>
                <HeadCell align="right">
                  {t('lists.columns.amount')}
                  <TaxNote />
                </HeadCell>
              </>
            )}
            <HeadCell className="rounded-tr-panel pr-4">
              <span className="sr-only">{t('lists.columns.actions')}</span>
            </HeadCell>
          </>
        }
      >
        {lines.slice(0, shown).map((line, at) => (
          <ListLineRow
            key={line.id}
            list={list}
            line={line}
            quantity={selection.quantityOf(line)}
            isChosen={selection.isChosen(line)}
            onChoose={() => selection.toggle(line)}
            onQuantity={(quantity) => selection.setQuantity(line, quantity)}
            onEdit={mayChange ? () => setEdited(line) : null}
            onMove={(by) => changes.move(line, by === 'top' ? 0 : at + (by === 'up' ? -1 : 2))}
            onRemove={() => changes.remove([line])}
            isFirst={at === 0}
            isLast={at === lines.length - 1}
          />
        ))}
      </CardTable>
      {rest > 0 && (
        <Button className="self-center" onClick={() => setShown(shown + shownRows)}>
          {t('lists.more', { count: rest, number: formatQuantity(rest) })}
        </Button>
      )}
      <OrderBar list={list} selection={selection} onRemove={mayChange ? changes.remove : null} />
      {edited !== null && (
        <LineDialog
          listId={list.id}
          line={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            selection.forget(edited)
            changes.reload()
          }}
          onReload={changes.reload}
        />
      )}
    </>
  )
}

type Selection = ReturnType<typeof useSelection>

export const canOrder = ({ problem }: ListLine): boolean => problem === null

/** The chosen lines and the quantities to order; at first all that can be ordered, in their default quantities. */
function useSelection(lines: readonly ListLine[]) {
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map())
  const isChosen = (line: ListLine) => canOrder(line) && !excluded.has(line.id)
  const quantityOf = ({ id, quantity }: ListLine) => quantities.get(id) ?? quantity
  const isWhole = lines.some(canOrder) && lines.every((line) => !canOrder(line) || isChosen(line))
  return {
    isChosen,
    quantityOf,
    isWhole,
    toggle: ({ id }: ListLine) =>
      setExcluded((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    toggleAll: () => setExcluded(new Set(isWhole ? lines.map(({ id }) => id) : [])),
    setQuantity: ({ id }: ListLine, quantity: number) => setQuantities((before) => new Map(before).set(id, quantity)),
    forget: ({ id }: ListLine) => setQuantities((before) => new Map([...before].filter(([key]) => key !== id))),
    chosen: lines.filter(isChosen),
  }
}

/** Removes lines with an undo, and moves them. */
function useLineChanges({ id, lines }: WholeList) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { send } = useSubmit()
  const params = { id: String(id) }
  const reload = () => void revalidate()
  const refused = async ({ message }: { message: string }) => {
    reload()
    await showAlert({ text: message })
  }
  const remove = (removed: readonly ListLine[]) =>
    void send(async () => {
      const lineIds = removed.map((line) => line.id)
      const { removedCount } = await call(removeListLines, { params, body: { lineIds } })
      notify.success(t('lists.bar.removed', { count: removedCount }), {
        id: 'list-lines',
        duration: undoTime,
        action: {
          label: t('lists.undo'),
          run: () =>
            void send(async () => {
              await call(restoreListLines, { params, body: { lineIds } })
              notify.success(t('lists.restored'), { id: 'list-lines' })
              await revalidate()
            }, refused),
        },
      })
      await revalidate()
    }, refused)
  /** Moves a line before the one that is at `to` now. */
  const move = ({ id: lineId }: ListLine, to: number) =>
    void send(async () => {
      const before = lines[to]?.id ?? null
      await call(moveListLine, { params: { ...params, lineId: String(lineId) }, body: { before } })
      await revalidate()
    }, refused)
  return { remove, move, reload }
}

type OrderBarProps = {
  list: WholeList
  selection: Selection
  /** Null for readers. */
  onRemove: ((lines: readonly ListLine[]) => void) | null
}

/** Orders the chosen lines; stays in sight. */
function OrderBar({ list, selection, onRemove }: OrderBarProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { seesPrices } = useVisitor()
  const { currency, rates } = usePriceView()
  const mayFill = useMayFillCart()
  const { isBusy, outcome, order, close } = useListOrder()
  const { chosen, quantityOf } = selection
  const total = useMemo(
    () =>
      chosen.reduce((sum, line) => {
        if (line.price === undefined) return sum
        const amount = decimal(line.price.value).times(quantityOf(line))
        return sum.plus(exchange(amount, line.price.currency, currency, rates))
      }, decimal(0)),
    [chosen, quantityOf, currency, rates],
  )
  const goneCount = list.lines.filter(({ problem }) => problem === 'gone').length
  const run = () =>
    order(
      chosen.map((line) => ({ code: line.code, unit: line.unit, quantity: quantityOf(line) })),
      goneCount,
    )
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-3 shadow-float max-sm:-mx-4 max-sm:rounded-none max-sm:bottom-14">
      <p role="status" className="min-w-0 flex-1 text-13">
        <span className="font-semibold">
          {t('lists.bar.chosen', { count: chosen.length, number: formatQuantity(chosen.length) })}
        </span>
        {seesPrices && !total.isZero() && (
          <span className="block text-ink-2">
            {t('lists.bar.total')}: <span className="font-semibold text-ink">{formatMoney(total, currency)}</span>
          </span>
        )}
      </p>
      {onRemove !== null && chosen.length > 0 && chosen.length < list.lines.length && (
        <Button
          variant="danger"
          className="max-sm:hidden"
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => onRemove(chosen)}
        >
          {t('lists.bar.remove')}
        </Button>
      )}
      {mayFill && (
        <Button
          variant="solid"
          size="card"
          busy={isBusy}
          disabled={chosen.length === 0}
          icon={<ShoppingCart size={16} aria-hidden="true" />}
          onClick={() => void run()}
        >
          {t('lists.bar.order')}
        </Button>
      )}
      <OrderOutcome outcome={outcome} onClose={close} />
    </div>
  )
}
