import { Copy, Link2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Offer } from '#contract/shop/offers.ts'
import {
  changeQuoteLink,
  getQuoteLink,
  linkQuote,
  type QuoteLink,
  withdrawQuoteLink,
} from '#contract/shop/quote-links.ts'
import { copyText } from '#web/app/copy-text.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { LastDay, Moment } from '#web/app/moment.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isFixed } from '#web/offers/offer-status.tsx'

const tones: Record<QuoteLink['state'], BadgeTone> = {
  open: 'info',
  accepted: 'success',
  declined: 'danger',
  expired: 'neutral',
  withdrawn: 'neutral',
}

type LinkPanelProps = { offer: Offer; hasChanges: boolean }

/** The public link by which the dealer's customer reads and answers the quote. */
export function LinkPanel({ offer, hasChanges }: LinkPanelProps) {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const { isBusy, send } = useSubmit()
  const { link } = offer
  const isOpen = link?.state === 'open' && !isFixed(offer)
  const params = { id: String(offer.id) }
  if (link === null && isFixed(offer)) return null
  const showLink = () =>
    send(
      async () => setUrl((await call(getQuoteLink, { params })).url),
      ({ message }) => showAlert({ text: message }),
    )
  function make(): void {
    if (hasChanges) notify.error(t('offers.saveFirst'), { id: 'offers' })
    else setMaking(true)
  }
  return (
    <section aria-label={t('offers.link.title')} className="mt-4 rounded-panel border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-14 font-semibold">{t('offers.link.title')}</h2>
          {link === null ? <p className="text-12 text-ink-2">{t('offers.link.hint')}</p> : <LinkFacts link={link} />}
        </div>
        {!isFixed(offer) && (
          <div className="flex flex-wrap items-center gap-2">
            {isOpen && (
              <>
                <ReminderSwitch offer={offer} />
                <Button busy={isBusy} icon={<Copy size={16} aria-hidden="true" />} onClick={() => void showLink()}>
                  {t('offers.link.show')}
                </Button>
                <WithdrawButton offer={offer} />
              </>
            )}
            <Button icon={<Link2 size={16} aria-hidden="true" />} onClick={make}>
              {t(isOpen ? 'offers.link.renew' : 'offers.link.make')}
            </Button>
          </div>
        )}
      </div>
      {isMaking && <MakeDialog offer={offer} onMade={setUrl} onClose={() => setMaking(false)} />}
      {url !== null && <UrlDialog url={url} onClose={() => setUrl(null)} />}
    </section>
  )
}

function LinkFacts({ link }: { link: QuoteLink }) {
  const { t } = useTranslation()
  const { state, date, expiresAt, answeredAt, remindedAt, name, note } = link
  return (
    <div className="mt-1 flex flex-col gap-1 text-12 text-ink-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[state]}>{t(`offers.link.states.${state}`)}</Badge>
        <span>
          {t('offers.link.made')} <Moment date={date} />
        </span>
        {state === 'open' && (
          <span>
            {t('offers.link.until')} <LastDay end={expiresAt} />
          </span>
        )}
        {answeredAt !== null && (
          <span>
            {t('offers.link.answered')} <Moment date={answeredAt} />
          </span>
        )}
        {remindedAt !== null && answeredAt === null && (
          <span>
            {t('offers.link.reminded')} <Moment date={remindedAt} />
          </span>
        )}
      </p>
      {(name !== '' || note !== '') && (
        <p className="text-13 text-ink [overflow-wrap:anywhere] whitespace-pre-line">
          {[name, note].filter((text) => text !== '').join(': ')}
        </p>
      )}
    </div>
  )
}

function ReminderSwitch({ offer: { id, link } }: { offer: Offer }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { send } = useSubmit()
  if (link === null || link.remindedAt !== null) return null
  const change = (hasReminder: boolean) =>
    send(
      async () => {
        await call(changeQuoteLink, { params: { id: String(id) }, body: { hasReminder } })
        await revalidate()
      },
      ({ message }) => notify.error(message, { id: 'offers' }),
    )
  return (
    <Switch isOn={link.hasReminder} title={t('offers.link.reminderHint')} onChange={(isOn) => void change(isOn)}>
      {t('offers.link.reminder')}
    </Switch>
  )
}

function WithdrawButton({ offer: { id } }: { offer: Offer }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const withdraw = () =>
    send(
      async () => {
        const answer = await showAlert({
          title: t('offers.link.withdraw.title'),
          text: t('offers.link.withdraw.text'),
          actions: [{ label: t('offers.link.withdraw.action'), value: 'yes', variant: 'danger' }],
          close: t('ui.cancel'),
        })
        if (answer !== 'yes') return
        await call(withdrawQuoteLink, { params: { id: String(id) } })
        notify.success(t('offers.link.withdraw.done'), { id: 'offers' })
        await revalidate()
      },
      async ({ message }) => {
        notify.error(message, { id: 'offers' })
        await revalidate()
      },
    )
  return (
    <Button variant="danger" busy={isBusy} onClick={() => void withdraw()}>
      {t('offers.link.withdraw.action')}
    </Button>
  )
}

type MakeDialogProps = { offer: Offer; onMade(url: string): void; onClose(): void }

/** Makes the link, and sends it by email where the offer has the customer's address. */
function MakeDialog({ offer, onMade, onClose }: MakeDialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const email = offer.customerEmail
  const make = (form: FormData) =>
    send(
      async () => {
        const body = { sendEmail: form.has('sendEmail'), hasReminder: form.has('hasReminder') }
        const { url } = await call(linkQuote, { params: { id: String(offer.id) }, body })
        if (body.sendEmail) notify.success(t('offers.link.sent', { email }), { id: 'offers' })
        await revalidate()
        onClose()
        onMade(url)
      },
      ({ message }) => void showAlert({ text: message }),
    )
  return (
    <FormDialog
      title={t('offers.link.make')}
      saveLabel={t('offers.link.confirm')}
      isBusy={isBusy}
      onSend={make}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{t('offers.link.text')}</p>
      {offer.link?.state === 'open' && <p className="text-13 text-warning">{t('offers.link.replaces')}</p>}
      {email === '' ? (
        <p className="text-13 text-ink-2">{t('offers.link.noEmail')}</p>
      ) : (
        <>
          <Choice name="sendEmail" label={t('offers.link.sendEmail', { email })} />
          <Choice name="hasReminder" label={t('offers.link.reminderHint')} />
        </>
      )}
    </FormDialog>
  )
}

function Choice({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-start gap-2 text-13 [overflow-wrap:anywhere]">
      <input type="checkbox" name={name} defaultChecked className="mt-0.5" />
      {label}
    </label>
  )
}

function UrlDialog({ url, onClose }: { url: string; onClose(): void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  async function copy(): Promise<void> {
    if (await copyText(url, field.current)) notify.success(t('offers.link.copied'), { id: 'offers' })
  }
  return (
    <Dialog
      open
      title={t('offers.link.title')}
      onOpenChange={onClose}
      actions={
        <Button variant="solid" size="card" onClick={onClose}>
          {t('ui.ok')}
        </Button>
      }
    >
      <p className="text-13 text-ink-2">{t('offers.link.share')}</p>
      <div className="mt-3 flex items-center gap-1">
        <input
          ref={field}
          readOnly
          aria-label={t('offers.link.title')}
          value={url}
          className="code field h-9 w-full min-w-0 px-2.5 text-12 max-sm:h-11"
          onFocus={({ target }) => target.select()}
        />
        <IconButton label={t('offers.link.copy')} onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </Dialog>
  )
}
