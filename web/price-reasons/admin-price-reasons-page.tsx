import { adminPriceReasonsPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { type FloorNote, lookUpPrice } from '#contract/admin/price-reasons.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { loadInBrowser, loadOnServer, type PageLocation, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-reasons-page.ts'
import { ReasonsAnswer } from './reasons-answer.tsx'

const names = ['dealer', 'product', 'unit', 'quantity', 'day', 'plan']

const load = (api: ServerCall, { url }: PageLocation) => api(lookUpPrice, queryOf(url, names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type LookUp = Reply<typeof lookUpPrice>

/** What a dealer pays for a product on a day, and why. */
export default function AdminPriceReasonsPage({ loaderData: lookUp }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.priceReasons.title')
  const { answer } = lookUp
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('administration.priceReasons.description')}
        canonical={adminPriceReasonsPath}
        noIndex
      />
      <div className="grid max-w-300 gap-4 lg:grid-cols-[22rem_1fr] lg:items-start">
        <LookUpForm key={JSON.stringify(lookUp.question)} lookUp={lookUp} />
        <section aria-live="polite" className="rounded-panel border border-line bg-surface p-4">
          {answer === null ? (
            <p className="text-ink-2">{t('administration.priceReasons.empty')}</p>
          ) : (
            <>
              <h2 className="font-semibold">{answer.product.name}</h2>
              <p className="mb-3 text-13 text-ink-2">
                {answer.dealer === null
                  ? t('administration.priceReasons.guest')
                  : `${answer.dealer.code} · ${answer.dealer.name}`}
              </p>
              <ReasonsAnswer reasons={answer} />
              {answer.floorWithoutCost !== null && (
                <MessageStrip tone="warning" className="mt-3">
                  {t('priceReasons.floorWithoutCost', { name: answer.floorWithoutCost })}
                </MessageStrip>
              )}
              {answer.floorNote !== null && <FloorStrip note={answer.floorNote} />}
            </>
          )}
        </section>
      </div>
    </AdminFrame>
  )
}

function FloorStrip({ note: { place, value, currency } }: { note: FloorNote }) {
  const { t, formatMoney } = useTranslation()
  return (
    <MessageStrip tone={place === 'below' ? 'warning' : 'info'} className="mt-3">
      {t(`priceReasons.floorNote.${place}`, { floor: formatMoney(value, currency, priceDecimals(value)) })}
    </MessageStrip>
  )
}

function LookUpForm({ lookUp: { question, problems, plans } }: { lookUp: LookUp }) {
  const { t } = useTranslation()
  const text = (name: 'dealer' | 'product' | 'unit') => (
    <TextField
      name={name}
      label={t(`administration.priceReasons.fields.${name}`)}
      placeholder={t(`administration.priceReasons.hints.${name}`)}
      maxLength={100}
      defaultValue={question[name]}
      error={problems[name]}
      required={name === 'product'}
    />
  )
  return (
    <form
      method="get"
      action={adminPriceReasonsPath}
      aria-label={t('administration.priceReasons.title')}
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4"
    >
      {text('dealer')}
      {text('product')}
      <div className="grid grid-cols-2 gap-3">
        {text('unit')}
        <TextField
          name="quantity"
          label={t('administration.priceReasons.fields.quantity')}
          inputMode="numeric"
          maxLength={7}
          defaultValue={question.quantity}
          error={problems['quantity']}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="day"
          type="date"
          label={t('administration.priceReasons.fields.day')}
          defaultValue={question.day}
          error={problems['day']}
        />
        <Field label={t('administration.priceReasons.fields.plan')}>
          {(fieldProps) => (
            <Select {...fieldProps} size="lg" name="plan" defaultValue={question.plan} className="w-full">
              <option value="">{t('administration.priceReasons.noPlan')}</option>
              {plans.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-12 text-ink-3">{t('administration.priceReasons.dayHint')}</p>
      <Button type="submit" variant="solid" size="lg">
        {t('administration.priceReasons.submit')}
      </Button>
    </form>
  )
}
