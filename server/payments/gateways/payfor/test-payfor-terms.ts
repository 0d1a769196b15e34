import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { type Json, textOf } from '#server/payments/gateways/json-message.ts'
import recorded from './payfor-answers.json' with { type: 'json' }

/** The account of the recorded answers. */
export const recordedTerms: PosTerms = {
  id: 1,
  adapter: 'payfor',
  mode: 'own_form',
  environment: 'test',
  settings: {
    gateway: 'https://bank.example/Gateway/Default.aspx',
    api: 'https://bank.example/Gateway/XMLGate.aspx',
    mbrId: recorded.mbrId,
    merchantId: recorded.merchantId,
    name: recorded.userCode,
  },
  secrets: { password: 'PASS<&>1', storeKey: recorded.storeKey },
}

/** An answer as the bank writes it; empty elements contain a line break. */
export function recordedXml(answer: Json): string {
  const root = 'PaymentRequestExtended' in answer ? 'TxnHistoryReport' : 'PayforResponse'
  const schema = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  return `<?xml version="1.0" encoding="utf-8"?>\r\n<${root}${schema}>${elements(answer)}</${root}>`
}

function elements(of: Json): string {
  return Object.entries(of)
    .flatMap(([name, value]) => [value].flat().map((each) => `<${name}>${content(each)}</${name}>\r\n`))
    .join('')
}

function content(value: unknown): string {
  return typeof value === 'object' ? elements(value as Json) : textOf(value) || '\r\n'
}
