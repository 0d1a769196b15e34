import { adminSearchRulesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ListedSearchRule, listSearchRules } from '#contract/admin/search-rules.ts'
import { ruleText, searchRuleKinds } from '#domain/search/search-rule.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-search-rules-page.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RulesFileDialog } from './rules-file-dialog.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useRuleChanges } from './use-rule-changes.ts'

const place: ListPlace = { page: adminSearchRulesPath, names: ['q', 'kind'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listSearchRules, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Open = { dialog: 'rule'; rule: ListedSearchRule | null } | { dialog: 'file' } | null

/** What the search has been taught: synonyms, other codes and redirects. */
export default function AdminSearchRulesPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.searchRules.${name}`)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="searchRules"
      filter={
        <>
          <SearchTabs />
          <p className="text-13 text-ink-2">{text('description')}</p>
          <ListFilter place={place} list={list} label={text('filter.label')}>
            <FilterSelect name="kind" label={text('filter.kind')} value={list.kind}>
              <option value="">{text('filter.all')}</option>
              {searchRuleKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {text(`kinds.${kind}`)}
                </option>
              ))}
            </FilterSelect>
            <FilterText name="q" label={text('filter.q')} value={list.q} />
          </ListFilter>
        </>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={text('count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="searchRules" place={place} list={list} />
            <MayChange>
              <Button
                size="card"
                icon={<FileUp size={16} aria-hidden="true" />}
                onClick={() => setOpen({ dialog: 'file' })}
              >
                {text('import')}
              </Button>
            </MayChange>
            <MayChange>
              <Button
                variant="solid"
                size="card"
                icon={<Plus size={16} aria-hidden="true" />}
                onClick={() => setOpen({ dialog: 'rule', rule: null })}
              >
                {text('add')}
              </Button>
            </MayChange>
          </div>
          {open?.dialog === 'rule' && <RuleDialog rule={open.rule} onClose={close} />}
          {open?.dialog === 'file' && <RulesFileDialog onClose={close} />}
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="searchRules" below="xl">
        {list.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onEdit={() => setOpen({ dialog: 'rule', rule })} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'kind', className: 'pl-4' },
  { name: 'words', className: 'w-1/2' },
  { name: 'targets', className: 'w-1/3' },
  { name: 'changed' },
  { name: 'actions', align: 'right', className: 'pr-4' },
]

function RuleRow({ rule, onEdit }: { rule: ListedSearchRule; onEdit(): void }) {
  const { t } = useTranslation()
  const { isBusy, remove } = useRuleChanges()
  const name = ruleText(rule)
  return (
    <tr
      data-testid="search-rule"
      className="border-b border-line last:border-0 hover:bg-hover max-xl:grid max-xl:grid-cols-[1fr_auto] max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 xl:h-11 xl:[&>td]:py-1.5"
    >
      <Cell className="text-ink-2 max-xl:px-0 xl:pl-4 xl:whitespace-nowrap">
        {t(`administration.searchRules.kinds.${rule.kind}`)}
      </Cell>
      <Cell className="font-medium [overflow-wrap:anywhere] max-xl:order-2 max-xl:px-0">
        <Texts texts={rule.words} isEqual={rule.kind === 'synonyms'} />
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-3 max-xl:col-span-2 max-xl:px-0 max-xl:empty:hidden">
        {rule.targets.length > 0 && <Target rule={rule} />}
      </Cell>
      <Cell className="text-ink-2 max-xl:hidden">
        <Moment date={rule.changedAt} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:row-span-2 max-xl:self-center max-xl:px-0 xl:pr-4">
        <MayChange>
          <IconButton label={t('administration.searchRules.edit', { rule: name })} onClick={onEdit}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
        <MayChange>
          <IconButton
            label={t('administration.searchRules.remove', { rule: name })}
            disabled={isBusy}
            onClick={() => void remove(rule)}
          >
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}

function Texts({ texts, isEqual }: { texts: readonly string[]; isEqual: boolean }): ReactNode {
  return texts.join(isEqual ? ' = ' : ', ')
}

function Target({ rule: { kind, targets, isBroken } }: { rule: ListedSearchRule }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={kind === 'one_way' ? undefined : 'code'}>
        <span aria-hidden="true" className="text-ink-3">
          →{' '}
        </span>
        {kind === 'redirect' ? (
          <a href={targets[0]} className="text-brand-ink hover:underline">
            {targets[0]}
          </a>
        ) : (
          targets.join(', ')
        )}
      </span>
      {isBroken && <Badge tone="warning">{t(`administration.searchRules.broken.${kind}`)}</Badge>}
    </span>
  )
}
