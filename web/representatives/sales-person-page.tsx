import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import {
  changeRepresentative,
  getRepresentative,
  type RepresentativeDetail,
  type RepresentativeValues,
} from '#contract/admin/representatives.ts'
import { representativePath, salesPersonPath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/sales-person-page.ts'
import { Targets } from './targets.tsx'
import { useRevalidator } from 'react-router'

const load = (api: ServerCall, { params: { id }, url }: PageLocation<Route.LoaderArgs>) =>
  api(getRepresentative, { params: { id }, query: { month: new URL(url).searchParams.get('month') ?? undefined } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One representative: dealers and regions, discounts, targets of a month. */
export default function SalesPersonPage({ loaderData: person }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <DetailFrame
      title={person.name}
      description={t('representatives.team.text')}
      path={salesPersonPath(person.id)}
      back={{ to: salesTeamPath, label: t('representatives.team.title') }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-18 font-semibold">{person.name}</h1>
          <p className="text-13 text-ink-2">{person.email}</p>
        </div>
        <Link to={`${representativePath}?representative=${person.id}`} className={buttonClasses('outline', 'card')}>
          {t('representatives.team.toDealers')}
        </Link>
      </div>
      <div key={person.id} className="flex max-w-300 flex-col gap-4">
        <PersonForm person={person} />
        <Targets key={`${person.month} ${person.dealers.map(({ id }) => id).join(' ')}`} person={person} />
      </div>
    </DetailFrame>
  )
}

/** One entry on each line. */
const linesOf = (text: string): string[] => text.split('\n')

function PersonForm({ person }: { person: RepresentativeDetail }) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { revalidate } = useRevalidator()
  const params = { id: String(person.id) }
  const form = useSavedForm<RepresentativeValues>({
    saved: person.values,
    save: async (_before, values) => {
      const saved = await call(changeRepresentative, { params, body: { values } })
      await revalidate()
      return saved
    },
    reload: async () => (await call(getRepresentative, { params })).values,
    doneText: t('people.saved'),
  })
  const { values, errors, set } = form
  const percents = ['linePercent', 'totalPercent', 'floorPercent'] as const
  return (
    <SavedForm form={form}>
      <AdminPanel title={t('representatives.team.parts.discount')}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {percents.map((name) => (
            <TextField
              key={name}
              label={t(`representatives.team.fields.${name}`)}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              value={fieldNumber(values[name])}
              error={errors[name]}
              hint={t(`representatives.team.hints.${name}`)}
              onChange={({ target }) => set(name, fieldNumber(target.value))}
            />
          ))}
          <TextField
            label={t('representatives.team.fields.phone')}
            name="phone"
            type="tel"
            autoComplete="off"
            value={values.phone}
            error={errors['phone']}
            hint={t('representatives.team.hints.phone')}
            onChange={({ target }) => set('phone', target.value)}
          />
        </div>
      </AdminPanel>
      <AdminPanel title={t('representatives.team.parts.dealers')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('representatives.team.fields.regions')}
            error={errors['regions']}
            hint={t('representatives.team.hints.regions', { places: person.places.slice(0, 12).join(', ') })}
          >
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                name="regions"
                rows={6}
                value={values.regions.join('\n')}
                className="field w-full resize-y px-2.5 py-2"
                onChange={({ target }) => set('regions', linesOf(target.value))}
              />
            )}
          </Field>
          <Field
            label={t('representatives.team.fields.dealers')}
            error={errors['dealers']}
            hint={t('representatives.team.hints.dealers')}
          >
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                name="dealers"
                rows={6}
                value={values.dealers.join('\n')}
                className="field code w-full resize-y px-2.5 py-2"
                onChange={({ target }) => set('dealers', linesOf(target.value))}
              />
            )}
          </Field>
        </div>
      </AdminPanel>
    </SavedForm>
  )
}
