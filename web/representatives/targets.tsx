import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type RepresentativeDetail, setTargets } from '#contract/admin/representatives.ts'
import { ownDealerPath, salesPersonPath } from '#contract/core/representative-pages.ts'
import { lira } from '#domain/money/money.ts'
import { formFormats } from '#domain/text/format.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'

/** The targets of a month by dealer; empty for none. */
export function Targets({ person }: { person: RepresentativeDetail }) {
  const { t, formatMoney } = useTranslation()
  const fieldNumber = useFieldNumber()
  const goTo = useNavigate()
  const shown = (target: number | null) => (target === null ? '' : formFormats.formatNumber(target, 2))
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(
    new Map(person.dealers.map(({ id, target }) => [id, shown(target)])),
  )
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  async function save(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const targets = [...typed].map(([dealerId, amount]) => ({ dealerId, amount }))
      const saved = await call(setTargets, {
        params: { id: String(person.id) },
        body: { month: person.month, targets },
      })
      setTyped(new Map(saved.dealers.map(({ id, target }) => [id, shown(target)])))
      notify.success(t('people.saved'), { id: 'people' })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AdminPanel
      title={t('representatives.targets.title')}
      end={
        <input
          type="month"
          aria-label={t('representatives.targets.month')}
          value={person.month}
          className="field h-9 px-2.5 max-sm:h-11"
          onChange={({ target }) => {
            if (target.value !== '')
              void goTo(`${salesPersonPath(person.id)}?month=${target.value}`, { preventScrollReset: true })
          }}
        />
      }
    >
      {person.dealers.length === 0 ? (
        <p className="text-ink-2">{t('representatives.targets.none')}</p>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) void save()
          }}
        >
          <ReadOnlyFields>
            <ul className="-my-2 divide-y divide-line">
              {person.dealers.map(({ id, name, code, city, isListed, sold }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                  <span className="min-w-0 flex-1 basis-60">
                    <Link to={ownDealerPath(id)} className="font-medium hover:underline">
                      {name}
                    </Link>
                    <span className="block text-12 text-ink-2">
                      {[code, city, isListed ? '' : t('representatives.targets.byRegion')]
                        .filter((text) => text !== '')
                        .join(' · ')}
                    </span>
                  </span>
                  <span className="text-13 text-ink-2 tabular-nums">
                    {t('representatives.targets.sold', { amount: formatMoney(sold, lira) })}
                  </span>
                  <TextField
                    label={<span className="sr-only">{t('representatives.targets.of', { name })}</span>}
                    inputMode="decimal"
                    autoComplete="off"
                    value={fieldNumber(typed.get(id) ?? '')}
                    error={error?.fields[`target-${id}`]}
                    className="w-40"
                    onChange={({ target }) => setTyped(new Map([...typed, [id, fieldNumber(target.value)]]))}
                  />
                </li>
              ))}
            </ul>
          </ReadOnlyFields>
          <Failure text={error !== null && Object.keys(error.fields).length === 0 ? error.message : undefined} />
          <MayChange>
            <div className="flex justify-end">
              <Button type="submit" variant="solid" size="lg" busy={isBusy} className="max-sm:flex-1">
                {t('representatives.targets.save')}
              </Button>
            </div>
          </MayChange>
        </form>
      )}
    </AdminPanel>
  )
}
