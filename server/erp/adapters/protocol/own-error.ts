import { ErpError } from '#server/erp/adapters/adapter.ts'
import type { Facts } from '#contract/core/words.ts'
import { translate } from '#server/platform/http/words.ts'

/** A problem of the settings in the words of the shop: `erp.own.<code>` in locales/. */
export const ownError = (code: string, facts: Facts = {}): ErpError =>
  new ErpError('settings', translate('en', `erp.own.${code}`, facts), { code, facts })
