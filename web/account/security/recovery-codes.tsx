import { Copy, Download } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '#web/app/copy-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The recovery codes, which are shown once: they stay on screen until the user has saved them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = codes.join('\n')
  const copy = async () => {
    const isCopied = await copyText(text, field.current)
    if (isCopied) notify.success(t('security.recovery.copied'), { id: 'account' })
  }
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    link.download = t('security.recovery.file')
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Dialog
      open
      isLocked
      onOpenChange={onClose}
      title={t('security.recovery.title')}
      actions={
        <Button variant="solid" size="card" onClick={onClose}>
          {t('security.recovery.done')}
        </Button>
      }
    >
      <MessageStrip tone="warning">{t('security.recovery.shown')}</MessageStrip>
      <textarea
        ref={field}
        readOnly
        aria-label={t('security.recovery.title')}
        value={text}
        rows={codes.length}
        data-testid="recovery-codes"
        className="field mt-4 w-full resize-none px-3 py-2 text-center font-mono text-15 leading-6"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="card" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {t('security.recovery.copy')}
        </Button>
        <Button size="card" icon={<Download size={16} aria-hidden="true" />} onClick={download}>
          {t('security.recovery.download')}
        </Button>
      </div>
    </Dialog>
  )
}
