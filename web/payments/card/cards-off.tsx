import { telephone } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** No POS account accepts cards at the moment. */
export function CardsOff() {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  return (
    <MessageStrip
      tone="info"
      role="status"
      actions={
        settings.storePhone === '' ? undefined : (
          <a href={telephone(settings.storePhone)} className={buttonClasses('outline', 'sm')}>
            {settings.storePhone}
          </a>
        )
      }
    >
      <b className="block">{t('payment.pay.off')}</b>
      {t('payment.pay.offText')}
    </MessageStrip>
  )
}
