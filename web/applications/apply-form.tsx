import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { applicationPath } from '#contract/core/application-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { type ApplicationForm, type ApplicationValues, createApplication } from '#contract/shop/applications.ts'
import { type BusinessKind, businessKinds, formMinMs } from '#domain/applications/application.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { DocumentField } from './document-field.tsx'
import { FormPart, NoteField } from './form-parts.tsx'
import { TextConsents, useConsents } from './text-consents.tsx'
import { useDocuments } from './use-documents.ts'

type Typed = Omit<ApplicationValues, 'business'> & { business: BusinessKind | '' }
type TextName = Exclude<keyof Typed, 'business' | 'note'>

const nothingTyped: Typed = {
  company: '',
  taxOffice: '',
  taxNumber: '',
  address: '',
  district: '',
  city: '',
  contactName: '',
  email: '',
  phone: '',
  business: '',
  note: '',
}

export type FiledApplication = { applicationNo: string; company: string; email: string }

type ApplyFormProps = {
  form: ApplicationForm
  /** Of a representative who files the application for a company, whose contact person gets the link. */
  onFiled?: (application: FiledApplication) => void
}

/** What was typed stays when the server refuses it. Files belong to the form with which the page was opened. */
export function ApplyForm({ form, onFiled }: ApplyFormProps) {
  const isFiled = onFiled !== undefined
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const [key] = useState(form.key)
  const [typed, setTyped] = useState(nothingTyped)
  const consents = useConsents(form.texts)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const documents = useDocuments(key)
  const { isBusy, failure, send } = useSubmit()
  const openedAt = useOpenedAt()
  const website = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const errors: Record<string, string> = { ...failure?.fields, ...missing }
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { business } = typed
    setMissing(business === '' ? { business: t('applications.form.chooseBusiness') } : {})
    if (business === '' || documents.isSending) return
    await send(
      async () => {
        await openedAt.waitUntil(formMinMs)
        const texts = consents.accepted
        const sent = { key, website: website.current?.value ?? '', files: documents.stored, texts }
        const { token, applicationNo } = await call(createApplication, { body: { ...typed, business, ...sent } })
        if (token === null) onFiled?.({ applicationNo, company: typed.company, email: typed.email })
        else await goTo(applicationPath(token), { replace: true })
      },
      async ({ code }) => {
        if (code === 'application_text_changed') await revalidate()
        // The form is longer than a screen.
        if (code === 'validation_failed') requestAnimationFrame(() => focusFirstInvalid(element.current))
      },
    )
  }
  const field = (
    name: TextName,
    options: { autoComplete: string; hint?: string; inputMode?: 'numeric' | 'tel' | 'email'; className?: string },
  ) => (
    <TextField
      label={t(`applications.fields.${name}`)}
      name={name}
      maxLength={300}
      value={typed[name]}
      error={errors[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      {...options}
    />
  )
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <FormPart title={t('applications.form.firm')}>
        {field('company', { autoComplete: 'organization', className: 'sm:col-span-2' })}
        {field('taxNumber', { autoComplete: 'off', inputMode: 'numeric', hint: t('applications.form.taxNumberHint') })}
        {field('taxOffice', { autoComplete: 'off' })}
        {field('address', { autoComplete: 'street-address', className: 'sm:col-span-2' })}
        {field('district', { autoComplete: 'address-level2' })}
        {field('city', { autoComplete: 'address-level1' })}
        <Field label={t('applications.fields.business')} error={errors['business']} className="sm:col-span-2">
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={typed.business}
              onChange={({ target }) => {
                setMissing({})
                change({ business: businessKinds.find((kind) => kind === target.value) ?? '' })
              }}
            >
              <option value="">{t('applications.form.choose')}</option>
              {businessKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`applications.businesses.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FormPart>
      <FormPart title={t('applications.form.contact')}>
        {field('contactName', { autoComplete: 'name' })}
        {field('phone', { autoComplete: 'tel', inputMode: 'tel' })}
        {field('email', {
          autoComplete: 'email',
          inputMode: 'email',
          hint: t(isFiled ? 'applications.filing.emailHint' : 'applications.form.emailHint'),
        })}
      </FormPart>
      <FormPart title={t('applications.form.documents')}>
        <DocumentField
          kind="tax_certificate"
          form={documents}
          error={failure?.code === 'application_document_missing' ? failure.message : undefined}
        />
        <DocumentField kind="signature_circular" form={documents} note={t('applications.form.optional')} />
        <NoteField
          label={t('applications.fields.note')}
          note={t('ui.optional')}
          value={typed.note}
          onType={(note) => change({ note })}
        />
      </FormPart>
      {!isFiled && <TextConsents texts={form.texts} consents={consents} />}
      {/* Programs fill in every field; people do not see this one. */}
      <input
        ref={website}
        name="website"
        aria-label={t('applications.form.website')}
        aria-hidden="true"
        tabIndex={-1}
        autoComplete="off"
        className="absolute -left-[999rem]"
      />
      {failure !== null && (
        <MessageStrip
          tone="danger"
          role="alert"
          actions={
            failure.code === 'application_tax_number_known' && (
              <Link to={pages.login} className={buttonClasses('outline', 'card')}>
                {t('applications.form.toSignIn')}
              </Link>
            )
          }
        >
          {failure.code === 'validation_failed' ? t('applications.form.check') : failure.message}
        </MessageStrip>
      )}
      <Button
        type="submit"
        variant="solid"
        size="lg"
        busy={isBusy}
        disabled={documents.isSending}
        className="self-start max-sm:w-full"
        icon={<Send size={16} aria-hidden="true" />}
      >
        {t('applications.form.send')}
      </Button>
    </form>
  )
}

const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** The server refuses forms that were filled in faster than by people: who is faster, waits. */
function useOpenedAt() {
  const at = useRef(0)
  useEffect(() => {
    at.current = performance.now()
  }, [])
  return {
    waitUntil: (ms: number) =>
      new Promise((resolve) => setTimeout(resolve, Math.max(0, at.current + ms - performance.now()))),
  }
}
