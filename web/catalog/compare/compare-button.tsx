import { Scale } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Product } from '#contract/shop/product.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useCompared } from './compared.ts'

/** Chooses a listed product to compare, or no longer. What it says is loaded when it is pressed. */
export function CompareButton({ product }: { product: Product }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isChosen = useCompared().includes(product.id)
  return (
    <IconButton
      label={`${t('catalog.compare')}: ${product.name}`}
      title={t('catalog.compare')}
      aria-pressed={isChosen}
      onClick={() =>
        void import('./toggle-compared.ts').then(({ toggleAndNotify }) => toggleAndNotify(product, navigate))
      }
      className={classes(isChosen && 'bg-brand-soft text-brand-ink!')}
    >
      <Scale size={16} aria-hidden="true" />
    </IconButton>
  )
}
