import { useEffect, useId, useRef, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { MessageLink, PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Inquiry } from './use-inquiry.ts'

/** 'Garanti/Servis Sorgulama': the button is enabled once the field was edited (specification, section 5). */
export function InquiryForm({ inquiry, onClose }: { inquiry: Inquiry; onClose(): void }) {
  const { t } = useTranslation()
  const [serial, setSerial] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const form = useId()
  // The dialog itself focuses its close button.
  useEffect(() => field.current?.focus(), [])
  const submit = (
    <Button type="submit" form={form} variant="solid" size="lg" busy={inquiry.isBusy} disabled={serial === null}>
      {t(inquiry.isBusy ? 'warranty.ask.busy' : 'warranty.ask.submit')}
    </Button>
  )
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('shell.warranty')} actions={submit}>
      <form
        id={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (serial !== null) void inquiry.submit(serial)
        }}
      >
        <TextField
          ref={field}
          label={t('warranty.ask.serial')}
          hint={t('warranty.ask.hint')}
          name="serialNumber"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={serial ?? ''}
          onChange={(event) => setSerial(event.target.value)}
        />
      </form>
      <div role="alert">
        {inquiry.error !== null && (
          <MessageStrip tone="danger" className="mt-4">
            {inquiry.error}
          </MessageStrip>
        )}
        {inquiry.isUnknown && <NextStep onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** What to do about an unknown serial number. */
function NextStep({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">
      <span>{t('warranty.next.text')}</span>
      {user?.role === 'dealer' && (
        <Link
          to={pages.faultReport}
          onClick={onClose}
          className="inline-flex min-h-6 items-center font-semibold text-brand-ink hover:underline max-sm:min-h-11"
        >
          {t('warranty.next.report')}
        </Link>
      )}
      <PhoneLink />
      <MessageLink />
    </div>
  )
}
