import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { auditActions, auditNouns, commandLineUser, type listAudit } from '#contract/audit.ts'
import type { Reply } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { FilterDays, FilterSelect, FilterText } from '#web/administration/list-filter.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { auditPath, isNarrowed } from './audit-path.ts'
import { nameOf } from './audit-values.ts'

const names = ['user', 'noun', 'action', 'from', 'to', 'q'] as const

/** What the log is narrowed to; it stands in the address, so that it can be kept and handed on. */
export function AuditFilter({ list }: { list: Reply<typeof listAudit> }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { user, noun, id, action, from, to, q } = list

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    const wish = Object.fromEntries(names.map((name) => [name, text(name)]))
    // The one thing that is looked at is part of its kind.
    const kept = wish['noun'] === (noun ?? '') ? { id } : {}
    void goTo(auditPath({ ...wish, ...kept }), { preventScrollReset: true })
  }
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={[user, noun, id, action, from, to, q].join(' ')}
      action={pages.adminAudit}
      onSubmit={submit}
      role="search"
      aria-label={t('administration.audit.filter.label')}
      className="flex flex-wrap items-end gap-3"
    >
      <FilterSelect name="user" label={t('administration.audit.filter.user')} value={user}>
        <option value="">{t('administration.audit.filter.anybody')}</option>
        <option value={commandLineUser}>{t('administration.audit.commandLine')}</option>
        {list.users.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="noun" label={t('administration.audit.filter.noun')} value={noun}>
        <option value="">{t('administration.audit.filter.anything')}</option>
        {auditNouns.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.nouns.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="action" label={t('administration.audit.filter.action')} value={action}>
        <option value="">{t('administration.audit.filter.anyAction')}</option>
        {auditActions.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.actions.${each}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={from} to={to} />
      <FilterText
        name="q"
        label={t('administration.audit.filter.q')}
        hint={t('administration.audit.filter.qHint')}
        value={q}
      />
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {t('administration.audit.filter.apply')}
      </Button>
      {isNarrowed(list) && (
        <Link to={auditPath({})} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {t('administration.audit.filter.clear')}
        </Link>
      )}
      {noun !== null && id !== null && (
        <p className="w-full text-13 text-ink-2">
          {t('administration.audit.filter.only', { what: nameOf(t, { noun, nounId: id }) })}
        </p>
      )}
    </form>
  )
}
