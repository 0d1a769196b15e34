import { useEffect, useState } from 'react'
import { findTransferDealers } from '#contract/admin/bank-lines.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FoundDealer } from './use-split.ts'

/** Debounce of the search, in milliseconds. */
const debounce = 200

/** Finds a dealer by code or name. */
export function DealerSearch({ onChoose }: { onChoose(dealer: FoundDealer): void }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<{ q: string; items: readonly FoundDealer[] } | null>(null)
  const text = (name: string) => t(`administration.bankLines.split.${name}`)
  useEffect(() => {
    if (q.trim() === '') return
    const controller = new AbortController()
    const search = async () => {
      try {
        const { items } = await call(findTransferDealers, { query: { q } }, { signal: controller.signal })
        setFound({ q, items })
      } catch (error) {
        if (!controller.signal.aborted && !(error instanceof CallError)) throw error
      }
    }
    const timer = setTimeout(() => void search(), debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  const isShown = found !== null && q.trim() !== ''
  return (
    <div className="min-w-0 flex-1">
      <TextField
        label={text('dealer')}
        type="search"
        autoComplete="off"
        maxLength={100}
        placeholder={text('dealerHint')}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {isShown && (
        <ul className="mt-1 max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {found.items.length === 0 && (
            <li role="status" className="px-2.5 py-2 text-13 text-ink-2">
              {text('none')}
            </li>
          )}
          {found.items.map((dealer) => (
            <li key={dealer.id}>
              <button
                type="button"
                className="block w-full px-2.5 py-2 text-left text-13 hover:bg-hover pointer-coarse:min-h-11"
                onClick={() => onChoose(dealer)}
              >
                <span className="font-medium">{dealer.name}</span>{' '}
                <span className="text-12 text-ink-2">{dealer.code}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
