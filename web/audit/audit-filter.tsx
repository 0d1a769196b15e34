import { auditActions, auditNouns, commandLineUser, type listAudit } from '#contract/admin/audit.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { isNarrowed } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText } from '#web/administration/list-filter.tsx'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { auditPath, place } from './audit-path.ts'
import { nameOf } from './audit-values.ts'

/** The filter of the audit log; it is part of the address. */
export function AuditFilter({ list }: { list: Reply<typeof listAudit> }) {
  const { t } = useTranslation()
  const { user, noun, id, action, from, to, q } = list
  const textOf = (name: string) => t(`administration.audit.filter.${name}`)

  function pathOf(text: (name: string) => string): string {
    const filter = Object.fromEntries(place.names.map((name) => [name, text(name)]))
    // The selected record belongs to its kind.
    const record = filter['noun'] === (noun ?? '') ? { id } : {}
    return auditPath({ ...filter, ...record })
  }
  return (
    <FilterForm
      words={{
        label: textOf('label'),
        apply: t('administration.list.apply'),
        clear: t('administration.list.clear'),
      }}
      page={place.page}
      values={place.names.map((name) => list[name as keyof typeof list])}
      isNarrowed={isNarrowed(list, place.names)}
      pathOf={pathOf}
    >
      <FilterSelect name="user" label={textOf('user')} value={user}>
        <option value="">{textOf('anybody')}</option>
        <option value={commandLineUser}>{t('administration.audit.commandLine')}</option>
        {list.users.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="noun" label={textOf('noun')} value={noun}>
        <option value="">{textOf('anything')}</option>
        {auditNouns.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.nouns.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="action" label={textOf('action')} value={action}>
        <option value="">{textOf('anyAction')}</option>
        {auditActions.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.actions.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={from} to={to} />
      <FilterText name="q" label={textOf('q')} hint={textOf('qHint')} value={q} />
      {noun !== null && id !== null && (
        <p className="order-last w-full text-13 text-ink-2">
          {t('administration.audit.filter.only', { what: nameOf(t, { noun, nounId: id }) })}
        </p>
      )}
    </FilterForm>
  )
}
