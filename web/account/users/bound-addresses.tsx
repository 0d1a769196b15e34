import type { listColleagues } from '#contract/shop/colleagues.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/ui/translation.ts'

type BoundAddressesProps = {
  offered: Reply<typeof listColleagues>['addresses']
  /** Owners see all addresses. */
  isOwner: boolean
  chosen: readonly number[]
  onChoose(ids: number[]): void
}

/** The delivery addresses that a user is bound to. Renders nothing for a dealer without addresses. */
export function BoundAddresses({ offered, isOwner, chosen, onChoose }: BoundAddressesProps) {
  const { t } = useTranslation()
  if (offered.length === 0) return null
  return (
    <fieldset aria-describedby="bound-addresses-text" disabled={isOwner}>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('people.colleagues.addresses.title')}</legend>
      <div className="max-h-48 overflow-y-auto rounded-control border border-line px-3 py-1">
        {offered.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
            <input
              type="checkbox"
              checked={!isOwner && chosen.includes(id)}
              className="size-4 shrink-0 accent-brand"
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {name}
          </label>
        ))}
      </div>
      <p id="bound-addresses-text" className="mt-1 text-12 text-ink-2">
        {t(`people.colleagues.addresses.${isOwner ? 'owner' : 'hint'}`)}
      </p>
    </fieldset>
  )
}
