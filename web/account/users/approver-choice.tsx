import type { PurchaseSettings } from '#contract/shop/purchases.ts'
import { useTranslation } from '#web/ui/translation.ts'

type ApproverChoiceProps = {
  label: string
  approvers: PurchaseSettings['approvers']
  chosen: readonly number[]
  error: string | undefined
  onChoose(ids: number[]): void
}

/** Who gives the approval of a step, to be ticked; nobody: everybody with the right. */
export function ApproverChoice({ label, approvers, chosen, error, onChoose }: ApproverChoiceProps) {
  const { t } = useTranslation()
  const toggle = (id: number) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{label}</legend>
      <p className="mb-2 text-12 text-ink-3">
        {t(chosen.length === 0 ? 'purchases.rules.everybody' : 'purchases.rules.onlyNamed')}
      </p>
      <div className="max-h-48 overflow-y-auto rounded-control border border-line px-3 py-1">
        {approvers.map(({ id, name }) => (
          <label key={id} className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              className="size-4 shrink-0 accent-brand"
              onChange={() => toggle(id)}
            />
            {name}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-13 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
