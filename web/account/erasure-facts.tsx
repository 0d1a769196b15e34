import { useTranslation } from '#web/ui/translation.ts'

/** What an erasure removes, what stays and why. */
export function ErasureFacts() {
  const { t } = useTranslation()
  return (
    <dl className="flex flex-col gap-3 text-13">
      {(['erased', 'kept'] as const).map((part) => (
        <div key={part}>
          <dt className="font-semibold">{t(`personalData.${part}.title`)}</dt>
          <dd className="text-ink-2">{t(`personalData.${part}.text`)}</dd>
        </div>
      ))}
    </dl>
  )
}
