import { PackageSearch, Send } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { faultDescriptionMax } from '#contract/shop/fault-reports.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { DraftField } from './draft.ts'
import { PhotoField } from './photo-field.tsx'
import { ProductPicker } from './product-picker.tsx'
import { type ReportFormProps, useReportForm } from './use-report-form.ts'

type Form = ReturnType<typeof useReportForm>

const lengths = { productCode: 100, serialNo: 100, contactName: 120, contactPhone: 40, contactEmail: 200 } as const

/** Product, serial number, description, photos and contact. */
export function ReportForm(props: Omit<ReportFormProps, 'isAwake'>) {
  const isAwake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  // The server does not have this tab's draft: the form restarts with it after hydration.
  return <AwakeForm key={String(isAwake)} {...props} isAwake={isAwake} />
}

function AwakeForm(props: ReportFormProps) {
  const { t } = useTranslation()
  const form = useReportForm(props)
  const { failure, isBusy, photos, send } = form
  return (
    <form
      method="post"
      noValidate
      aria-label={t('faultReport.title')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Part title={t('faultReport.form.product')}>
        <ProductFields form={form} />
        <Description form={form} />
      </Part>
      <Part title={t('faultReport.photos.title')} note={t('ui.optional')}>
        <PhotoField {...photos} />
      </Part>
      <Part title={t('faultReport.form.contact')} text={t('faultReport.form.contactHint')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Text form={form} name="contactName" autoComplete="name" className="sm:col-span-2" />
          <Text form={form} name="contactPhone" type="tel" autoComplete="tel" />
          <Text form={form} name="contactEmail" type="email" autoComplete="email" />
        </div>
      </Part>
      {failure !== null && failure !== '' && (
        <MessageStrip tone="danger" role="alert">
          {failure}
        </MessageStrip>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={photos.isSending}
          className="max-sm:w-full"
          icon={<Send size={16} aria-hidden="true" />}
        >
          {t('faultReport.form.send')}
        </Button>
        {photos.isSending && (
          <p role="status" className="text-13 text-ink-2">
            {t('faultReport.form.wait')}
          </p>
        )}
      </div>
    </form>
  )
}

type PartProps = { title: string; note?: string; text?: string; children: ReactNode }

function Part({ title, note, text, children }: PartProps) {
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 className="text-16 font-semibold">
        {title} {note && <span className="text-13 font-normal text-ink-3">{note}</span>}
      </h2>
      {text && <p className="mt-0.5 text-13 text-ink-2">{text}</p>}
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </section>
  )
}

type TextProps = {
  form: Form
  name: Exclude<DraftField, 'description'>
  type?: 'text' | 'tel' | 'email'
  autoComplete?: string
  className?: string
  note?: string
  hint?: string
}

function Text({ form: { values, problems, change }, name, className = '', ...rest }: TextProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...rest}
      label={t(`faultReport.form.${name}`)}
      name={name}
      maxLength={lengths[name]}
      value={values[name]}
      error={problems[name]}
      onChange={({ target }) => change(name, target.value)}
      className={className}
    />
  )
}

/** Choosing a product fills in its code and closes the dialog (specification, section 2). */
function ProductFields({ form }: { form: Form }) {
  const { t } = useTranslation()
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<{ code: string; name: string } | null>(null)
  const name = picked?.code === form.values.productCode ? picked.name : undefined
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex items-start gap-2">
          <Text
            form={form}
            name="productCode"
            autoComplete="off"
            className="min-w-0 flex-1"
            hint={name ?? t('faultReport.form.productHint')}
          />
          <Button
            size="lg"
            className="mt-5.5 max-sm:mt-6.5"
            aria-haspopup="dialog"
            icon={<PackageSearch size={16} aria-hidden="true" />}
            onClick={() => setPicking(true)}
          >
            {t('faultReport.form.pick')}
          </Button>
        </div>
        <Text form={form} name="serialNo" autoComplete="off" note={t('ui.optional')} />
      </div>
      {isPicking && (
        <ProductPicker
          onClose={() => setPicking(false)}
          onPick={(product) => {
            setPicked(product)
            form.change('productCode', product.code)
            setPicking(false)
          }}
        />
      )}
    </>
  )
}

function Description({ form: { values, problems, change } }: { form: Form }) {
  const { t } = useTranslation()
  const left = faultDescriptionMax - values.description.length
  const hint =
    left > 500 ? t('faultReport.form.descriptionHint') : t('faultReport.form.left', { count: Math.max(0, left) })
  return (
    <Field label={t('faultReport.form.description')} error={problems.description} hint={hint}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name="description"
          rows={5}
          maxLength={faultDescriptionMax}
          value={values.description}
          onChange={({ target }) => change('description', target.value)}
          className="field w-full p-2.5"
        />
      )}
    </Field>
  )
}
