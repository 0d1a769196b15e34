import { useEffect, useState } from 'react'
import { getAllProducts, getSuggestions, type Suggestion } from '#contract/shop/catalog.ts'
import { isNearCode } from '#domain/search/near-code.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Shorter parts of a code match too many products. */
const minPart = 4
/** Suggestions per row. */
const maxShown = 3

/** Products whose codes are near an unknown one, or that there are none. */
export function NearestCodes({ code, onChoose }: { code: string; onChoose(code: string): void }) {
  const { t } = useTranslation()
  const [items, setItems] = useState<readonly Found[] | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void findNearest(code, controller.signal).then((found) => {
      if (!controller.signal.aborted) setItems(found)
    })
    return () => controller.abort()
  }, [code])
  if (items === null) return null
  if (items.length === 0) {
    return <span className="mt-1.5 block text-12 text-ink-2">{t('cartPage.paste.noneNear')}</span>
  }
  return (
    <span className="mt-1.5 flex max-w-full min-w-0 flex-wrap items-center gap-1.5">
      <span className="text-12 text-ink-2">{t('cartPage.paste.nearest')}</span>
      {items.slice(0, maxShown).map((item) => (
        <button
          key={item.id}
          type="button"
          title={item.name}
          onClick={() => onChoose(item.code)}
          className="min-h-7 max-w-full min-w-0 rounded-control border border-line-2 bg-surface px-2 text-left text-12 [overflow-wrap:anywhere] hover:bg-hover max-sm:min-h-11 sm:truncate"
        >
          <ProductCode code={item.code} /> <span className="text-ink-2">{item.name}</span>
        </button>
      ))}
    </span>
  )
}

type Found = Pick<Suggestion, 'id' | 'code' | 'name'>

/** Products with the text as typed in one of their codes or names, else those whose code is near it. */
async function findNearest(code: string, signal: AbortSignal): Promise<readonly Found[]> {
  try {
    const query = { q: code, exact: '1', limit: String(maxShown) }
    const { items } = await call(getAllProducts, { query }, { signal })
    if (items.length > 0) return items
    const minLength = Math.max(minPart, code.length / 2)
    for (let text = code; text.length >= minLength; text = text.slice(0, -2)) {
      const suggestions = await call(getSuggestions, { query: { q: text } }, { signal })
      const near = suggestions.filter((item) => isNearCode(code, item.code))
      if (near.length > 0) return near
    }
    return []
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    // A suggestion is a help: without it the field can still be edited.
    if (isAborted || error instanceof CallError) return []
    throw error
  }
}
