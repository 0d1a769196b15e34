import { useTranslation } from '#web/ui/translation.ts'

type StoreConsentProps = { keeper: string; isGiven: boolean; onGive(isGiven: boolean): void }

/** Asks whether the provider may store the typed card. A changed text needs a new `cardConsentVersion`. */
export function StoreConsent({ keeper, isGiven, onGive }: StoreConsentProps) {
  const { t } = useTranslation()
  return (
    <div>
      <label className="flex items-start gap-2.5 font-medium">
        <input
          type="checkbox"
          name="storeCard"
          checked={isGiven}
          onChange={({ target }) => onGive(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-brand"
        />
        {t('payment.stored.store')}
      </label>
      <p className="mt-1 pl-6.5 text-12 text-ink-2">{t('payment.stored.consent', { keeper })}</p>
    </div>
  )
}
