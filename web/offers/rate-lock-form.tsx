import '#web/app/page-words.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AdminOffer, lockOfferRates } from '#contract/admin/offers.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The day in Turkey just before a moment: midnight ends the day before. */
const lastDay = (until: string): string => dayInTurkey(new Date(Date.parse(until) - 1))

/** Until when an order from the offer has its rates. Renders nothing once it is an order, and for offers in one currency. */
export function RateLockForm({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const [until, setUntil] = useState(offer.ratesLockedUntil === null ? '' : lastDay(offer.ratesLockedUntil))
  if (offer.becameOrder !== null || offer.rateNotes.length === 0) return null

  const save = () =>
    send(
      async () => {
        await call(lockOfferRates, { params: { id: String(offer.id) }, body: { until } })
        await revalidate()
        notify.success(t('administration.offers.lock.saved'))
      },
      ({ message }) => notify.error(message),
    )
  return (
    <AdminPanel title={t('administration.offers.lock.title')}>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          type="date"
          name="until"
          label={t('offers.lock.until')}
          hint={t('administration.offers.lock.hint')}
          value={until}
          className="max-w-90"
          onChange={({ target }) => setUntil(target.value)}
        />
        <MayChange>
          <Button type="submit" size="card" busy={isBusy}>
            {t('administration.offers.lock.save')}
          </Button>
        </MayChange>
      </form>
    </AdminPanel>
  )
}
