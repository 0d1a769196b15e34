import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { copyText } from '#web/app/copy-text.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ShownOnceProps = {
  title: string
  label: string
  text: string
  value: string
  /** What to do with it. */
  children?: ReactNode
  onClose(): void
}

/** A secret that cannot be shown again, with a button that copies it. */
export function ShownOnce({ title, label, text, value, children, onClose }: ShownOnceProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  async function copy(): Promise<void> {
    if (await copyText(value, box.current?.querySelector('input') ?? null)) notify.success(t('integration.copied'))
  }
  return (
    <Dialog
      open
      width="md"
      title={title}
      onOpenChange={onClose}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button size="card" variant="solid" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
            {t('integration.copy')}
          </Button>
        </>
      }
    >
      <div ref={box} className="flex flex-col gap-4">
        <TextField
          label={label}
          readOnly
          value={value}
          className="[&_input]:code"
          onFocus={({ target }) => target.select()}
          end={
            <IconButton label={t('integration.copy')} onClick={() => void copy()}>
              <Copy size={16} aria-hidden="true" />
            </IconButton>
          }
        />
        <p className="text-13 text-ink-2">{text}</p>
        {children}
      </div>
    </Dialog>
  )
}
