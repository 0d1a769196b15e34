import { ChevronDown, Monitor, Moon, Sun } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Flag } from '#web/app/page/flags.tsx'
import type { Theme } from './theme.ts'
import { useTheme } from './use-theme.ts'
import { useVisitor } from './use-visitor.ts'

const load = () => import('./preference-choices.tsx')
const LanguageChoices = lazy(async () => ({ default: (await load()).LanguageChoices }))
const CurrencyChoices = lazy(async () => ({ default: (await load()).CurrencyChoices }))
const ThemeChoices = lazy(async () => ({ default: (await load()).ThemeChoices }))

const trigger =
  'flex h-8 items-center gap-1.5 rounded-control px-2 text-12 text-ink-2 hover:bg-hover hover:text-ink aria-expanded:bg-hover max-sm:h-11 max-sm:text-15'
const arrow = <ChevronDown size={12} aria-hidden="true" />
type Aligned = { align?: 'start' | 'end' }

export function LanguageMenu({ align = 'end' }: Aligned) {
  const { t } = useTranslation()
  const { locale } = useVisitor()
  const name = t(`shell.languages.${locale}`)
  return (
    <Menu
      triggerLabel={t('shell.language', { name })}
      dataWay="language"
      triggerClassName={trigger}
      align={align}
      trigger={
        <>
          <Flag locale={locale} /> {name} {arrow}
        </>
      }
    >
      <LanguageChoices />
    </Menu>
  )
}

export function CurrencyMenu({ align = 'end' }: Aligned) {
  const { t } = useTranslation()
  const { currency, currencies } = useVisitor()
  const [isChosen, setChosen] = useState(false)
  const label = t('shell.currency', { name: currency.code })
  if (currencies.length < 2) return null
  return (
    <>
      <output className="sr-only">{isChosen && label}</output>
      <Menu
        triggerLabel={label}
        triggerClassName={trigger}
        align={align}
        trigger={
          <>
            {currency.symbol} {currency.code} {arrow}
          </>
        }
      >
        <CurrencyChoices onChosen={() => setChosen(true)} />
      </Menu>
    </>
  )
}

export const themeIcons: Record<Theme, ReactNode> = {
  light: <Sun size={14} aria-hidden="true" />,
  dark: <Moon size={14} aria-hidden="true" />,
  system: <Monitor size={14} aria-hidden="true" />,
}

export function ThemeMenu({ align = 'end' }: Aligned) {
  const { t } = useTranslation()
  const [theme, choose] = useTheme()
  const name = t(`shell.themes.${theme}`)
  return (
    <Menu
      triggerLabel={t('shell.theme', { name })}
      triggerClassName={trigger}
      align={align}
      trigger={
        <>
          {themeIcons[theme]} {name} {arrow}
        </>
      }
    >
      <ThemeChoices value={theme} onChoose={choose} />
    </Menu>
  )
}
