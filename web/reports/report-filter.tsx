import { reportRanges } from '#domain/reports/report-periods.ts'
import { reportGroupings } from '#domain/reports/reports.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { filtersOf, placeOf, type Report, viewOf } from './report-place.ts'

/** The filters of a report; the ageing of debts is as of today. */
export function ReportFilter({ report }: { report: Report }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.reports.filter.${name}`)
  const view = viewOf(report)
  const names = filtersOf(report.report)
  return (
    <ListFilter place={placeOf(report)} list={view} label={text('label')}>
      <FilterSelect name="by" label={text(report.report === 'stock' ? 'shown' : 'by')} value={view.by}>
        {reportGroupings[report.report].map((by, at) => (
          <option key={by} value={at === 0 ? '' : by}>
            {t(`administration.reports.by.${by}`)}
          </option>
        ))}
      </FilterSelect>
      {names.includes('range') && <Period report={report} />}
      {names.includes('dealer') && (
        <FilterText name="dealer" label={text('dealer')} value={view.dealer} hint={text('dealerHint')} />
      )}
      {names.includes('region') && <FilterText name="region" label={text('region')} value={view.region} />}
      {hasProductFilters(report) &&
        (['brand', 'category', 'product'] as const).map((name) => (
          <FilterText key={name} name={name} label={text(name)} value={view[name]} />
        ))}
    </ListFilter>
  )
}

/** Searches are no products. */
const hasProductFilters = ({ report, by }: Report): boolean =>
  filtersOf(report).includes('product') && !(report === 'lost' && by === 'search')

/** Too short to tell how fast goods sell. */
const singleDays: readonly string[] = ['today', 'yesterday']

function Period({ report }: { report: Report }) {
  const { t } = useTranslation()
  const view = viewOf(report)
  return (
    <>
      <FilterSelect name="range" label={t('administration.reports.filter.range')} value={view.range || report.range}>
        {reportRanges
          .filter((range) => report.report !== 'stock' || !singleDays.includes(range))
          .map((range) => (
            <option key={range} value={range}>
              {t(`administration.reports.ranges.${range}`)}
            </option>
          ))}
        <option value="custom">{t('administration.reports.ranges.custom')}</option>
      </FilterSelect>
      {report.range === null && <FilterDays from={report.from} to={report.to} />}
    </>
  )
}
