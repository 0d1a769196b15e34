import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ScanAnswer } from './scanner.ts'

type CameraButtonProps = {
  /** Title of the dialog, and label of the button. */
  title: string
  onCode(code: string): Promise<ScanAnswer> | ScanAnswer
  icon?: typeof Camera
}

/** On phones and tablets: opens the camera and reads barcodes until it is closed. Its code is loaded at the first press. */
export function CameraButton({ title, onCode, icon: Icon = Camera }: CameraButtonProps) {
  const { t } = useTranslation()
  const isOpen = useRef(false)
  async function open(): Promise<void> {
    if (isOpen.current) return
    isOpen.current = true
    try {
      const { openScanner } = await import('./scanner.ts')
      await openScanner({ title, t, onCode })
    } catch {
      // The code could not be loaded.
      notify.error(t('errors.network'))
    } finally {
      isOpen.current = false
    }
  }
  return (
    <span className="hidden max-sm:contents pointer-coarse:contents">
      <IconButton variant="outline" label={title} onClick={() => void open()}>
        <Icon size={20} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
