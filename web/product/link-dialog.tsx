import '#web/app/page-words.ts'
import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { copyText } from '#web/app/copy-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type LinkDialogProps = { url: string; text: string; actions?: ReactNode; onClose(): void }

/** A link that was made for colleagues, to be copied. */
export function LinkDialog({ url, text, actions, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  async function copy(): Promise<void> {
    if (await copyText(url, field.current)) notify.success(t('sharing.linkCopied'), { id: 'sharing' })
  }
  return (
    <Dialog
      open
      title={t('sharing.linkTitle')}
      onOpenChange={onClose}
      actions={
        <>
          {actions}
          <Button variant="solid" size="card" onClick={onClose}>
            {t('ui.ok')}
          </Button>
        </>
      }
    >
      <p className="text-13 text-ink-2">{text}</p>
      <div className="mt-3 flex items-center gap-1">
        <input
          ref={field}
          readOnly
          aria-label={t('sharing.linkTitle')}
          value={url}
          className="code field h-9 w-full min-w-0 px-2.5 text-12 max-sm:h-11"
          onFocus={({ target }) => target.select()}
        />
        <IconButton label={t('sharing.copyLink')} onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </Dialog>
  )
}
