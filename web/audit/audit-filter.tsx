import { Search } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { auditActions, auditNouns, commandLineUser, type listAudit } from '#contract/audit.ts'
import type { Reply } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
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
    const form = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
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
      <Choice name="user" value={user} all="administration.audit.filter.anybody">
        <option value={commandLineUser}>{t('administration.audit.commandLine')}</option>
        {list.users.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </Choice>
      <Choice name="noun" value={noun} all="administration.audit.filter.anything">
        {auditNouns.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.nouns.${each}`)}
          </option>
        ))}
      </Choice>
      <Choice name="action" value={action} all="administration.audit.filter.anyAction">
        {auditActions.map((each) => (
          <option key={each} value={each}>
            {t(`administration.audit.actions.${each}`)}
          </option>
        ))}
      </Choice>
      {(
        [
          ['from', from],
          ['to', to],
        ] as const
      ).map(([name, day]) => (
        <TextField
          key={name}
          label={t(`administration.audit.filter.${name}`)}
          type="date"
          name={name}
          defaultValue={day ?? ''}
          className="max-sm:w-[calc(50%-0.375rem)]"
        />
      ))}
      <TextField
        label={t('administration.audit.filter.q')}
        placeholder={t('administration.audit.filter.qHint')}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="max-sm:w-full sm:max-w-72 sm:min-w-44 sm:flex-1"
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

type ChoiceProps = { name: 'user' | 'noun' | 'action'; value: string | null; all: string; children: ReactNode }

/** Choosing is enough: the list follows at once. */
function Choice({ name, value, all, children }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`administration.audit.filter.${name}`)} className="max-sm:w-[calc(50%-0.375rem)]">
      {(wired) => (
        <Select
          {...wired}
          size="lg"
          name={name}
          defaultValue={value ?? ''}
          className="w-full sm:w-40"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">{t(all)}</option>
          {children}
        </Select>
      )}
    </Field>
  )
}
