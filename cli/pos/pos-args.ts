import { parseArgs } from 'node:util'

export const usage = `toptan pos                                       the POS accounts with their plans
toptan pos add <code> --adapter nestpay|iyzico|paytr|garanti [options]
toptan pos set <code> [options]
toptan pos plan <code> <installment> <percent> [--from <amount>] [--default]
toptan pos plan <code> <installment> --remove
toptan pos limits                                how many installments are allowed
toptan pos limits add <most> [--class personal|commercial] [--category <slug>] [--from <day>] [--until <day>] [--note <text>]
toptan pos limits remove <number>
toptan pos secret <code> [<file>]                keys and passwords: asked for one by one, or read from a file
toptan pos test <code>                           asks the bank for an order that does not exist; no money moves
toptan pos activate <code>                       takes payments from now on
toptan pos deactivate <code>                     takes no new ones; what it took can still be asked for and given back
toptan pos remove <code>                         only where it never took one

Options of add and set:
  --name <name>              what payers and staff read
  --mode own_form|hosted     own_form: the card is typed on the shop's page and passes through this program (PCI DSS questionnaire
                             SAQ D). hosted: on the provider's own page, the shop never sees it (SAQ A).
  --env sandbox|test|live    sandbox: the bank that the program itself plays, outside of production only
  --setting <name>=<value>   addresses and merchant numbers of the adapter; may be repeated, an empty value takes one away
  --bank <EFT code>          whose own cards it takes, e.g. 0046
  --families <list>          card programs whose cards pay in installments here, e.g. Axess,Wings
  --min <amount> --max <amount>   amounts in lira that it takes
  --default                  takes the single payments of cards that no other account takes
  --position <number>        order among the accounts
  --logo <address> --image <address>   pictures of the bank and of its card

A file of keys has one name=value per line (- reads standard input). Keys are kept sealed by SESSION_SECRET and never shown.`

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
} as const

export const parsePosArgs = (args: string[]) => parseArgs({ args, allowPositionals: true, options })
export type PosValues = ReturnType<typeof parsePosArgs>['values']
