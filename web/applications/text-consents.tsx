import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { textPath } from '#contract/core/application-paths.ts'
import type { AcceptedText } from '#contract/shop/applications.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { FormPart } from './form-parts.tsx'

const nameOf = ({ kind, version }: AcceptedText) => `${kind} ${version}`

/** Which of the texts are accepted. A new version of a text is not. */
export function useConsents(texts: readonly AcceptedText[]) {
  const [names, setNames] = useState<readonly string[]>([])
  return {
    accepted: texts.filter((text) => names.includes(nameOf(text))),
    set: (text: AcceptedText, isAccepted: boolean) =>
      setNames((before) => (isAccepted ? [...before, nameOf(text)] : before.filter((each) => each !== nameOf(text)))),
  }
}

type TextConsentsProps = { texts: readonly AcceptedText[]; consents: ReturnType<typeof useConsents> }

/** The texts to accept, each with a link to read it. */
export function TextConsents({ texts, consents: { accepted, set } }: TextConsentsProps) {
  const { t } = useTranslation()
  if (texts.length === 0) return null
  return (
    <FormPart title={t('applications.form.consent')}>
      <ul className="flex flex-col gap-1 sm:col-span-2">
        {texts.map((text) => (
          <li key={text.kind} className="flex flex-wrap items-center gap-x-4">
            <label className="flex min-h-8 items-center gap-2 text-13 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={accepted.includes(text)}
                onChange={({ target }) => set(text, target.checked)}
                className="size-4.5 shrink-0 accent-(--brand)"
              />
              {t(`applications.form.accept.${text.kind}`)}
            </label>
            <Link
              to={textPath(text.kind)}
              target="_blank"
              aria-label={t('applications.form.readOf', { name: t(`texts.kinds.${text.kind}`) })}
              className="inline-flex min-h-8 items-center text-13 text-brand-ink hover:underline pointer-coarse:min-h-11"
            >
              {t('applications.form.read')}
            </Link>
          </li>
        ))}
      </ul>
    </FormPart>
  )
}
