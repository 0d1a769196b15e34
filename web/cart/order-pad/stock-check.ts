import { checkDraftLines } from '#contract/shop/order-pad.ts'
import type { PriceView } from '#domain/pricing/price.ts'
import type { ScanAnswer } from '#web/phone/scanner.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { rowErrorText } from '#web/cart/quick-add/row-error.ts'
import type { Translation } from '#web/ui/translation.ts'
import type { PadStore } from './pad-store.ts'
import { productText, scanIntoPad } from './scan-answers.ts'

/** Stock and price of a scanned code; nothing is added unless the user wants it. */
export async function checkStock(
  store: PadStore,
  code: string,
  shown: { translation: Translation; view: PriceView },
): Promise<ScanAnswer> {
  const { t } = shown.translation
  try {
    const { rows } = await call(checkDraftLines, { body: { lines: [{ code, quantity: '1', unit: '' }] } })
    const [checked] = rows
    if (checked === undefined) return { tone: 'danger', text: code }
    const { error, variants = [], name } = checked
    if (name === undefined || variants.length > 0) {
      return {
        tone: 'danger',
        text: `${code}\n${rowErrorText(shown.translation, checked)}`,
        choices: variants.map((choice) => ({
          label: `${choice.name} · ${choice.code}`,
          choose: () => checkStock(store, choice.code, shown),
        })),
      }
    }
    return {
      tone: error === undefined ? 'success' : 'danger',
      text: [productText(checked, shown), rowErrorText(shown.translation, checked)].filter(Boolean).join('\n'),
      isOptional: true,
      choices: [{ label: t('orderPad.toPad'), choose: () => scanIntoPad(store, code, shown) }],
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { tone: 'danger', text: error.message }
  }
}
