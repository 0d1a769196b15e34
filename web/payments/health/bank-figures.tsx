import type { ReactNode } from 'react'
import type { PosStanding } from '#contract/admin/payments-board.ts'
import { pages } from '#contract/core/pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { HeadCell, Cell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type BankProps = { account: PosStanding }

/** Counts and amounts of a bank's payments, and when it answered last. */
export function BankFigures({ account }: BankProps) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const { successPercent, unknown, oldestUnknownAt, lastAnswerAt, unanswered, currency } = account
  const textOf = (name: string) => t(`administration.paymentsBoard.figures.${name}`)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-13 sm:grid-cols-3">
      <Figure name={textOf('attempts')}>{formatQuantity(account.attempts)}</Figure>
      <Figure name={textOf('success')}>
        {successPercent === null ? '—' : t('cart.taxRate', { rate: formatNumber(successPercent, 1) })}
      </Figure>
      <Figure name={textOf('amount')}>
        <Price value={account.amount} currency={currency} />
      </Figure>
      <Figure name={textOf('declined')}>{formatQuantity(account.declined)}</Figure>
      <Figure name={textOf('leftEarly')}>{formatQuantity(account.leftEarly)}</Figure>
      <Figure name={textOf('fee')}>
        <Price value={account.fee} currency={currency} />
      </Figure>
      <Figure name={textOf('cost')}>
        {account.cost === null ? '—' : <Price value={account.cost} currency={currency} />}
        {account.costPercent !== null && (
          <span className="block text-12 font-normal">
            {t('administration.paymentsBoard.average', { percent: formatNumber(account.costPercent, 2) })}
          </span>
        )}
        {account.cost !== null && account.uncosted > 0 && (
          <span className="block text-12 font-normal text-ink-2">
            {textOf('uncosted')} <Price value={account.uncosted} currency={currency} />
          </span>
        )}
      </Figure>
      <Figure name={textOf('unknown')} isBad={unknown > 0}>
        {unknown === 0 ? (
          formatQuantity(0)
        ) : (
          <AreaLink to={`${pages.adminPayments}?state=unknown`} className="tap underline">
            {formatQuantity(unknown)}
          </AreaLink>
        )}
        {oldestUnknownAt !== null && (
          <span className="block text-12 font-normal">
            {textOf('oldest')} <Moment date={oldestUnknownAt} />
          </span>
        )}
      </Figure>
      <Figure name={textOf('lastAnswer')} isBad={unanswered > 0}>
        <span className="font-normal">{lastAnswerAt === null ? textOf('never') : <Moment date={lastAnswerAt} />}</span>
        {unanswered > 0 && (
          <span className="block text-12 font-normal">
            {t('administration.paymentsBoard.unanswered', { count: unanswered })}
          </span>
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className={classes('text-14 font-semibold tabular-nums', isBad && 'text-danger')}>{children}</dd>
    </div>
  )
}

/** Reasons of a bank's declines, the most frequent first. */
export function BankDeclines({ account: { declines, declined } }: BankProps) {
  const { t, formatQuantity } = useTranslation()
  if (declined === 0) return null
  return (
    <section aria-label={t('administration.paymentsBoard.declines')}>
      <h3 className="mb-1 text-12 text-ink-2">{t('administration.paymentsBoard.declines')}</h3>
      <ul className="text-13">
        {declines.map(({ code, group, count }) => (
          <li key={code} className="flex justify-between gap-4 border-b border-line py-1 last:border-0">
            <span>
              {t(`administration.paymentsBoard.groups.${group}`)}
              {code !== '' && <span className="code ml-2 text-ink-2">{code}</span>}
            </span>
            <span className="tabular-nums">{formatQuantity(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How long a bank's answers took, by step. */
export function BankSteps({ account: { steps } }: BankProps) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const textOf = (name: string) => t(`administration.paymentsBoard.columns.${name}`)
  const seconds = (milliseconds: number) =>
    t('administration.paymentsBoard.seconds', { number: formatNumber(milliseconds / 1000, 2) })
  if (steps.length === 0) return null
  return (
    <Table aria-label={t('administration.paymentsBoard.steps.label')} className="text-13 max-sm:[&_:is(th,td)]:px-1">
      <TableHead className="static!">
        <tr className="border-b border-line">
          <HeadCell>{textOf('step')}</HeadCell>
          <HeadCell align="right">{textOf('calls')}</HeadCell>
          <HeadCell align="right">{textOf('unanswered')}</HeadCell>
          <HeadCell align="right">{textOf('average')}</HeadCell>
          <HeadCell align="right">{textOf('slowest')}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {steps.map(({ step, calls, unanswered, average, slowest }) => (
          <tr key={step} className="border-b border-line last:border-0">
            <Cell>{t(`administration.paymentsBoard.steps.${step}`)}</Cell>
            <Cell align="right">{formatQuantity(calls)}</Cell>
            <Cell align="right" className={classes(unanswered > 0 && 'text-danger')}>
              {formatQuantity(unanswered)}
            </Cell>
            <Cell align="right">{seconds(average)}</Cell>
            <Cell align="right">{seconds(slowest)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
