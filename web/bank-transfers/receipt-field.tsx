import { Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { useReceipt } from './use-receipt.ts'

/** Adds a receipt to a notice, or removes it. */
export function ReceiptField({ stored, sending, failure, add, clear }: ReturnType<typeof useReceipt>) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const text = (name: string, facts?: Record<string, string>) => t(`transfers.form.${name}`, facts)
  return (
    <div>
      <p className="mb-1 text-13 font-medium max-sm:text-15">
        {text('receipt')} <span className="font-normal text-ink-3">{t('ui.optional')}</span>
      </p>
      <input
        ref={field}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label={text('receiptAdd')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void add(file)
          target.value = ''
        }}
      />
      {stored === null ? (
        <Button
          size="card"
          busy={sending !== null}
          icon={<Paperclip size={16} aria-hidden="true" />}
          onClick={() => field.current?.click()}
        >
          {text('receiptAdd')}
        </Button>
      ) : (
        <span className="flex items-center gap-2 rounded-control border border-line px-2.5 py-1 text-13">
          <Paperclip size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1 truncate">{stored.name}</span>
          <IconButton variant="danger" label={text('receiptRemove')} onClick={clear}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <p role="status" className="mt-1 text-12 text-ink-3">
        {sending === null ? text('receiptHint') : text('receiptSending', { name: sending })}
      </p>
      <Failure text={failure} />
    </div>
  )
}
