import type { PosAdapter } from '#domain/payments/pos-adapters.ts'
import { inLatin5 } from '#server/sandbox-bank/cc5.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import type { BankStore } from './bank-store.ts'
import { LostRequest, openBooks } from './books.ts'
import type { BankAnswer, BankRequest, Books, Dialect } from './dialect.ts'

export type Bank = { store: BankStore; now: Date; takesAnyCard?: boolean }
/** `answer` is null if the request was lost before it took effect. */
export type Faulty<Answer> = { answer: Answer | null; fault: SandboxFault | null }

/** Lets a dialect answer a request, with the fault that its connection then has. */
export function answerRequest(dialect: Dialect, request: BankRequest, bank: Bank): Promise<Faulty<BankAnswer>> {
  return withBooks(bank, { dialect: dialect.name, clientId: dialect.merchant.clientId }, (books) =>
    dialect.answer(request, books),
  )
}

/** Answers with the books of a merchant. */
export async function withBooks<Answer>(
  bank: Bank,
  merchant: { dialect: PosAdapter; clientId: string },
  answer: (books: Books) => Promise<Answer>,
): Promise<Faulty<Answer>> {
  let fault: SandboxFault | null = null
  const onFault = (each: SandboxFault) => {
    fault = each
  }
  try {
    return { answer: await answer(openBooks({ ...bank, ...merchant, onFault })), fault }
  } catch (error) {
    if (error instanceof LostRequest) return { answer: null, fault }
    throw error
  }
}

export type WireAnswer = { status: number; contentType: string; bytes: Buffer }
type Text = Extract<BankAnswer, { body: string }>

const contentTypes = { xml: 'text/xml', json: 'application/json', html: 'text/html', text: 'text/plain' } as const
const errorPage = '<!DOCTYPE html><html><body><h1>Hizmet şu anda kullanılamıyor</h1></body></html>'

/** An answer as it is sent, its fault applied; null: the connection is cut. */
export function wireAnswer(answer: Text | null, fault: SandboxFault | null): WireAnswer | null {
  if (fault?.includes('_500')) return textAnswer(errorPage, 'html', 500)
  if (answer === null || (fault !== null && /_(cut|silent)/.test(fault))) return null
  const { body, type, status = 200 } = answer
  if (fault?.includes('_html')) return textAnswer(errorPage, 'html', 200)
  if (fault?.includes('_garbled')) return textAnswer(body.slice(0, body.length / 2), type, status)
  if (!fault?.endsWith('_latin5')) return textAnswer(body, type, status)
  const bytes = inLatin5(body.replace('encoding="UTF-8"', 'encoding="ISO-8859-9"'))
  return { status, contentType: `${contentTypes[type]}; charset=ISO-8859-9`, bytes }
}

function textAnswer(body: string, type: Text['type'], status: number): WireAnswer {
  return { status, contentType: `${contentTypes[type]}; charset=utf-8`, bytes: Buffer.from(body) }
}

/** The fields of a posted form, or of a query string. */
export function formOf(text: string): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(text))
}
