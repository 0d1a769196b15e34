import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ChosenProductsState } from './admin-chosen.ts'
import { SearchProducts } from './admin-product-search.tsx'

/** Adds products to a campaign by the shop's search or by a list of codes. */
export function ProductChooser({ chosen }: { chosen: ChosenProductsState }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-2">
      <SearchProducts chosen={chosen} />
      <PasteCodes chosen={chosen} />
    </div>
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
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={3}
            maxLength={100_000}
            spellCheck={false}
            value={text}
            // Codes that are typed and not added would be left out silently.
            ref={(input) =>
              input?.setCustomValidity(codesOf(text).length === 0 ? '' : t('campaignAdmin.products.notAdded'))
            }
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

/** One code per line; of lines with several columns the first, as copied from spreadsheets. */
function codesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split(/[;\t]/)[0] ?? '').trim())
    .filter((code) => code !== '')
    .slice(0, 2000)
}
