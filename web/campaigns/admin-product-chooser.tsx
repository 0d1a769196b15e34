import { Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type AdminListedProduct, listAllProducts } from '#contract/catalog-administration.ts'
import { ProductCode } from '#web/catalog/product-code-text.tsx'
import { CallError, call } from '#web/app/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ChosenProductsState } from './admin-chosen.ts'

/** Most products that a search offers. */
const offered = '8'

/** Two ways to a campaign's products: the shop's own search, and a list of codes. */
export function ProductChooser({ chosen }: { chosen: ChosenProductsState }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-2">
      <SearchProducts chosen={chosen} />
      <PasteCodes chosen={chosen} />
    </div>
  )
}

function SearchProducts({ chosen }: { chosen: ChosenProductsState }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<readonly AdminListedProduct[] | null>(null)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)

  async function search(): Promise<void> {
    if (q.trim() === '' || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      setFound((await call(listAllProducts, { query: { q, limit: offered } })).items)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(t('campaignAdmin.products.failed'))
    } finally {
      setBusy(false)
    }
  }
  /** Enter searches; it does not send the form around it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void search()
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={t('campaignAdmin.products.search')}
          placeholder={t('campaignAdmin.products.searchHint')}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={q}
          error={failure}
          className="min-w-0 flex-1"
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          size="lg"
          busy={isBusy}
          icon={<Search size={16} aria-hidden="true" />}
          aria-label={t('campaignAdmin.products.search')}
          onClick={() => void search()}
        />
      </div>
      {found !== null && <FoundProducts found={found} chosen={chosen} />}
    </div>
  )
}

function FoundProducts({ found, chosen }: { found: readonly AdminListedProduct[]; chosen: ChosenProductsState }) {
  const { t } = useTranslation()
  if (found.length === 0) {
    return (
      <p role="status" className="text-13 text-ink-2">
        {t('campaignAdmin.products.nothing')}
      </p>
    )
  }
  return (
    <ul aria-label={t('campaignAdmin.products.results')} className="rounded-panel border border-line">
      {found.map(({ id, code, name, image, price, variantCount }) => {
        const isChosen = chosen.codes.includes(code)
        return (
          <li key={id} className="flex items-center gap-3 border-b border-line p-2 last:border-0">
            <ProductImage src={image} alt="" width={40} height={40} className="size-10 rounded-control bg-tile" />
            <div className="min-w-0 flex-1">
              <span className="line-clamp-1">{name}</span>
              <span className="text-12 text-ink-2">
                <ProductCode code={code} />
              </span>
            </div>
            <Button
              look="soft"
              disabled={isChosen}
              icon={<Plus size={16} aria-hidden="true" />}
              aria-label={isChosen ? undefined : t('campaignAdmin.products.add', { name })}
              onClick={() => chosen.add({ id, code, name, image, price, isHidden: false, isParent: variantCount > 0 })}
            >
              {isChosen ? t('campaignAdmin.products.added') : ''}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function PasteCodes({ chosen }: { chosen: ChosenProductsState }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)

  async function add(): Promise<void> {
    const codes = codesOf(text)
    if (codes.length === 0 || isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const unknown = await chosen.addCodes(codes)
      setText(unknown.join('\n'))
      if (unknown.length > 0)
        setProblem(t('campaignAdmin.products.unknown', { codes: unknown.slice(0, 10).join(', ') }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(t('campaignAdmin.products.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Field
        label={t('campaignAdmin.products.paste')}
        hint={t('campaignAdmin.products.pasteHint')}
        error={problem}
        className="w-full"
      >
        {(wired) => (
          <textarea
            {...wired}
            rows={3}
            maxLength={100_000}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="field code w-full px-2.5 py-2"
          />
        )}
      </Field>
      <Button busy={isBusy} icon={<Plus size={16} aria-hidden="true" />} onClick={() => void add()}>
        {t('campaignAdmin.products.addCodes')}
      </Button>
    </div>
  )
}

/** One code per line; of lines with several columns the first, as spreadsheets copy them. */
function codesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split(/[;\t]/)[0] ?? '').trim())
    .filter((code) => code !== '')
    .slice(0, 2000)
}
