import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ErasureRequest, personalDataPath, requestErasure, withdrawErasure } from '#contract/shop/personal-data.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ErasureFacts } from './erasure-facts.tsx'

/** The user's own data: its file, and the request to erase it. `loaded` is as of the page. */
export function PersonalDataPanel({ loaded }: { loaded: ErasureRequest | null }) {
  const { t } = useTranslation()
  const [request, setRequest] = useState(loaded)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const isOpen = request?.state === 'open'
  const ask = () =>
    send(async () => {
      setRequest((await call(requestErasure)).request)
      setAsking(false)
      notify.success(t('personalData.requested'), { id: 'account' })
    })
  const withdraw = () =>
    send(async () => {
      setRequest((await call(withdrawErasure)).request)
      notify.success(t('personalData.withdrawn'), { id: 'account' })
    })
  return (
    <section
      aria-labelledby="personal-data-title"
      className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="personal-data-title" className="text-16 font-semibold">
        {t('personalData.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('personalData.text')}</p>
      {!isAsking && <Failure text={failure?.message} className="mt-3" />}
      {isOpen && (
        <p className="mt-3 text-13">
          {t('personalData.openSince')} <Moment date={request.requestedAt} />
        </p>
      )}
      {request?.state === 'refused' && (
        <p className="mt-3 text-13">{t('personalData.refused', { answer: request.answer })}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={personalDataPath} download className={buttonClasses('outline', 'lg')}>
          <Download size={16} aria-hidden="true" /> {t('personalData.download')}
        </a>
        {isOpen ? (
          <Button size="lg" busy={isBusy} onClick={() => void withdraw()}>
            {t('personalData.withdraw')}
          </Button>
        ) : (
          <Button size="lg" variant="danger" onClick={() => setAsking(true)}>
            {t('personalData.request')}
          </Button>
        )}
      </div>
      <p className="mt-2 text-12 text-ink-2">{t('personalData.downloadHint')}</p>
      {isAsking && (
        <FormDialog
          title={t('personalData.requestTitle')}
          saveLabel={t('personalData.request')}
          saveVariant="danger"
          isBusy={isBusy}
          width="md"
          onSend={() => void ask()}
          onClose={() => setAsking(false)}
        >
          <ErasureFacts />
          <Failure text={failure?.message} />
        </FormDialog>
      )}
    </section>
  )
}
