import { Copy, Link2, Mail, MessageCircle } from 'lucide-react'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { canMessage } from '#domain/stock/add-button.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import type { getOpenDebts } from '#contract/shop/statement.ts'
import { CurrencyChoice } from '#web/payments/currency-choice.tsx'
import { ChosenDebts } from '#web/payments/chosen-debts.tsx'
import { usePaymentLink } from './use-payment-link.ts'

/** Creates a payment link and shares it (checkout, section 2). */
export function LinkForm({ debts }: { debts: Reply<typeof getOpenDebts> }) {
  const { t, language } = useTranslation()
  const { revalidate } = useRevalidator()
  const shown = useRef<HTMLInputElement>(null)
  const link = usePaymentLink({ shown, debts, onCreated: () => void revalidate() })
  const { problem, busy } = link
  const errorOf = (field: 'amount' | 'email') => (problem?.field === field ? problem.message : undefined)
  return (
    <form
      noValidate
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void link.create()
      }}
    >
      {problem?.field === null && (
        <MessageStrip tone="danger" role="alert">
          {problem.message}
        </MessageStrip>
      )}
      <ChosenDebts debts={debts.items} />
      <div className="flex items-start gap-2 max-sm:flex-col">
        <AmountField
          label={t('payment.links.amount')}
          name="link-amount"
          placeholder={language === 'en' ? '0.00' : '0,00'}
          value={link.amount}
          onChange={link.setAmount}
          error={errorOf('amount')}
          className="min-w-0 flex-1 max-sm:w-full"
          inputClassName={link.currencies.length > 1 ? 'pr-24!' : ''}
          end={<CurrencyChoice currencies={link.currencies} value={link.currency} onChange={link.setCurrency} />}
        />
        <Button
          type="submit"
          variant="soft"
          size="lg"
          busy={busy === 'create'}
          icon={<Link2 size={16} aria-hidden="true" />}
          className="max-sm:w-full sm:mt-5.5"
        >
          {t('payment.links.create')}
        </Button>
      </div>
      <TextField
        ref={shown}
        label={t('payment.links.address')}
        readOnly
        value={link.created?.link ?? ''}
        placeholder={t('payment.links.none')}
        onFocus={(event) => event.target.select()}
        className="[&_input]:bg-canvas [&_input]:text-13"
      />
      <TextField
        label={t('payment.links.email')}
        note={t('payment.links.emailNote')}
        name="link-email"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={link.email}
        onChange={(event) => link.setEmail(event.target.value)}
        error={errorOf('email')}
      />
      <ShareButtons link={link} />
    </form>
  )
}

function ShareButtons({ link }: { link: ReturnType<typeof usePaymentLink> }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const { busy } = link
  const hasMessaging = canMessage({ isOn: settings.whatsapp === '1', number: settings.whatsappNumber })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="card" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void link.copy()}>
        {t('payment.links.copy')}
      </Button>
      <Button
        size="card"
        busy={busy === 'mail'}
        icon={<Mail size={16} aria-hidden="true" />}
        onClick={() => void link.mail()}
      >
        {t('payment.links.mail')}
      </Button>
      {hasMessaging && (
        <Button
          size="card"
          busy={busy === 'share'}
          icon={<MessageCircle size={16} aria-hidden="true" />}
          onClick={() => void link.share()}
        >
          {t('payment.links.share')}
        </Button>
      )}
    </div>
  )
}
