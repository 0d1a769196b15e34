import { ChevronDown, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/visitor.ts'
import { Menu, MenuChoices } from '#web/ui/menu.tsx'
import { Flag } from './flags.tsx'
import type { Theme } from './theme.ts'
import { chooseLocale, useChoice } from './use-choices.ts'
import { useTheme } from './use-theme.ts'
import { useVisitor } from './use-visitor.ts'

function MenuButton({ label, children, ...rest }: { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className="flex h-8 items-center gap-1.5 rounded-control px-2 text-12 text-ink-2 hover:bg-hover hover:text-ink max-sm:h-11 max-sm:text-15"
    >
      {children}
      <ChevronDown size={12} aria-hidden="true" />
    </button>
  )
}

export function LanguageMenu() {
  const { t } = useTranslation()
  const { locale } = useVisitor()
  const name = t(`shell.languages.${locale}`)
  return (
    <Menu
      trigger={
        <MenuButton label={t('shell.language', { name })}>
          <Flag locale={locale} /> {name}
        </MenuButton>
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

export function CurrencyMenu() {
  const { t } = useTranslation()
  const { currency, currencies } = useVisitor()
  const choose = useChoice()
  if (currencies.length < 2) return null
  return (
    <Menu
      trigger={
        <MenuButton label={t('shell.currency', { name: currency.code })}>
          {currency.symbol} {currency.code}
        </MenuButton>
      }
    >
      <MenuChoices
        label={t('shell.chooseCurrency')}
        value={String(currency.id)}
        choices={currencies.map(({ id, symbol, code, name }) => ({
          value: String(id),
          label: `${code} · ${name}`,
          icon: <span className="w-4 text-center">{symbol}</span>,
        }))}
        onChoose={(id) => void choose({ key: 'defaultCurrency', value: Number(id) })}
      />
    </Menu>
  )
}

const themeIcons: Record<Theme, ReactNode> = {
  light: <Sun size={14} aria-hidden="true" />,
  dark: <Moon size={14} aria-hidden="true" />,
  system: <Monitor size={14} aria-hidden="true" />,
}

export function ThemeMenu() {
  const { t } = useTranslation()
  const [theme, choose] = useTheme()
  const name = t(`shell.themes.${theme}`)
  return (
    <Menu
      trigger={
        <MenuButton label={t('shell.theme', { name })}>
          {themeIcons[theme]} {name}
        </MenuButton>
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
