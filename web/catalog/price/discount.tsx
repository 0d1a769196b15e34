import { useTranslation } from '#web/ui/translation.ts'
import { Badge } from '#web/ui/badge.tsx'

export function Discount({ percent }: { percent: number }) {
  const { t } = useTranslation()
  return (
    <Badge tone="brand" className="h-4! px-1!">
      <span className="sr-only">{t('catalog.discount')}</span>
      {t('catalog.percent', { value: percent })}
    </Badge>
  )
}
