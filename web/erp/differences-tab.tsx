import { Download } from 'lucide-react'
import type { ErpDetail, ErpDifference } from '#contract/admin/erp.ts'
import { erpDifferencesPath } from '#contract/core/admin-pages.ts'
import { Moment } from '#web/app/moment.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TabFilter } from './tab-filter.tsx'

const amounts = new Set(['price', 'quantity', 'multiplier', 'balance', 'debit', 'credit', 'taxRate'])
/** Without zeros at the end. */
const decimalsOf = (value: string) => value.split('.')[1]?.replace(/0+$/, '').length ?? 0

type DifferencesTabProps = { connection: ErpDetail; list: { items: ErpDifference[]; total: number }; filter: string }

/** The report of the last comparisons: the ERP's value beside the shop's. */
export function DifferencesTab({ connection: { id, feeds }, list: { items, total }, filter }: DifferencesTabProps) {
  const { t, formatQuantity } = useTranslation()
  const compared = feeds.filter((feed) => feed.lastCompareAt !== null)
  const resources = feeds.map(({ resource }) => ({ value: resource, label: t(`erp.resources.${resource}`) }))
  return (
    <>
      <TabFilter tab="farklar" label={t('erp.columns.resource')} value={filter} options={resources}>
        {items.length > 0 && (
          <a href={erpDifferencesPath(id)} download className={buttonClasses('outline', 'md')}>
            <Download size={14} aria-hidden="true" /> CSV
          </a>
        )}
        {total > items.length && (
          <span className="text-12 text-ink-2">
            {t('erp.firstOf', { shown: formatQuantity(items.length), total: formatQuantity(total) })}
          </span>
        )}
      </TabFilter>
      {compared.length > 0 && (
        <p className="text-12 text-ink-2">
          {compared.map(({ resource, lastCompareAt }, index) => (
            <span key={resource}>
              {index > 0 && ' · '}
              {t(`erp.resources.${resource}`)}: {lastCompareAt !== null && <Moment date={lastCompareAt} />}
            </span>
          ))}
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState
          title={t(compared.length === 0 ? 'erp.notCompared' : 'erp.noDifferences')}
          text={
            compared.length === 0
              ? t('erp.notComparedText')
              : t('erp.noDifferencesText', {
                  resources: compared.map(({ resource }) => t(`erp.resources.${resource}`)).join(', '),
                })
          }
        />
      ) : (
        <DifferencesTable items={items} />
      )}
    </>
  )
}

function DifferencesTable({ items }: { items: ErpDifference[] }) {
  const { t, formatNumber } = useTranslation()
  const columns = ['resource', 'key', 'field', 'inErp', 'inShop'] as const
  const valueOf = (field: string, value: string | null) => {
    if (value === 'true' || value === 'false') return t(`erp.fieldValues.${value}`)
    return value !== null && amounts.has(field) && /^-?\d+(\.\d+)?$/.test(value)
      ? formatNumber(value, decimalsOf(value))
      : value
  }
  return (
    <CardTable
      label={t('erp.tabs.farklar')}
      below="lg"
      head={columns.map((column) => (
        <HeadCell key={column} className="first:pl-4 last:pr-4">
          {t(`erp.columns.${column}`)}
        </HeadCell>
      ))}
    >
      {items.map(({ resource, key, field, inErp, inShop }) => (
        <tr key={`${resource} ${key} ${field}`} data-testid="erp-difference" className={cardRow.lg}>
          <Cell className="whitespace-nowrap max-lg:order-2 max-lg:px-0 max-lg:text-right max-lg:text-12 max-lg:text-ink-2 lg:pl-4">
            {t(`erp.resources.${resource}`)}
          </Cell>
          <Cell className="code [overflow-wrap:anywhere] max-lg:order-1 max-lg:px-0 max-lg:font-medium">{key}</Cell>
          <Cell
            className={classes(
              'max-lg:order-3 max-lg:col-span-2 max-lg:px-0 max-lg:text-12',
              field === '' && 'text-ink-2',
            )}
          >
            {field === '' ? t('erp.whole') : t(`erp.fieldNames.${field}`)}
          </Cell>
          {(
            [
              ['inErp', inErp],
              ['inShop', inShop],
            ] as const
          ).map(([side, value]) => (
            <Cell
              key={side}
              className="[overflow-wrap:anywhere] max-lg:order-4 max-lg:col-span-2 max-lg:px-0 lg:last:pr-4"
            >
              <span className="text-12 text-ink-2 lg:hidden">{t(`erp.columns.${side}`)}: </span>
              {valueOf(field, value) ?? <em className="text-ink-2">{t('erp.none')}</em>}
            </Cell>
          ))}
        </tr>
      ))}
    </CardTable>
  )
}
