import type { RateCalendar } from '#contract/admin/currencies.ts'
import { settingsPath } from '#contract/core/pages.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const link = 'font-medium text-brand-ink hover:underline'

/** The next bulletin, the dealers with rates of their own, and the holidays ahead. */
export function RateCalendarPanels({ calendar }: { calendar: RateCalendar }) {
  const { t } = useTranslation()
  const { nextBulletin, maxMissedDays } = calendar
  return (
    <>
      <p className="text-13 text-ink-2" data-testid="next-bulletin">
        {t('administration.currencies.nextBulletin', { day: formatDay(nextBulletin.day), time: nextBulletin.time })}{' '}
        {t('administration.currencies.maxMissed', { count: maxMissedDays })}{' '}
        <AreaLink to={settingsPath('prices')} isAction className={link}>
          {t('administration.currencies.change')}
        </AreaLink>
      </p>
      <AdminPanel title={t('administration.currencies.dealers.title')}>
        <DealersWithRates dealers={calendar.dealers} />
      </AdminPanel>
      <AdminPanel title={t('administration.currencies.holidays')}>
        <ul className="grid gap-x-6 gap-y-1.5 text-13 sm:grid-cols-2 lg:grid-cols-3">
          {calendar.holidays.map(({ day, kind, isHalf, name }) => (
            <li key={`${day} ${kind}`} className="flex gap-3">
              <span className="tabular-nums text-ink-2">{formatDay(day)}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {kind === 'own' ? name : t(`rates.holidays.${kind}`)}
                {isHalf && <span className="text-ink-2"> · {t('administration.currencies.halfDay')}</span>}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-13">
          <AreaLink to={settingsPath('prices')} isAction className={link}>
            {t('administration.currencies.addHoliday')}
          </AreaLink>
        </p>
      </AdminPanel>
    </>
  )
}

function DealersWithRates({ dealers }: Pick<RateCalendar, 'dealers'>) {
  const { t, formatNumber } = useTranslation()
  const column = (name: string) => t(`administration.currencies.dealers.${name}`)
  if (dealers.length === 0) return <p className="text-13 text-ink-2">{column('none')}</p>
  return (
    <ScrollRegion label={column('title')} className="">
      <Table aria-label={column('title')}>
        <TableHead>
          <tr>
            <HeadCell>{column('dealer')}</HeadCell>
            <HeadCell>{column('policy')}</HeadCell>
            <HeadCell>{column('rates')}</HeadCell>
            <HeadCell>{column('until')}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {dealers.map(({ id, code, name, policy, fixedRates, until, isOver }) => (
            <tr key={id} className="h-10 border-t border-line">
              <Cell>
                <AreaLink to={adminDealerPath(id)} className={link}>
                  {name}
                </AreaLink>{' '}
                <span className="code text-12 text-ink-2">{code}</span>
              </Cell>
              <Cell className="whitespace-nowrap">{t(`people.dealers.ratePolicies.${policy}`)}</Cell>
              <Cell className="tabular-nums">
                {fixedRates.map(({ currency, rate }) => `${currency} ${formatNumber(rate, 4)}`).join('; ') || '–'}
              </Cell>
              <Cell className="whitespace-nowrap">
                {until === null ? '–' : formatDay(until)} {isOver && <Badge tone="warning">{column('over')}</Badge>}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}
