import { useTranslation } from '#web/ui/translation.ts'
import { locales } from '#contract/core/visitor.ts'
import { Flag } from '#web/app/page/flags.tsx'
import { MenuChoices } from '#web/ui/overlay/menu-items.tsx'
import { themeIcons } from './preference-menus.tsx'
import type { Theme } from './theme.ts'
import { chooseLocale } from './use-choices.ts'
import { useCurrencyChoice } from './use-currency-choice.ts'
import { useVisitor } from './use-visitor.ts'

export function LanguageChoices() {
  const { t } = useTranslation()
  const { locale } = useVisitor()
  return (
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
  )
}

export function CurrencyChoices({ onChosen }: { onChosen(): void }) {
  const { t } = useTranslation()
  const { currency, currencies, locale } = useVisitor()
  const choose = useCurrencyChoice()
  // The store's currency names are in Turkish.
  const names = locale === 'tr' ? null : new Intl.DisplayNames(locale, { type: 'currency' })
  return (
    <MenuChoices
      label={t('shell.chooseCurrency')}
      value={String(currency.id)}
      choices={currencies.map(({ id, symbol, code, name }) => ({
        value: String(id),
        label: `${code} · ${names?.of(code) ?? name}`,
        icon: <span className="w-4 text-center">{symbol}</span>,
      }))}
      onChoose={(id) => void choose(Number(id)).then(onChosen)}
    />
  )
}

export function ThemeChoices({ value, onChoose }: { value: Theme; onChoose(theme: Theme): void }) {
  const { t } = useTranslation()
  return (
    <MenuChoices
      label={t('shell.chooseTheme')}
      value={value}
      choices={(['light', 'dark', 'system'] as const).map((theme) => ({
        value: theme,
        label: t(`shell.themes.${theme}`),
        icon: themeIcons[theme],
      }))}
      onChoose={onChoose}
    />
  )
}
