import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { warrantyEvent } from '#web/app/open-warranty.ts'

type Inquiry = ComponentType<{ onClose(): void }>

/** Part of the shell; the inquiry's code and texts load when it is opened. */
export function WarrantyHost() {
  const { t } = useTranslation()
  const [Shown, show] = useState<Inquiry | null>(null)
  useEffect(() => {
    const open = () => {
      import('./warranty-inquiry.tsx').then(
        ({ WarrantyInquiry }) => show(() => WarrantyInquiry),
        () => notify.error(t('errors.network')),
      )
    }
    window.addEventListener(warrantyEvent, open)
    return () => window.removeEventListener(warrantyEvent, open)
  }, [t])
  return Shown && <Shown onClose={() => show(null)} />
}
