import { ArrowRight } from 'lucide-react'
import { adminPriceChangePath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { AuditEntry, listAudit } from '#contract/admin/audit.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { auditPath, place } from './audit-path.ts'
import { type Difference, differencesOf, nameOf, translateAction, translateNoun } from './audit-values.ts'

const columns: readonly Column[] = [
  { name: 'at', className: 'pl-4' },
  { name: 'user' },
  { name: 'what', className: 'w-1/3' },
  { name: 'difference', className: 'w-1/2' },
  { name: 'address', className: 'pr-4' },
]

/** Changes, newest first; cards in narrow windows. */
export function AuditTable({ list }: { list: Reply<typeof listAudit> }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="audit">
      {list.items.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ListTable>
  )
}

const card =
  'border-b border-line align-top last:border-0 max-xl:grid max-xl:grid-cols-[1fr_auto] max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 max-sm:px-4 xl:[&>td]:py-2.5'

function EntryRow({ entry }: { entry: AuditEntry }) {
  const translation = useTranslation()
  const { t } = translation
  const { at, user, action, noun, nounId, address } = entry
  return (
    <tr data-testid="audit-entry" className={card}>
      <Cell className="max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pl-4">
        <Moment date={at} />
      </Cell>
      <Cell className="font-medium max-xl:order-1 max-xl:px-0 xl:whitespace-nowrap">
        {user ?? t('administration.audit.commandLine')}
      </Cell>
      <Cell className="max-xl:order-3 max-xl:col-span-2 max-xl:px-0">
        <Badge>{translateAction(t, action)}</Badge> <span className="text-ink-2">{translateNoun(t, noun)}</span>{' '}
        {nounId !== '' && (
          <AreaLink
            to={auditPath({ noun, id: nounId })}
            aria-label={t('administration.audit.filter.only', { what: nameOf(t, entry) })}
            className="font-medium break-words text-brand-ink hover:underline"
          >
            {nameOf(t, entry)}
          </AreaLink>
        )}
        {noun === 'price_change' && action !== 'remove' && (
          <AreaLink to={adminPriceChangePath(Number(nounId))} className="tap ml-2 text-12 underline">
            {t('administration.audit.rows')}
          </AreaLink>
        )}
      </Cell>
      <Cell className="min-w-0 max-xl:order-4 max-xl:col-span-2 max-xl:px-0">
        <ul className="flex flex-col gap-0.5">
          {differencesOf(translation, entry).map((difference) => (
            <DifferenceLine key={difference.key} difference={difference} />
          ))}
        </ul>
      </Cell>
      <Cell className="code text-12 text-ink-2 max-xl:order-5 max-xl:col-span-2 max-xl:px-0 xl:pr-4 xl:whitespace-nowrap">
        {address}
      </Cell>
    </tr>
  )
}

function DifferenceLine({ difference: { name, before, after } }: { difference: Difference }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-baseline gap-x-1.5 break-words [overflow-wrap:anywhere]">
      {name !== null && <span className="text-ink-2">{name}:</span>}
      {before !== null && <del className={after === null ? '' : 'text-ink-2 no-underline'}>{before}</del>}
      {before !== null && after !== null && (
        <ArrowRight
          size={12}
          aria-label={t('administration.audit.becomes')}
          className="shrink-0 self-center text-ink-3"
        />
      )}
      {after !== null && <ins className="font-medium no-underline">{after}</ins>}
    </li>
  )
}
