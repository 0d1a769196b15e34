import type { Movement, Statement } from '#contract/shop/statement.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { lira } from '#domain/money/money.ts'
import { DebtCheckbox, type DebtChoice } from '#web/product/pay-debts.tsx'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const card =
  'border-b border-line break-inside-avoid max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-0.5 max-sm:p-3 sm:h-9 print:h-6'

/** Columns that narrow windows show as a second line of the one before them. */
const wide = 'sm:max-lg:hidden sm:max-lg:print:table-cell'
const folded = 'hidden text-12 text-ink-2 sm:max-lg:block print:hidden!'

/** Movements, newest first, each with its running balance, and the opening balance at the end. */
export function MovementsTable({ statement, choice }: { statement: Statement; choice: DebtChoice | null }) {
  const { t } = useTranslation()
  const { items, page, pages, opening, currency, q } = statement
  const title = (name: string) => t(`statement.columns.${name}`)
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must be scrollable with the keyboard
      tabIndex={0}
      aria-label={t('statement.table')}
      className="overflow-x-auto rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 print:overflow-visible print:rounded-none print:border-0"
    >
      <Table aria-label={t('statement.table')} className="max-sm:block print:text-[7.5pt]">
        <TableHead className="max-sm:hidden print:static">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{title('date')}</HeadCell>
            <HeadCell className={wide}>{title('dueDate')}</HeadCell>
            <HeadCell>{title('documentNo')}</HeadCell>
            <HeadCell className={wide}>{title('type')}</HeadCell>
            <HeadCell className="w-full 2xl:w-1/2">{title('description')}</HeadCell>
            <HeadCell align="right">{title('debit')}</HeadCell>
            <HeadCell align="right">{title('credit')}</HeadCell>
            <HeadCell align="right" className="pr-4">
              {title('balance')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {items.map((item) => (
            <MovementRow key={item.id} item={item} currency={currency} choice={choice} />
          ))}
          {page === pages && q === '' && (
            <tr className={classes(card, 'bg-canvas last:border-0')}>
              <Cell colSpan={5} className="text-ink-2 sm:pl-4">
                {t('statement.opening')}
              </Cell>
              <Cell className={classes('max-sm:hidden', wide)} />
              <Cell className={classes('max-sm:hidden', wide)} />
              <Cell align="right" className="font-medium whitespace-nowrap sm:pr-4">
                <Price value={opening} currency={currency} />
              </Cell>
            </tr>
          )}
        </tbody>
      </Table>
    </section>
  )
}

type AmountProps = { value: number; currency: string; name: string; className: string; left?: number }

function Amount({ value, currency, name, className, left = 0 }: AmountProps) {
  const { t } = useTranslation()
  return (
    <Cell align="right" className={classes('whitespace-nowrap', className, value === 0 && 'max-sm:hidden')}>
      {value !== 0 && (
        <>
          <span className="text-12 text-ink-2 sm:hidden">{name} </span>
          <Price value={value} currency={currency} />
          {left > 0 && (
            <span className="block text-12 font-normal text-ink-2">
              {t('statement.left')} <Price value={left} currency={currency} />
            </span>
          )}
        </>
      )}
    </Cell>
  )
}

type MovementRowProps = { item: Movement; currency: string; choice: DebtChoice | null }

function MovementRow({ item, currency, choice }: MovementRowProps) {
  const { t } = useTranslation()
  const title = (name: string) => t(`statement.columns.${name}`)
  return (
    <tr className={card}>
      <Cell className="whitespace-nowrap max-sm:row-start-1 max-sm:font-medium sm:pl-4">
        {choice !== null && currency === lira && item.unpaid > 0 && (
          <DebtCheckbox choice={choice} debt={item} name={item.documentNo || formatDay(item.date)} />
        )}
        {formatDay(item.date)}
        {item.dueDate !== null && (
          <span className={folded}>
            {title('dueDate')}: {formatDay(item.dueDate)}
          </span>
        )}
      </Cell>
      <Cell
        className={classes('whitespace-nowrap text-ink-2 max-sm:col-start-1 max-sm:row-start-4 max-sm:text-12', wide)}
      >
        {item.dueDate !== null && (
          <>
            <span className="sm:hidden">{title('dueDate')}: </span>
            {formatDay(item.dueDate)}
          </>
        )}
      </Cell>
      <Cell className="code whitespace-nowrap max-sm:col-start-1 max-sm:row-start-2 print:text-[7pt]">
        <span className="print:block print:w-[21mm] print:[overflow-wrap:anywhere] print:whitespace-normal">
          {item.documentNo}
        </span>
        <span className={classes(folded, 'font-sans')}>{t(`statement.types.${item.type}`)}</span>
      </Cell>
      <Cell
        className={classes(
          'whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right max-sm:text-ink-2',
          wide,
        )}
      >
        {t(`statement.types.${item.type}`)}
      </Cell>
      <Cell className="text-ink-2 [overflow-wrap:anywhere] max-sm:col-start-1 max-sm:row-start-3">
        {item.description}
      </Cell>
      <Amount
        value={item.debit}
        currency={currency}
        name={title('debit')}
        left={item.unpaid}
        className="font-medium max-sm:col-start-2 max-sm:row-start-2"
      />
      <Amount
        value={item.credit}
        currency={currency}
        name={title('credit')}
        className="font-medium text-success max-sm:col-start-2 max-sm:row-start-2"
      />
      <Cell align="right" className="whitespace-nowrap max-sm:col-start-2 max-sm:row-start-3 sm:pr-4">
        <span className="text-12 text-ink-2 sm:hidden">{title('balance')} </span>
        <Price value={item.balance} currency={currency} />
      </Cell>
    </tr>
  )
}
