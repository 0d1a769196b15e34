import { PackageSearch, ScanBarcode } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { CameraButton } from '#web/phone/camera-button.tsx'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CodeField } from '#web/cart/quick-add/code-field.tsx'
import { countFilled } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'
import { scanIntoPad } from './scan-answers.ts'
import { checkStock } from './stock-check.ts'
import { usePadState } from './use-pad.ts'

/**
 * On phones and tablets comes before the rows: a scanned or typed code becomes a row, the same code again one more. The camera
 * scans, too, or shows stock and price without adding anything.
 */
export function ScanField({ store }: { store: PadStore }) {
  const translation = useTranslation()
  const { t } = translation
  const view = usePriceView()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [last, setLast] = useState('')
  const isEmpty = countFilled(usePadState(store).rows) === 0
  function submit(event: FormEvent): void {
    event.preventDefault()
    const scanned = code.trim()
    if (scanned === '') return
    const index = store.scan(scanned)
    if (index === -1) return setLast(t('orderPad.full'))
    setCode('')
    setLast(t('orderPad.scanned', { row: index + 1, code: scanned }))
  }
  return (
    <form onSubmit={submit} className="mb-3 hidden max-sm:block max-sm:px-4 pointer-coarse:block">
      <div className="flex gap-2">
        <CodeField
          field={field}
          code={code}
          onCode={setCode}
          label={t('orderPad.scan')}
          placeholder={t('orderPad.head.code')}
        />
        <IconButton type="submit" variant="outline" label={t('cart.button.addShort')}>
          <ScanBarcode size={20} aria-hidden="true" />
        </IconButton>
        <CameraButton
          title={t('camera.open')}
          onCode={(scanned) => scanIntoPad(store, scanned, { translation, view })}
        />
        <CameraButton
          title={t('orderPad.stockCheck')}
          icon={PackageSearch}
          onCode={(scanned) => checkStock(store, scanned, { translation, view })}
        />
      </div>
      <p role="status" className="mt-1 min-h-4 text-12 text-ink-2">
        {isEmpty ? t('orderPad.empty') : last}
      </p>
    </form>
  )
}
