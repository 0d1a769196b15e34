import { parseArgs } from 'node:util'
import { posAdapters } from '#domain/payments/pos-adapters.ts'

export const usage = `toptan pos                                       lists the POS accounts with their plans
toptan pos add <code> --adapter ${posAdapters.join('|')} [options]
toptan pos set <code> [options]
toptan pos plan <code> <installment> <percent> [--from <amount>] [--default]
toptan pos plan <code> <installment> --remove
toptan pos limits                                lists the limits on installments
toptan pos limits add <max> [--class personal|commercial] [--category <slug>] [--from <day>] [--until <day>] [--note <text>]
toptan pos limits remove <number>
toptan pos rules                                 lists the rules that choose the account of a payment
toptan pos route <digits> <amount> [<installments>] [--currency <code>]   shows which account would take a card, and why
toptan pos secret <code> [<file>]                sets keys and passwords, from prompts or a file
toptan pos test <code>                           queries the bank for an order that does not exist; moves no money
toptan pos activate <code>                       starts to accept payments
toptan pos deactivate <code>                     stops new payments; earlier ones can still be queried and refunded
toptan pos remove <code>                         removes an account that never accepted a payment

Options of add and set:
  --name <name>              name for payers and staff
  --mode own_form|hosted     own_form: customers enter the card on the shop's page, and it passes through this program (PCI DSS
                             questionnaire SAQ D). hosted: on the provider's page, the shop never sees the card (SAQ A).
  --env sandbox|test|live    sandbox: the built-in test bank, not available in production
  --setting <name>=<value>   addresses and merchant numbers of the adapter; can be repeated, an empty value removes one
  --bank <EFT code>          bank whose cards use this account, e.g. 0046
  --families <list>          card programs that can pay in installments with this account, e.g. Axess,Wings
  --currency TRY|USD|EUR     currency that the account charges
  --min <amount> --max <amount>   lowest and highest amount, in its currency
  --default                  accepts single payments of cards without an account of their own
  --position <number>        position among the accounts
  --logo <address> --image <address>   pictures of the bank and of its card

A file of keys has one name=value per line (- reads standard input). Keys are stored encrypted with SESSION_SECRET and never shown.`

const options = {
  adapter: { type: 'string' },
  name: { type: 'string' },
  mode: { type: 'string' },
  env: { type: 'string' },
  setting: { type: 'string', multiple: true },
  bank: { type: 'string' },
  families: { type: 'string' },
  min: { type: 'string' },
  max: { type: 'string' },
  default: { type: 'boolean' },
  position: { type: 'string' },
  logo: { type: 'string' },
  image: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  remove: { type: 'boolean' },
  class: { type: 'string' },
  category: { type: 'string' },
  note: { type: 'string' },
  currency: { type: 'string' },
} as const

export const parsePosArgs = (args: string[]) => parseArgs({ args, allowPositionals: true, options })
export type PosValues = ReturnType<typeof parsePosArgs>['values']
