import { Ellipsis } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { changeListLine, type Equivalent, type ListLine, type WholeList } from '#contract/shop/lists.ts'
import { decimal, exchange, type Money } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { menuButton } from './menu-button.ts'

type ListLineRowProps = {
  list: WholeList
  line: ListLine
  quantity: number
  isChosen: boolean
  isFirst: boolean
  isLast: boolean
  onChoose(): void
  onQuantity(quantity: number): void
  /** Null for readers. */
  onEdit: (() => void) | null
  onMove(by: 'up' | 'down' | 'top'): void
  onRemove(): void
}

/** A line: product, quantity to order, stock and price of today. */
export function ListLineRow(props: ListLineRowProps) {
  const { list, line, quantity, isChosen, onChoose, onQuantity } = props
  const { t, formatQuantity } = useTranslation()
  const { seesPrices } = useVisitor()
  const { name, unit, problem, allowed } = line
  const isOpen = problem === null
  return (
    <tr
      data-testid="list-line"
      className={classes(
        cardRow.lg,
        'max-lg:grid-cols-[auto_minmax(0,1fr)_auto]! lg:align-top',
        line.news !== null && 'bg-info-soft/50',
      )}
    >
      <Cell className="max-lg:px-0 max-lg:pt-1 lg:pt-3! lg:pl-4">
        <input
          type="checkbox"
          aria-label={t('lists.chooseOf', { name })}
          checked={isChosen}
          disabled={!isOpen}
          onChange={onChoose}
          className="size-4 max-sm:size-5"
        />
      </Cell>
      <Cell className="max-lg:px-0">
        <Goods list={list} line={line} />
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:col-span-2 max-lg:col-start-2 max-lg:px-0">
        <span className="flex items-center gap-2">
          {isOpen ? (
            <QuantityStepper
              quantity={quantity}
              onChange={onQuantity}
              name={name}
              {...(allowed !== undefined && { terms: { allowed } })}
              isInvalid={false}
              className="w-28! max-sm:w-36!"
            />
          ) : (
            <span className="text-ink-2">{formatQuantity(quantity)}</span>
          )}
          <span className="text-13 text-ink-2">{unit}</span>
        </span>
        {quantity !== line.quantity && (
          <span className="block text-12 text-ink-2">
            {t('lists.line.default', { quantity: formatQuantity(line.quantity) })}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-5 max-lg:col-span-2 max-lg:col-start-2 max-lg:px-0 lg:pt-3!">
        {problem === 'gone' ? null : (
          <StockBadge product={shownStock(line)} unit={line.units.find(({ multiplier }) => multiplier === 1)?.value} />
        )}
      </Cell>
      {seesPrices && <Prices line={line} quantity={quantity} />}
      <Cell className="max-lg:order-3 max-lg:px-0 max-lg:text-right lg:pr-4">
        <LineMenu {...props} />
      </Cell>
    </tr>
  )
}

/** Only what the server shows: fields that are missing stay missing. */
const shownStock = ({ isOutOfStock, stock, moreThan }: ListLine) => ({
  isOutOfStock,
  ...(stock !== undefined && { quantity: stock }),
  ...(moreThan !== undefined && { moreThan }),
})

/** Today's price of one unit and of the quantity; quantities from which another price applies show it in the cart. */
function Prices({ line, quantity }: { line: ListLine; quantity: number }) {
  const { formatMoney } = useTranslation()
  const { currency, rates } = usePriceView()
  const { price } = line
  const text = (factor: number) =>
    price === undefined
      ? '—'
      : formatMoney(exchange(decimal(price.value).times(factor), price.currency, currency, rates), currency)
  return (
    <>
      <Cell align="right" className="whitespace-nowrap max-lg:order-6 max-lg:hidden lg:pt-3!">
        {text(1)}
      </Cell>
      <Cell
        align="right"
        className={classes(
          'whitespace-nowrap font-medium max-lg:order-6 max-lg:col-span-2 max-lg:col-start-2 max-lg:px-0 max-lg:text-left! lg:pt-3!',
          price === undefined && 'max-lg:hidden',
        )}
      >
        <span className="font-normal text-ink-2 lg:hidden">{text(1)} · </span>
        {text(quantity)}
      </Cell>
    </>
  )
}

function Goods({ list, line }: { list: WholeList; line: ListLine }) {
  const { t } = useTranslation()
  const { code, name, url, image, note, problem } = line
  return (
    <div className="flex gap-3">
      <ProductImage src={image} alt="" width={40} height={40} className="size-10 shrink-0 rounded-control bg-tile" />
      <div className="min-w-0">
        <p className="text-12 text-ink-2">
          <ProductCode code={code} />
        </p>
        {url === null ? (
          <p className="font-medium text-ink-2">{name}</p>
        ) : (
          <Link to={url} className="tap line-clamp-2 font-medium hover:underline">
            {name}
          </Link>
        )}
        {note !== '' && <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">{note}</p>}
        <News line={line} />
        {problem !== null && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-12">
            <Badge tone={problem === 'stock' ? 'warning' : 'danger'}>{t(`lists.problems.${problem}`)}</Badge>
            <span className="text-ink-2">{t('lists.skipped')}</span>
          </p>
        )}
        {line.equivalents.length > 0 && <Equivalents list={list} line={line} />}
      </div>
    </div>
  )
}

function News({ line: { news } }: { line: ListLine }) {
  const { t, formatMoney } = useTranslation()
  if (news === null) return null
  const text = ({ value, currency }: Money) => formatMoney(value, currency)
  return (
    <p className="mt-1 flex flex-wrap gap-1.5">
      {news.price !== null && (
        <Badge tone={news.price.now.value > news.price.before.value ? 'warning' : 'success'}>
          {t('lists.newsLine.price', { before: text(news.price.before), now: text(news.price.now) })}
        </Badge>
      )}
      {news.isBack && <Badge tone="success">{t('lists.newsLine.isBack')}</Badge>}
    </p>
  )
}

/** Other products in place of one that cannot be ordered; who may change the list puts one in its place. */
function Equivalents({ list, line }: { list: WholeList; line: ListLine }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const replace = ({ productId, code }: Equivalent) =>
    send(
      async () => {
        await call(changeListLine, {
          params: { id: String(list.id), lineId: String(line.id) },
          body: { revision: line.revision, productId },
        })
        notify.success(t('lists.replaced', { code: line.code, other: code }), { id: 'list-lines' })
        await revalidate()
      },
      async ({ message }) => {
        await revalidate()
        await showAlert({ text: message })
      },
    )
  return (
    <ul className="mt-1 flex flex-col gap-1 text-13">
      {line.equivalents.map((each) => (
        <li key={each.productId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-12 text-ink-2">{t('lists.equivalents')}</span>
          <Link to={each.url} className="tap min-w-0 hover:underline">
            <span className="code text-12">{each.code}</span> {each.name}
          </Link>
          {list.right !== 'read' && (
            <Button
              size="sm"
              busy={isBusy}
              aria-label={t('lists.replace', { code: each.code })}
              onClick={() => void replace(each)}
            >
              {t('lists.replaceShort')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function LineMenu({ line, isFirst, isLast, onEdit, onMove, onRemove }: ListLineRowProps) {
  const { t } = useTranslation()
  if (onEdit === null) return null
  return (
    <Menu
      trigger={<Ellipsis size={16} aria-hidden="true" />}
      triggerLabel={t('lists.line.menu', { name: line.name })}
      triggerClassName={menuButton}
    >
      <MenuItem onSelect={onEdit}>{t('lists.line.edit')}</MenuItem>
      {!isFirst && <MenuItem onSelect={() => onMove('top')}>{t('lists.line.top')}</MenuItem>}
      {!isFirst && <MenuItem onSelect={() => onMove('up')}>{t('lists.line.up')}</MenuItem>}
      {!isLast && <MenuItem onSelect={() => onMove('down')}>{t('lists.line.down')}</MenuItem>}
      <MenuItem onSelect={onRemove}>{t('lists.line.remove')}</MenuItem>
    </Menu>
  )
}
