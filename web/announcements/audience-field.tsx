import { Plus, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ChosenDealer } from '#contract/admin/audience.ts'
import { listAllDealers } from '#contract/admin/dealers.ts'
import { call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AudienceFieldProps = {
  isForAll: boolean
  dealers: readonly ChosenDealer[]
  onChange(audience: { isForAll: boolean; dealers: readonly ChosenDealer[] }): void
}

/** All dealers, or chosen ones. */
export function AudienceField({ isForAll, dealers, onChange }: AudienceFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{t('audience.label')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {([true, false] as const).map((forAll) => (
          <label key={String(forAll)} className="flex items-center gap-2 text-13 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="audience"
              checked={isForAll === forAll}
              onChange={() => onChange({ isForAll: forAll, dealers })}
              className="size-4 accent-(--brand)"
            />
            {t(forAll ? 'audience.all' : 'audience.chosen')}
          </label>
        ))}
      </div>
      {!isForAll && <ChosenDealers dealers={dealers} onChange={(next) => onChange({ isForAll, dealers: next })} />}
    </fieldset>
  )
}

/** Debounce of the dealer search, in milliseconds. */
const debounce = 200

function ChosenDealers({
  dealers,
  onChange,
}: {
  dealers: readonly ChosenDealer[]
  onChange(next: readonly ChosenDealer[]): void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const suggestions = useSuggestions(typed)
  const listId = useId()
  async function add(): Promise<void> {
    const text = typed.trim()
    if (text === '') return
    setBusy(true)
    // When the search fails, the code is checked on saving.
    const found = await findDealer(text).catch(() => ({ code: text, name: '' }))
    setBusy(false)
    setUnknown(found === undefined)
    if (found === undefined) return
    if (!dealers.some((each) => each.code === found.code)) onChange([...dealers, found])
    setTyped('')
  }
  return (
    <>
      <div className="flex max-w-120 items-start gap-2">
        <TextField
          label={t('audience.code')}
          className="min-w-0 flex-1"
          list={listId}
          maxLength={50}
          autoComplete="off"
          value={typed}
          // A dealer that is typed and not added would be left out silently.
          ref={(input) => input?.setCustomValidity(typed.trim() === '' ? '' : t('audience.notAdded'))}
          error={isUnknown ? t('audience.unknown') : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            setUnknown(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void add()
          }}
        />
        <Button
          className="mt-6 max-sm:mt-7"
          size="lg"
          icon={<Plus size={16} aria-hidden="true" />}
          busy={isBusy}
          onClick={() => void add()}
        >
          {t('audience.add')}
        </Button>
      </div>
      <datalist id={listId}>
        {suggestions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
      <ul className="flex flex-wrap gap-2">
        {dealers.map(({ code, name }) => (
          <li
            key={code}
            className="flex items-center gap-1 rounded-control border border-line bg-canvas py-0.5 pr-0.5 pl-2 text-13"
          >
            <span className="code">{code}</span> {name}
            <IconButton
              label={t('audience.remove', { name: name || code })}
              onClick={() => onChange(dealers.filter((each) => each.code !== code))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

const findDealers = (q: string, signal?: AbortSignal) =>
  call(listAllDealers, { query: { q, show: 'active', limit: '10' } }, { signal })

/** The dealer with this code, or the only one that the text finds. */
async function findDealer(text: string): Promise<ChosenDealer | undefined> {
  const { items } = await findDealers(text)
  return items.find(({ code }) => code === text) ?? (items.length === 1 ? items[0] : undefined)
}

function useSuggestions(q: string): readonly ChosenDealer[] {
  const [suggestions, setSuggestions] = useState<readonly ChosenDealer[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      findDealers(q, controller.signal)
        .then(({ items }) => setSuggestions(items))
        // Suggestions are optional: the code can be typed without them.
        .catch(() => {})
    }, debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  return suggestions
}
