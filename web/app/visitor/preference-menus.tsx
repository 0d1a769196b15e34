import { ChevronDown, Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { locales } from '#contract/core/visitor.ts'
import { Menu, MenuChoices } from '#web/ui/overlay/menu.tsx'
import { Flag } from '#web/app/page/flags.tsx'
import type { Theme } from './theme.ts'
import { chooseLocale } from './use-choices.ts'
import { useCurrencyChoice } from './use-currency-choice.ts'
import { useTheme } from './use-theme.ts'
import { useVisitor } from './use-visitor.ts'

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
      <MenuChoices
        label={t('shell.chooseLanguage')}
        value={locale}
        choices={locales.map((value) => ({
          value,
          label: <span lang={value}>{t(`shell.languages.${value}`)}</span>,
          icon: <Flag locale={value} />,
        }))}
        onChoose={(value) => void chooseLocale(value)}
      />
    </Menu>
  )
}

export function CurrencyMenu({ align = 'end' }: Aligned) {
  const { t } = useTranslation()
  const { currency, currencies, locale } = useVisitor()
  const choose = useCurrencyChoice()
  const [isChosen, setChosen] = useState(false)
  const label = t('shell.currency', { name: currency.code })
  // The store's currency names are in Turkish.
  const names = locale === 'tr' ? null : new Intl.DisplayNames(locale, { type: 'currency' })
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
        <MenuChoices
          label={t('shell.chooseCurrency')}
          value={String(currency.id)}
          choices={currencies.map(({ id, symbol, code, name }) => ({
            value: String(id),
            label: `${code} · ${names?.of(code) ?? name}`,
            icon: <span className="w-4 text-center">{symbol}</span>,
          }))}
          onChoose={(id) => void choose(Number(id)).then(() => setChosen(true))}
        />
      </Menu>
    </>
  )
}

const themeIcons: Record<Theme, ReactNode> = {
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
      <MenuChoices
        label={t('shell.chooseTheme')}
        value={theme}
        choices={(['light', 'dark', 'system'] as const).map((value) => ({
          value,
          label: t(`shell.themes.${value}`),
          icon: themeIcons[value],
        }))}
        onChoose={choose}
      />
    </Menu>
  )
}
