import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export function TroubleStrip() {
  const { t } = useTranslation()
  return (
    <div className="sticky bottom-[calc(var(--foot,0px)+var(--lift,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 order-1 mx-4 my-3 sm:mx-auto sm:max-w-170 print:hidden">
      <MessageStrip tone="warning" role="alert" className="shadow-float">
        <strong>{t('shell.trouble.title')}</strong> {t('shell.trouble.text')}
      </MessageStrip>
    </div>
  )
}
